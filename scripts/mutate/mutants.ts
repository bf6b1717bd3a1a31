import ts from 'typescript'

/** One change of a source text. */
export interface Mutant {
  /** Where what is replaced begins and ends: characters of the source text. */
  readonly from: number
  readonly to: number
  /** The line that it begins on, from 1. */
  readonly line: number
  readonly before: string
  readonly after: string
}

/** Each comparison with its neighbour: the bound itself changes sides, and what is equal becomes different. */
const COMPARISONS = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])
const LOGICAL = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])
const EXTREMES = new Map([
  ['min', 'max'],
  ['max', 'min'],
])

/** The changes of a source text that some test should notice, in the order of the text. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const replace = (node: ts.Node, after: string) => {
    const from = node.getStart(file)
    const before = source.slice(from, node.end)
    if (before === after) return
    const line = file.getLineAndCharacterOfPosition(from).line + 1
    mutants.push({ from, to: node.end, line, before, after })
  }
  const visit = (node: ts.Node): void => {
    if (!isRun(node)) return
    if (ts.isNumericLiteral(node) && isDecision(node)) replace(node, otherNumber(Number(node.text)))
    if (ts.isBinaryExpression(node) && !isCounting(node)) {
      const { kind } = node.operatorToken
      const other = COMPARISONS.get(kind) ?? LOGICAL.get(kind)
      if (other !== undefined) replace(node.operatorToken, other)
    }
    if (ts.isIfStatement(node) && isGuard(node))
      for (const after of ['true', 'false']) replace(node.expression, after)
    const answer = answerOf(node)
    if (answer !== undefined)
      for (const after of ['true', 'false'])
        replace(answer, ts.isBlock(answer) ? `{ return ${after} }` : after)
    if (ts.isPropertyAccessExpression(node) && node.expression.getText(file) === 'Math') {
      const other = EXTREMES.get(node.name.text)
      if (other !== undefined) replace(node.name, other)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return mutants.sort((a, b) => a.from - b.from || b.to - a.to)
}

/** The source text with the change. */
export function mutate(source: string, { from, to, after }: Mutant): string {
  return source.slice(0, from) + after + source.slice(to)
}

/** Neither types nor imports decide anything, nor does what an error says. */
function isRun(node: ts.Node): boolean {
  return !(
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isThrowStatement(node)
  )
}

/** Any number of a constant; within a function 0 and 1 only where they are the outcome, for they count things elsewhere. */
function isDecision(node: ts.NumericLiteral): boolean {
  const { parent } = node
  if (ts.isElementAccessExpression(parent)) return false
  if (ts.findAncestor(node, ts.isFunctionLike) === undefined) return true
  if (Number(node.text) > 1 || node.text.includes('.')) return true
  return (
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    ts.isReturnStatement(parent)
  )
}

/** A number that is noticeably another one, on the same side of 0: a tenth more or less of a share, a quarter of a count. */
function otherNumber(value: number): string {
  if (value === 0) return '1'
  if (value === 1) return '0'
  if (value > 1) return String(Math.max(1, Math.floor(value / 4)))
  return String(Number((value > 0.5 ? value - 0.1 : value + 0.1).toFixed(9)))
}

/** `i < …` of a loop that counts: where it ends is no decision. */
function isCounting({ parent, operatorToken, left }: ts.BinaryExpression): boolean {
  return (
    ts.isForStatement(parent) &&
    operatorToken.kind === ts.SyntaxKind.LessThanToken &&
    ts.isIdentifier(left)
  )
}

/** True if what follows an `if` is left out when its condition holds. */
function isGuard({ thenStatement: then }: ts.IfStatement): boolean {
  const last = ts.isBlock(then) ? then.statements.at(-1) : then
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isContinueStatement(last) ||
      ts.isBreakStatement(last) ||
      ts.isThrowStatement(last))
  )
}

/** The body of a function that says that it answers with yes or no. */
function answerOf(node: ts.Node): ts.ConciseBody | undefined {
  if (!ts.isFunctionLike(node) || !('body' in node)) return undefined
  const { type, body } = node
  if (type?.kind === ts.SyntaxKind.BooleanKeyword) return body
  if (type !== undefined && ts.isTypePredicateNode(type)) return body
  return undefined
}
