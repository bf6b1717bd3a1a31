import type {
  Entity,
  EntityKind,
  LinkedOntology,
  LinkResultItem,
  ParsedComprehendRequest,
  ParsedLinkRequest,
} from '../../contract.ts'
import type { Work } from '../../index/work.ts'
import type { MentionLinker } from '../../linker/pipeline.ts'
import { rowsWithin, type TextLinks } from '../link-memory.ts'

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
  /** True if all words that are linked are of tables or of the index, so that the answer may be remembered. */
  readonly isNamed: boolean
  /** Links it. A measure of two values is two entities: "BP 140/90". */
  readonly link: (ask: AskLinker) => readonly Entity[]
}

/** Links the words of an entity, with the hints that the text gives. */
export type AskLinker = (
  query: string,
  options?: Partial<Pick<ParsedLinkRequest, 'metadata' | 'granularity' | 'assume'>>,
) => { readonly results: readonly LinkResultItem[] }

export interface AskOptions {
  readonly linker: MentionLinker
  readonly ontology: LinkedOntology
  readonly request: ParsedComprehendRequest
  readonly links: TextLinks
  /** Work that the whole text may cost. */
  readonly work: Work
  /** See {@link Draft}. */
  readonly isNamed: boolean
}

/** Returns a function that links entities by one vocabulary. */
export function askLinker(options: AskOptions): AskLinker {
  const { linker, ontology, links, work, isNamed } = options
  const { top_k, strictness } = options.request
  return (query, hints) => {
    const request: ParsedLinkRequest = {
      ...{ query, ontology, top_k, strictness, billable: false, collapse: 'concept' },
      ...{ assume: 'nothing', granularity: 'product' },
      ...hints,
    }
    const { assume, granularity, metadata = {} } = request
    const asked = `${top_k} ${strictness} ${assume} ${granularity} `
    const mention = `${query}\n${Object.entries(metadata).flat().join('\n')}`
    return {
      results: links.rowsOf(asked, mention, () => rowsWithin(linker, request, work), isNamed),
    }
  }
}
