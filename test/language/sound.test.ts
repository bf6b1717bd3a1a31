/**
 * Proves of sounds:
 * 1. words that people spell as they hear them sound like the words that they mean
 * 2. words that are heard apart do not sound alike
 * 3. any string has a sound, the same each time
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soundOf } from '../../src/language/sound.ts'

/** What is meant: how it is spelled. */
const ALIKE = `
pneumonia: newmonia numonia pnemonia neumonia
seizure: siezure seezure
diarrhea: diarea diarhea diarrea
diphtheria: diptheria difteria difhtheria
psoriasis: soriasis
ptosis: tosis
phthisis: tisis thisis
knee: nee
gnathic: nathic
mnemonic: nemonic
wrist: rist
xerosis: zerosis serosis
asthma: asma azma
phlegm: flem
limb: lim
column: colum
stitch: stich
ecchymosis: ekymosis
schizophrenia: skizofrenia skitzofrenia
cholesterol: kolesterol
chronic: kronic
weight: weit
hypertension: hipertention hypertenshon
special: speshal
cirrhosis: sirosis cirosis
scissors: sissors
jaundice: jondise
edge: ege
eczema: exzema eksema
bronchitis: bronkitis
acne: akne
quinsy: kinsy
typhoid: tifoid
varicose: waricose
hernia: ernia
hemorrhage: hemorage hemmorhage
rheumatism: rumatizm
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [meant, spelled] = line.split(': ')
    return spelled!.split(' ').map((each) => ({ meant: meant!, spelled: each }))
  })

test.each(ALIKE)('$spelled sounds like $meant', ({ meant, spelled }) => {
  expect(soundOf(spelled)).toBe(soundOf(meant))
})

test.each([
  ['fever', 'liver'],
  ['asthma', 'stoma'],
  ['hypertension', 'hypotension'],
  ['colon', 'column'],
  ['chest', 'chess'],
  ['ileum', 'lium'],
  ['gout', 'goiter'],
])('%s does not sound like %s', (one, other) => {
  expect(soundOf(one)).not.toBe(soundOf(other))
})

test.each([
  ['newmonia', 'nmn'],
  ['eczema', 'aksm'],
  ['aaa', 'a'],
  ['', ''],
  ['糖尿病', '糖尿病'],
])('%s sounds "%s"', (word, sound) => {
  expect(soundOf(word)).toBe(sound)
})

test('any string has a sound that is no longer than twice the string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (word) => {
      expect(soundOf(word).length).toBeLessThanOrEqual(2 * word.length)
      expect(soundOf(word)).toBe(soundOf(word))
    }),
  )
})
