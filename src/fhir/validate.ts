/** `$validate-code` of code systems and value sets: whether a code is there, is in the set, is in use and has its display. */
import type { CodeName, CodeTable } from '../medlink.ts'
import type { Group } from './compose.ts'
import { displayIn } from './expand.ts'
import { readExpression } from './expression.ts'
import { findOwn, unknownCode } from './lookup.ts'
import type { Call, Context } from './operation.ts'
import { FhirError, type Issue, invalid, outcomeOf } from './outcome.ts'
import { parametersOf } from './parameters.ts'
import { isOfficial } from './profiles.ts'
import { type RequestedCoding, requestedCodings } from './requested-code.ts'
import type { Coding, Parameter, Resource } from './resources.ts'
import type { System } from './systems.ts'
import { nameOf, type ValueSet, ValueSets } from './value-sets.ts'
import { VersionRules } from './version-rules.ts'

/** Displays that a message lists at most. */
const MAX_DISPLAYS = 20

/** Remark on an expression: only its grammar and its concepts were looked at. */
const UNCHECKED_EXPRESSION: Issue = {
  severity: 'information',
  code: 'informational',
  tx: 'process-note',
  text: 'The expression is grammatically correct and the concepts are valid, but the expression has not been checked against the SNOMED CT concept model (MRCM)',
}

/** Verdict on one coding. */
interface Verdict {
  readonly coding: Coding
  readonly isValid: boolean
  readonly issues: readonly Issue[]
  readonly system?: System
  /** Display of the code, where it is known. */
  readonly display?: string
  /** The code as the publisher writes it, if its case is another one. */
  readonly normalized?: string
  /** Status of a code that is not to be used any more. */
  readonly status?: string
}

/** `CodeSystem/$validate-code`. */
export function validateInSystem(context: Context, call: Call): Resource {
  const { input } = call
  const system = input.text('url') ?? input.text('system')
  const rules = new VersionRules(input)
  const verdicts = requestedCodings(call, system).map((requested) =>
    judgeCode(requested, { context, rules, language: input.text('displayLanguage') }),
  )
  return answer(verdicts.find(({ isValid }) => isValid) ?? verdicts[0]!, call)
}

/** `ValueSet/$validate-code`. */
export function validateInValueSet(context: Context, call: Call): Resource {
  const { input } = call
  const valueSets = new ValueSets(input, context.systems)
  const valueSet = valueSets.require(input)
  const rules = new VersionRules(input)
  const all = context.composer.evaluate(valueSet, rules, valueSets)
  const groups = input.boolean('activeOnly') ? context.composer.activeOnly(all) : all
  const requested = requestedCodings(call, inferred(call, groups))
  const judging = { context, rules, language: input.text('displayLanguage') }
  const verdicts = requested.map((each) => judgeMember(each, valueSet, groups, judging))
  return answer(verdicts.find(({ isValid }) => isValid) ?? verdicts[0]!, call)
}

/** The code system of the value set's codes, where the request asks for it to be taken for granted. */
function inferred({ input }: Call, groups: readonly Group[]): string | undefined {
  const isAsked = input.boolean('inferSystem') === true || input.boolean('implySystem') === true
  const uris = new Set(groups.map(({ system }) => system.uri))
  return isAsked && uris.size === 1 ? [...uris][0] : undefined
}

interface Judging {
  readonly context: Context
  readonly rules: VersionRules
  readonly language: string | undefined
}

