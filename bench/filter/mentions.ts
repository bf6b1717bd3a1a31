import { pick, randomEdit, seededRandom, weightedDrawer } from '../../scripts/support/random.ts'
import type { Name } from '../subject.ts'

/** How often a name of one word is meant, of two, and so on: about as among the mentions of clinic-icd. */
const WEIGHTS = [35, 27, 20, 9, 6, 3] as const
/** What is said of people; the others are entries of tables and the release's own abbreviations. */
const SAID: readonly string[] = ['preferred', 'synonym', 'curated']
const BEFORE = [
  ...['h/o', 'hx of', 'known', 'k/c/o', 'c/o', 's/p', 'r/o', '?', 'suspected', 'possible', 'old'],
  ...['acute', 'chronic', 'recurrent', 'severe', 'mild', 'mod', 'left', 'right', 'b/l', 'Lt.'],
] as const
const BEHIND = [
  ...['left', 'right', 'bilateral', 'b/l', '(L)', '- right side', 'NOS', 'unspecified', 'stable'],
  ...['x 3 days', 'since 2019', '2 yrs', 'x 1 week', 'on treatment', 'on rx', 'controlled', 'f/u'],
  ...['worsening', 'improving', 'post op', 'in remission', 'uncontrolled', 'with pain', 'resolved'],
] as const

/** How many mentions are changed in each way; several ways may come together. */
const SHARES = { before: 0.3, behind: 0.3, typo: 0.12, dropped: 0.1, capitals: 0.05, turned: 0.7 }

/**
 * Mentions as they are noted every day, each other than all the others: names of at most six words, mostly in small letters, with
 * what people put before and behind, a slip or a word too few; "Fracture, femur" is mostly turned to "femur fracture". The
 * same seed gives the same ones.
 */
export function everydayMentions(names: readonly Name[], count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const said = names.filter(({ kind }) => SAID.includes(kind))
  const groups = WEIGHTS.map((weight, i) => ({
    weight,
    names: said.filter(({ text }) => text.split(/\s+/).length === i + 1),
  }))
  const drawGroup = weightedDrawer(groups, random)
  const mentions = new Set<string>()
  while (mentions.size < count)
    mentions.add(mentionOf(pick(drawGroup().names, random).text, random))
  return [...mentions]
}

function mentionOf(name: string, random: () => number): string {
  const happens = (share: number) => random() < share
  let text = happens(SHARES.turned) ? turned(name) : name
  if (happens(SHARES.dropped)) text = withoutWord(text, random)
  if (happens(SHARES.typo)) text = randomEdit(text, random) ?? text
  if (happens(SHARES.before)) text = `${pick(BEFORE, random)} ${text}`
  if (happens(SHARES.behind)) text = `${text} ${pick(BEHIND, random)}`
  return happens(SHARES.capitals) ? text.toUpperCase() : text.toLowerCase()
}

/** "Fracture, traumatic, femur" as one says it: "femur traumatic fracture". */
function turned(name: string): string {
  return name.split(/,\s*/).reverse().join(' ')
}

/** Without one of its words, where there are three at least. */
function withoutWord(text: string, random: () => number): string {
  const words = text.split(/\s+/)
  if (words.length > 2) words.splice(Math.floor(random() * words.length), 1)
  return words.join(' ')
}
