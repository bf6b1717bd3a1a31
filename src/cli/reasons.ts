import { type LinkResultItem, reasonInWords } from '../medlink.ts'

/** Fields of a result that the words of a verdict need. */
type Judged = Pick<LinkResultItem, 'is_linked'> & {
  readonly metadata: { readonly link_reason: string }
}

/** The contract's word: linked, or why not. */
export function reasonOf({ is_linked, metadata }: Judged): string {
  return is_linked ? 'linked' : String(metadata.link_reason ?? '')
}

/** The same for people, with a tick before a yes. */
export function verdictOf(item: Judged): string {
  return item.is_linked ? '✓ linked' : reasonInWords(reasonOf(item))
}

/** A score in plain lines and tables: '' where the ontology has none. */
export function scoreOf({ score }: Pick<LinkResultItem, 'score'>): string {
  return score === null ? '' : score.toFixed(4)
}