function judgeCode({ coding, path }: RequestedCoding, judging: Judging): Verdict {
  const { context, rules, language } = judging
  const { system: uri, code } = coding
  if (code === undefined || code === '') throw invalid('the coding has no code', `${path}code`)
  if (uri === undefined)
    return refused(coding, {
      ...{ code: 'invalid', tx: 'invalid-data' },
      messageId: 'Coding_has_no_system__cannot_validate',
      text: 'Coding has no system. A code with no system has no defined meaning, and it cannot be validated. A system should be provided',
      expression: path === '' ? 'system' : path.replace(/\.$/, ''),
    })
  let system: System
  try {
    system = context.systems.require(uri, rules.versionOf(uri, coding.version))
  } catch (error) {
    if (!(error instanceof FhirError) || error.status !== 404) throw error
    return refused(coding, { ...error.issue, expression: `${path}system` })
  }
  return context.medlink.codes(system.ontology, system.installed.version, (table) => {
    const number = findOwn(table, code, system)
    const expression = number === undefined ? expressionIn(table, code, system) : undefined
    if (expression !== undefined)
      return {
        ...{ coding, system, isValid: true, display: expression.display },
        issues: [{ ...UNCHECKED_EXPRESSION, expression: `${path}code` }],
      }
    if (number === undefined)
      return { ...refused(coding, unknownCodeIssue(code, system, path)), system }
    const written = table.codeOf(number)
    if (!isSameCode(code, written)) {
      const issue = unknownCodeIssue(code, system, path)
      const text = `${issue.text}. The code is written '${written}'`
      return { ...refused(coding, { ...issue, text }), system }
    }
    const used = judgeUse(number, table, { coding, path, system, language })
    if (code === written) return { coding, system, ...used }
    const issues = [caseIssue(code, written, system, path), ...used.issues]
    return { coding, system, ...used, issues, normalized: written }
  })
}

/** True if a code is written as the publisher writes it. Case makes no other code: that is remarked on. */
function isSameCode(written: string, published: string): boolean {
  return written.toLowerCase() === published.toLowerCase()
}

function unknownCodeIssue(code: string, system: System, path: string): Issue {
  return {
    ...{ code: 'code-invalid', tx: 'invalid-code' },
    messageId: 'Unknown_Code_in_Version',
    text: unknownCode(code, system),
    expression: `${path}code`,
  }
}

function caseIssue(code: string, published: string, { uri }: System, path: string): Issue {
  return {
    severity: 'information',
    ...{ code: 'business-rule', tx: 'code-rule' },
    messageId: 'CODE_CASE_DIFFERENCE',
    text: `The code '${code}' differs from the correct code '${published}' by case. Although the code system '${uri}' is case insensitive, implementers are strongly encouraged to use the correct case anyway`,
    expression: `${path}code`,
  }
}

function expressionIn(table: CodeTable, code: string, { profile }: System) {
  return profile.hasGrammar ? readExpression(code, table) : undefined
}

function refused(coding: Coding, issue: Issue): Verdict {
  return { coding, isValid: false, issues: [issue] }
}

interface Use {
  readonly coding: Coding
  readonly path: string
  readonly system: System
  readonly language: string | undefined
}

/** Status and display of a code that is there. */
function judgeUse(number: number, table: CodeTable, { coding, path, system, language }: Use) {
  const names = table.namesOf(new Set([number])).get(number) ?? []
  const title = table.titleOf(number)
  const display = displayIn(language, names) ?? title
  const status = statusOf(number, table, system)
  const issues: Issue[] = []
  if (status !== undefined) issues.push(inactiveIssue(number, table, { coding, path, status }))
  const wrong = displayIssue(coding, path, title, names)
  if (wrong !== undefined) issues.push(wrong)
  const isValid = wrong === undefined || wrong.severity === 'warning'
  return { isValid, issues, display, ...(status !== undefined && { status }) }
}

/** Status of a retired or discouraged code; undefined for one in use. */
function statusOf(number: number, table: CodeTable, { profile }: System): string | undefined {
  const own = profile.status === undefined ? undefined : table.attributesOf(number)[profile.status]
  if (typeof own === 'string' && own !== '' && !/^(?:active|trial)$/i.test(own)) return own
  return table.isActive(number) ? undefined : 'inactive'
}

function inactiveIssue(
  number: number,
  table: CodeTable,
  { coding, path, status }: Pick<Use, 'coding' | 'path'> & { readonly status: string },
): Issue {
  const { code } = coding
  const replacements = replacementsOf(number, table)
  const advice = replacements === '' ? '' : `. ${replacements}`
  return {
    severity: 'warning',
    code: 'business-rule',
    tx: 'code-comment',
    messageId: 'INACTIVE_CONCEPT_FOUND',
    text: `The concept '${code}' has a status of ${status} and its use should be reviewed${advice}`,
    expression: `${path}code`,
  }
}

/** The codes that replace a retired one, in words; empty where the release names none. */
function replacementsOf(number: number, table: CodeTable): string {
  const listed = table
    .replacementsOf(number)
    .map(({ code, name, relation }) => `${code} ${name} (${relation})`)
  return listed.length === 0 ? '' : `Replacement: ${listed.join(', ')}`
}

