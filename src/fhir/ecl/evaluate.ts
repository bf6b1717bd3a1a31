import type { CodeTable } from '../../medlink.ts'
import {
  above,
  below,
  difference,
  everyCode,
  intersection,
  type NumberSet,
  setOf,
  union,
} from '../number-set.ts'
import { type BinaryOperator, EclError, type Expression, type HierarchyOperator } from './parse.ts'

/** Active codes of a table that an expression selects. @throws EclError for a concept that the table lacks */
export function evaluateEcl(expression: Expression, table: CodeTable): NumberSet {
  const selected = evaluate(expression, table)
  return intersection(selected, everyCode(table, true))
}

/**
 * True if a constraint selects an expression of the compositional grammar: one that is below its focus concepts, which are all
 * that is known of it. It is neither a code itself nor directly below one.
 */
export function selectsExpression(
  constraint: Expression,
  foci: readonly number[],
  table: CodeTable,
): boolean {
  switch (constraint.kind) {
    case 'every':
      return true
    case 'concept':
      return false
    case 'hierarchy': {
      if (constraint.operator !== '<' && constraint.operator !== '<<') return false
      const under = step('<<', evaluate(constraint.of, table), table)
      return foci.some((focus) => under[focus] === 1)
    }
    case 'binary': {
      const [first, ...others] = constraint.operands.map((operand) =>
        selectsExpression(operand, foci, table),
      )
      if (constraint.operator === 'OR') return first! || others.includes(true)
      if (constraint.operator === 'AND') return first! && !others.includes(false)
      return first! && !others.includes(true)
    }
  }
}

function evaluate(expression: Expression, table: CodeTable): NumberSet {
  switch (expression.kind) {
    case 'every':
      return everyCode(table, true)
    case 'concept':
      return setOf(table, [requireConcept(expression.code, table)])
    case 'hierarchy':
      return step(expression.operator, evaluate(expression.of, table), table)
    case 'binary':
      return expression.operands
        .map((operand) => evaluate(operand, table))
        .reduce(COMBINE[expression.operator])
  }
}

const COMBINE: Readonly<Record<BinaryOperator, (one: NumberSet, other: NumberSet) => NumberSet>> = {
  AND: intersection,
  OR: union,
  MINUS: difference,
}

function step(operator: HierarchyOperator, from: NumberSet, table: CodeTable): NumberSet {
  const distance = operator.endsWith('!') ? 'one' : 'all'
  const reached = (operator.startsWith('<') ? below : above)(table, from, distance)
  const isWithSelf = operator.startsWith('<<') || operator.startsWith('>>')
  return isWithSelf ? union(reached, from) : reached
}

/** A term next to a code is for readers: it selects nothing. */
function requireConcept(code: string, table: CodeTable): number {
  const number = table.find(code)
  if (number === undefined) throw new EclError(`Unknown SNOMED Concept Id: ${code}`)
  return number
}
