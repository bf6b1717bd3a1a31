/** `CodeSystem/$subsumes`: whether one code is above the other. */
import { numberIn } from './lookup.ts'
import type { Call, Context } from './operation.ts'
import { FhirError, invalid } from './outcome.ts'
import { parametersOf } from './parameters.ts'
import type { Resource } from './resources.ts'

type Outcome = 'equivalent' | 'subsumes' | 'subsumed-by' | 'not-subsumed'

export function subsumes({ medlink, systems }: Context, { input }: Call): Resource {
  const [a, b] = [input.coding('codingA'), input.coding('codingB')]
  const uri = a?.system ?? input.text('system')
  if (uri === undefined) throw invalid('the parameter system is missing', 'system')
  if (b?.system !== undefined && b.system !== uri)
    throw invalid('codingA and codingB must be of one code system', 'codingB')
  const codeA = a?.code ?? input.requireText('codeA')
  const codeB = b?.code ?? input.requireText('codeB')
  const system = systems.require(uri, a?.version ?? input.text('version'))
  if (b?.version !== undefined && systems.require(uri, b.version).version !== system.version)
    throw new FhirError(400, {
      code: 'not-supported',
      text: 'codes of two versions cannot be compared',
    })
  const { ontology, installed } = system
  const [one, other] = medlink.codes(ontology, installed.version, (table) =>
    [codeA, codeB].map((code) => table.codeOf(numberIn(table, code, system))),
  ) as [string, string]
  const isAbove = (upper: string, lower: string) =>
    medlink.isUnder(ontology, lower, upper, installed.version)
  const outcome: Outcome =
    one === other
      ? 'equivalent'
      : isAbove(one, other)
        ? 'subsumes'
        : isAbove(other, one)
          ? 'subsumed-by'
          : 'not-subsumed'
  return parametersOf([
    { name: 'outcome', valueCode: outcome },
    { name: 'system', valueUri: system.uri },
    { name: 'version', valueString: system.version },
  ])
}
