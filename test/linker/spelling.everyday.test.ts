/**
 * Proves of everyday words:
 * 1. none is read as another word, however near that is; as another form of itself it is; nor is an act
 * 2. misspelt words are still corrected, and words that only books have
 * 3. in a phrase of the tables its other words say what is meant
 */
import { expect, onTestFinished, test } from 'vitest'
import { isWithinOneEdit } from '../../src/language/distance.ts'
import { isEverydayWord } from '../../src/language/everyday-words.ts'
import { lightnessOf } from '../../src/linker/align.ts'
import { Expander } from '../../src/linker/expand.ts'
import { PhraseBook } from '../../src/linker/phrases.ts'
import { analyzer, openNames, phrase } from '../support/linker.ts'

/** A clinical word, and words of everyday English one edit from it. */
const ONE_EDIT = `
autistic: artistic
bearing: tearing baring
beating: betting eating heating
belching: beaching benching
bites: bytes sites cites
bleed: breed blend
bleeding: breeding blending
blister: blaster bluster
blood: flood blond brood
boils: bails bowls broils
brain: drain grain brawn
breast: beast abreast
breathing: breaching
breech: breach beech
bruise: cruise braise
burned: buried turned
callus: calls callous
cancer: cancel canter dancer
caries: cares carries varies
catching: watching matching patching
cheek: check creek
chills: hills
choking: cooking chowing coking
clots: plots slots
colic: comic
colon: colony
corneal: cornmeal
corns: coins acorns cords
cough: rough tough bough
coughing: couching roughing
cramp: champ clamp tramp
croup: group
crushing: crashing brushing
crying: trying drying frying
cushing: pushing rushing
cysts: costs casts
death: depth dearth heath
dejection: ejection
dental: mental denial
detection: detention
distress: mistress
drowning: frowning crowning
dumping: jumping pumping bumping
falling: calling failing filling
fasting: lasting tasting
fetal: fatal metal petal
fever: fewer never
flank: blank frank clank
flashes: clashes fleshes
flushing: flashing blushing
gambling: garbling rambling
gland: grand bland
goiter: loiter
graft: grant craft draft
grave: brave grace grade
gripe: grape grope
hearing: heading gearing
herpes: heroes
hives: gives hides lives
infected: injected
infection: injection
infested: ingested invested
injured: insured
itching: ditching hitching
jogging: logging bogging
joint: point
limping: liming lumping
liver: river lover diver
lumbar: lumber
mallet: ballet wallet
menses: lenses messes senses
mumps: jumps dumps lumps
nasal: naval
nerve: serve verve
overdose: overdoes overdone
palsy: pansy
piles: files miles pills
plague: plaque
pleural: plural
prostate: prostrate
pubic: public
pulse: purse
rabies: babies rubies
rashes: crashes ashes
rectal: recital
renal: penal regal rental
retching: reaching etching fetching
rickets: tickets crickets pickets
scald: scold
scars: scans stars
shaking: sharing shaping
shingles: singles
shock: stock shook
sighing: signing sighting
sinus: minus sings sinks
sleep: asleep sheep steep
smoking: stoking
sneezing: sneering
snoring: storing scoring
spine: spite shine spike
sprained: strained
sting: string suing swing
stone: store shone stole
stool: spool
strain: train stain
stress: strews
stroke: strike stoke strode
sweat: sweet swept
sweating: seating
swelling: selling spelling dwelling
teeth: tenth
tension: pension
throat: threat
tingling: mingling jingling
toxic: topic tonic
tumor: tutor
twins: thins twigs
urine: brine
warts: parts waits wants
wasting: waiting wanting casting
wheezing: wheeling
wound: bound found pound
wrist: waist wrest writs
`
  .trim()
  .split('\n')
  .map((line) => line.split(': '))
  .map(([clinical, words]) => ({ clinical: clinical!, words: words!.split(' ') }))

