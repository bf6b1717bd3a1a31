/** Findings and disorders, and how a patient stands to them. */

import { extra, type Hierarchy, optional, required, type Sources, top } from './hierarchy.ts'
import { ATTRIBUTE } from './sctid.ts'

/** Templates around a core, the same for disorders with any head. */
const DISORDER_OTHERS = [
  '<quality> <site.adjective> <head> (due to <cause>) ( , <grade>)',
  '<quality> <head> (of <site>) (caused by <cause>) ( , <grade>)',
  '<head> (of <site>) (secondary to <cause>) ( , <quality>) ( , <grade>)',
  '<grade> <quality> <head> (of <site>) (due to <cause>)',
  '<site.adjective> <quality> <head> (caused by <cause>)',
  '<eponym> disease (of <site>)',
]

export function describeFindings({
  words,
  concept,
  either,
  disease,
  surname,
  chemical,
  term,
  place,
  organism,
  substance,
  grade,
  quality,
}: Sources): Hierarchy[] {
  return [
    {
      name: 'clinical finding',
      top: top('404684003', 'Clinical finding', 'finding'),
      count: 126_809,
      kinds: [
        {
          tag: 'disorder',
          share: 0.46,
          slots: [
            required('head', either(0.66, words('disorders'), disease)),
            optional('site', place, ATTRIBUTE.findingSite),
            optional('quality', quality),
            optional(
              'cause',
              either(0.55, words('causes'), either(0.85, substance, organism)),
              ATTRIBUTE.causativeAgent,
            ),
            optional('grade', grade),
            extra('eponym', surname, 0.04),
          ],
          official: '<quality> <head> (of <site>) (due to <cause>) ( , <grade>)',
          phrase: '<quality> <head> (of <site>)',
          others: DISORDER_OTHERS,
        },
        {
          tag: 'disorder',
          share: 0.1,
          slots: [
            required('name', either(0.75, disease, surname)),
            required('kind', words('disease words')),
            optional('trait', either(0.5, term, disease)),
            optional('quality', quality),
            optional('grade', grade),
            extra('eponym', surname, 0.2),
          ],
          official: '<quality> <name.adjective> <trait> <kind> <grade>',
          others: [
            '<quality> <trait> <name.adjective> <kind> <grade>',
            '<kind> of <name> <trait> ( , <quality>) ( , <grade>)',
            '<eponym> <kind> <grade>',
          ],
        },
        {
          tag: 'disorder',
          share: 0.06,
          slots: [
            required('infection', words('infections')),
            required('agent', organism, ATTRIBUTE.causativeAgent),
            optional('site', place, ATTRIBUTE.findingSite),
            optional('quality', quality),
          ],
          official: '<quality> <infection> (of <site>) caused by <agent>',
          others: [
            '<quality> <agent> <infection> (of <site>)',
            '<quality> <site.adjective> <infection> due to <agent>',
            '<agent> <site.adjective> <infection> ( , <quality>)',
          ],
        },
        {
          tag: 'disorder',
          share: 0.07,
          slots: [
            required('event', words('toxic events')),
            required('agent', substance, ATTRIBUTE.causativeAgent),
            optional('quality', quality),
          ],
          official: '<quality> <event> <agent>',
          others: ['<event> <agent> ( , <quality>)', '<agent> - <quality> <event> substance'],
        },
        {
          tag: 'finding',
          share: 0.24,
          slots: [
            required('head', either(0.72, words('symptoms'), disease)),
            required('site', place, ATTRIBUTE.findingSite),
            optional('quality', words('finding qualities')),
            optional('time', quality),
          ],
          official: '<quality> <time> <head> of <site>',
          others: [
            '<quality> <time> <site.adjective> <head>',
            '<head> of <site> ( , <quality>) ( , <time>)',
            '<site.adjective> <head> ( , <quality>) ( , <time>)',
          ],
        },
        {
          tag: 'finding',
          share: 0.07,
          slots: [
            required('quality', words('finding qualities')),
            required('analyte', either(0.75, substance, chemical)),
            optional('fluid', words('specimens')),
          ],
          official: '<quality> <analyte> level (in <fluid>)',
          others: [
            '<fluid> <analyte> <quality>',
            '<quality> level of <analyte> (in <fluid>)',
            '<analyte> level <quality> (in <fluid>)',
          ],
        },
      ],
    },
    {
      name: 'situation',
      top: top('243796009', 'Situation with explicit context', 'situation'),
      count: 5053,
      kinds: [
        {
          tag: 'situation',
          share: 1,
          slots: [
            required('context', words('contexts')),
            required('of', concept('clinical finding'), ATTRIBUTE.associatedFinding),
          ],
          official: '<context> <of>',
          others: ['<of> - <context> disorder'],
        },
      ],
    },
  ]
}