/** Remark on a display that is none of the code's names: an error, or a warning for a name that was retired. */
function displayIssue(
  { code, system, display }: Coding,
  path: string,
  title: string,
  names: readonly CodeName[],
): Issue | undefined {
  if (display === undefined || display === '') return undefined
  const official = names.filter(isOfficial)
  const isOne = (texts: readonly string[]) => texts.some((text) => asRead(text) === asRead(display))
  if (isOne([title, ...official.map(({ text }) => text)])) return undefined
  const retired = names.filter(({ kind }) => kind === 'entry').map(({ text }) => text)
  const right = [...new Set([title, ...official.map(({ text }) => text)])]
    .sort()
    .slice(0, MAX_DISPLAYS)
  if (isOne(retired))
    return {
      severity: 'warning',
      code: 'invalid',
      tx: 'display-comment',
      messageId: 'INACTIVE_DISPLAY_FOUND',
      text: `'${display}' is no longer considered a correct display for code '${code}' (status = inactive). The correct display is one of ${right.map(quoted).join(',')}.`,
      expression: `${path}display`,
    }
  const choices = right.map((text) => `'${text}'`).join(' or ')
  return {
    code: 'invalid',
    tx: 'invalid-display',
    messageId: 'Display_Name_for__should_be_one_of__instead_of',
    text: `Wrong Display Name '${display}' for ${system}#${code}. Valid display is ${right.length === 1 ? '' : `one of ${right.length} choices: `}${choices}`,
    expression: `${path}display`,
  }
}

/** Case and spaces do not make another display. */
function asRead(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ')
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text
}

function judgeMember(
  requested: RequestedCoding,
  valueSet: ValueSet,
  groups: readonly Group[],
  judging: Judging,
): Verdict {
  const { coding, path } = requested
  const group = groups.find(({ system }) => system.uri === coding.system)
  const version = coding.version ?? group?.system.version
  const known = judgeCode(
    { path, coding: { ...coding, ...(version !== undefined && { version }) } },
    judging,
  )
  const { code } = coding
  const isMember =
    group !== undefined &&
    code !== undefined &&
    judging.context.composer.withTable(group, (table) => {
      const number = table.find(code)
      if (number !== undefined) return group.set[number] === 1
      const expression = expressionIn(table, code, group.system)
      return expression !== undefined && group.holdsExpression(expression.foci, table)
    })
  const issues = known.issues.filter(({ tx }) => tx !== 'process-note')
  if (isMember) return { ...known, coding, issues }
  const display = coding.display === undefined ? '' : ` ('${coding.display}')`
  const outside: Issue = {
    code: 'code-invalid',
    tx: 'not-in-vs',
    messageId: 'None_of_the_provided_codes_are_in_the_value_set_one',
    text: `The provided code '${coding.system ?? ''}#${code}${display}' was not found in the value set '${nameOf(valueSet)}'`,
    expression: `${path}code`,
  }
  return { ...known, coding, isValid: false, issues: [outside, ...issues] }
}

function answer(
  { coding, isValid, issues, system, display, normalized, status }: Verdict,
  { input }: Call,
): Resource {
  const errors = issues.filter(({ severity }) => severity === undefined || severity === 'error')
  // A remark on the display is no message about the code.
  const told = errors.length > 0 ? errors : issues.filter(({ tx }) => tx === 'code-comment')
  const concept = input.all('codeableConcept')[0]
  return parametersOf([
    { name: 'result', valueBoolean: isValid },
    coding.code === undefined ? undefined : { name: 'code', valueCode: coding.code },
    coding.system === undefined ? undefined : { name: 'system', valueUri: coding.system },
    system && { name: 'version', valueString: system.version },
    display === undefined ? undefined : { name: 'display', valueString: display },
    normalized === undefined ? undefined : { name: 'normalized-code', valueCode: normalized },
    concept as Parameter | undefined,
    status === undefined ? undefined : { name: 'inactive', valueBoolean: true },
    status === undefined ? undefined : { name: 'status', valueCode: status },
    told.length === 0
      ? undefined
      : { name: 'message', valueString: told.map(({ text }) => text).join('; ') },
    issues.length === 0 ? undefined : { name: 'issues', resource: outcomeOf(issues) },
  ])
}