/** The words by which an index with these names has a word found, and what each counts for. */
function finder(names: readonly string[]): (word: string) => Record<string, number> {
  const { index } = openNames(names)
  onTestFinished(() => index.close())
  const lightness = lightnessOf(index, new Map())
  const expander = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
  return (word) => {
    const [reading] = expander.expand(analyzer.analyze(word), word, 1)
    const found = reading!.slots.flatMap(({ alternatives }) => alternatives)
    return Object.fromEntries(found.map(({ form, weight }) => [form, weight]))
  }
}

test('none is read as the clinical word that it is one edit from', () => {
  const find = finder(ONE_EDIT.map(({ clinical }) => clinical))
  for (const { clinical, words } of ONE_EDIT) {
    expect(find(clinical)[clinical]).toBe(1)
    expect(words.filter((word) => !isWithinOneEdit(word, clinical))).toEqual([])
    expect(words.filter((word) => find(word)[clinical] !== undefined)).toEqual([])
  }
  expect(find('canccer')).toEqual({ cancer: 0.92 })
})

test('one that the index has in another form is read as that', () => {
  expect(isEverydayWord('calluses')).toBe(true)
  expect(finder(['Callus'])('calluses')).toEqual({ callus: 0.92 })
  expect(finder(['Calluna'])('calluses')).toEqual({})
})

test('nor is what is done to a patient', () => {
  expect(finder(['Stringing'])('syringing')).toEqual({})
  expect(finder(['Stringing'])('striinging')).not.toEqual({})
})

test('there are two hundred of them', () => {
  expect(ONE_EDIT.flatMap(({ words }) => words).length).toBeGreaterThan(200)
})

test.each([
  { misspelt: 'sweling', clinical: 'swelling' },
  { misspelt: 'feaver', clinical: 'fever' },
  { misspelt: 'hepatitus', clinical: 'hepatitis' },
  { misspelt: 'diabetis', clinical: 'diabetes' },
  { misspelt: 'brest', clinical: 'breast' },
  { misspelt: 'colen', clinical: 'colon' },
  { misspelt: 'choler', clinical: 'cholera' },
])('$misspelt is corrected to $clinical', ({ misspelt, clinical }) => {
  expect(isEverydayWord(misspelt)).toBe(false)
  const found = finder([clinical])(misspelt)
  expect(Object.keys(found)).toEqual([clinical])
  expect(found[clinical]).toBeGreaterThan(0.8)
})

test.each(['about', 'cancel', 'zoom', 'a'])('"%s" is an everyday word', (word) => {
  expect(isEverydayWord(word)).toBe(true)
})

test('"hart" is a word, "hart attack" a misspelt phrase', () => {
  const names = ['Heart', 'Acute myocardial infarction']
  const { index } = openNames(names, [phrase('heart attack', 'acute myocardial infarction')])
  onTestFinished(() => index.close())
  const lightness = lightnessOf(index, new Map())
  const expander = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
  const read = (text: string) =>
    [...expander.expand(analyzer.analyze(text), text)].map(({ words }) =>
      words.map(({ form }) => form).join(' '),
    )
  expect(read('hart')).toEqual(['hart'])
  expect(read('hart attack')).toContain('acute myocardial infarction')
})

test('nor is one in a phrase, with another letter and another sound', () => {
  const names = ['Feel', 'Well', 'Malaise']
  const { index } = openNames(names, [phrase('not feeling well', 'malaise')])
  onTestFinished(() => index.close())
  const lightness = lightnessOf(index, new Map())
  const expander = new Expander(index, lightness, analyzer, new PhraseBook(index, analyzer))
  const isMalaise = (text: string) =>
    [...expander.expand(analyzer.analyze(text), text)].some(({ words }) =>
      words.some(({ form }) => form === 'malaise'),
    )
  expect(['not feeling well', 'not feeding well', 'not healing well'].map(isMalaise)).toEqual([
    true,
    false,
    false,
  ])
})
