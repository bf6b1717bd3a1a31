import type {
  Entity,
  EntityKind,
  LinkedOntology,
  LinkResult,
  ParsedLinkRequest,
} from '../../contract.ts'
import type { MentionLinker } from '../../linker/pipeline.ts'

/** A kind of entity that is no problem. */
export type OtherKind = Exclude<EntityKind, 'problem'>

/** An entity that is found and not linked yet. Offsets are UTF-16 indexes into the text. */
export interface Draft {
  readonly type: OtherKind
  /** Place of the name. */
  readonly begin: number
  readonly end: number
  /** Place of the name with the words that make it such an entity: "iron tablets", "HIV test". */
  readonly from: number
  readonly to: number
  /** Links it. A measure of two values is two entities: "BP 140/90". */
  readonly link: (ask: AskLinker) => readonly Entity[]
}

/** Parts of a request that hold for all entities of a text. */
export type AskedOfAll = Pick<ParsedLinkRequest, 'top_k' | 'strictness'>

/** Links the words of an entity, with the hints that the text gives. */
export type AskLinker = (
  query: string,
  options?: Partial<Pick<ParsedLinkRequest, 'metadata' | 'granularity' | 'assume'>>,
) => LinkResult

/** Returns a function that links entities by one vocabulary. */
export function askLinker(
  linker: Pick<MentionLinker, 'link'>,
  ontology: LinkedOntology,
  { top_k, strictness }: AskedOfAll,
): AskLinker {
  return (query, options) => {
    const request: ParsedLinkRequest = {
      ...{ query, ontology, top_k, strictness, billable: false, collapse: 'concept' },
      ...{ assume: 'nothing', granularity: 'product' },
      ...options,
    }
    return linker.link(request, '')
  }
}
