import { attach } from '../clinical/attachment.ts'
import type { FoundAttribute } from '../clinical/attributes.ts'
import type { Attribute } from '../contract.ts'
import type { Mention, Note } from './mention.ts'

/** The attributes of each mention, as the contract has them. */
export function attributesOf(note: Note, mentions: readonly Mention[]): Attribute[][] {
  const { words, sentences, attributes } = note
  const all: Attribute[][] = mentions.map(() => [])
  for (const [at, sentence] of sentences.entries()) {
    const places = mentions.flatMap((mention, i) => (mention.sentence === at ? [i] : []))
    if (places.length === 0) continue
    const own = attributes.filter(({ from, to }) => from >= sentence.from && to <= sentence.to)
    const targets = places.map((i) => mentions[i]!)
    for (const { attribute, target, score } of attach(words, sentence, own, targets))
      all[places[target]!]!.push(attributeOf(note, own[attribute]!, score))
  }
  return all
}

function attributeOf(
  { text, words }: Note,
  { type, from, to, score }: FoundAttribute,
  relationship_score: number,
): Attribute {
  const begin_offset = words[from]!.start
  const end_offset = words[to - 1]!.end
  const hasOwnRelation = type === 'SYSTEM_ORGAN_SITE' || type === 'QUALITY'
  return {
    type,
    text: text.slice(begin_offset, end_offset),
    ...{ score, begin_offset, end_offset },
    relationship_type: hasOwnRelation ? type : 'OVERLAP',
    relationship_score,
  }
}
