import type { CONTEXT, Context } from './qualifiers.ts'

/** Statements about words: how sure each is, 0 for none, and its trigger. */
export interface Layer {
  readonly scores: Float64Array
  readonly because: (string | undefined)[]
  /** The word behind what says so. */
  readonly sources: Int32Array
}

/** Statements of a text about each of its words. */
export interface Scopes {
  /** Statements by the words before. */
  readonly ahead: Readonly<Record<Context, Layer>>
  /** Statements by the words after. */
  readonly behind: Readonly<Record<Context, Layer>>
  /** Words that are said to be there, whatever was denied before. */
  readonly asserted: Uint8Array
  /** Words of a choice, which is doubted where no other statement reaches it: "gout or pseudogout". */
  readonly choices: Uint8Array
}

/** Layers of a text of N words with no statements. */
export function emptyScopes(size: number): Scopes {
  return {
    ahead: layersOf(size),
    behind: layersOf(size),
    asserted: new Uint8Array(size),
    choices: new Uint8Array(size),
  }
}

/** A layer of N words with no statements. */
export function emptyLayer(size: number): Layer {
  return {
    scores: new Float64Array(size),
    because: new Array<string | undefined>(size),
    sources: new Int32Array(size),
  }
}

function layersOf(size: number): Record<Context, Layer> {
  return {
    absent: emptyLayer(size),
    suspected: emptyLayer(size),
    past: emptyLayer(size),
    family: emptyLayer(size),
    planned: emptyLayer(size),
  } satisfies Record<keyof typeof CONTEXT, Layer>
}

/** Notes what something says of the words of [from, to), where nothing surer is said. */
export function paint(
  { scores, because, sources }: Layer,
  from: number,
  to: number,
  { phrase, score }: { readonly phrase: string; readonly score: number },
  source: number,
): void {
  for (let at = from; at < to; at++) {
    if (scores[at]! > score) continue
    scores[at] = score
    because[at] = phrase
    sources[at] = source
  }
}
