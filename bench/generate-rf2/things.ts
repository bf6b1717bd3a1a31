/** What findings and procedures are named after: places in the body, organisms and substances. */

import {
  extra,
  type Hierarchy,
  type Kind,
  optional,
  required,
  type Sources,
  top,
} from './hierarchy.ts'

export function describeThings({
  words,
  made,
  either,
  disease,
  surname,
  genus,
  epithet,
  chemical,
  term,
  anatomical,
  organism,
  grade,
  quality,
}: Sources): Hierarchy[] {
  const bodyStructure = (tag: string, share: number, lead: string): Kind => ({
    tag,
    share,
    slots: [
      optional('layer', words('layers')),
      optional('part', words('parts')),
      optional('side', words('sides')),
      required('base', either(0.7, words('sites'), anatomical)),
      optional('segment', either(0.25, term, anatomical)),
    ],
    official: `${lead} <layer> <part> <side> <segment> <base>`,
    phrase: '<layer> <part> <side> <segment> <base>',
    phraseAdjective: '<side> <segment> <base.adjective> <layer.adjective> <part.adjective>',
    others: [
      '<layer> <part> <side> <segment> <base>',
      '<side> <segment> <base.adjective> <layer.adjective> <part.adjective>',
      '<base> <segment> <part.adjective> <layer.adjective> ( , <side>)',
      '<side> <layer.adjective> <part> <segment> <base>',
    ],
  })

  return [
    {
      name: 'body structure',
      top: top('123037004', 'Body structure', 'body structure'),
      count: 42_775,
      kinds: [
        bodyStructure('body structure', 0.62, 'structure of'),
        bodyStructure('body structure', 0.24, 'entire'),
        {
          tag: 'morphologic abnormality',
          share: 0.14,
          slots: [
            optional('quality', quality),
            required('head', either(0.35, words('morphologies'), disease)),
            optional('pattern', term),
            optional('grade', grade),
            extra('eponym', surname, 0.15),
          ],
          official: '<quality> <pattern> <head> ( , <grade>)',
          others: [
            '<head> ( , <pattern>) ( , <quality>) ( , <grade>)',
            '<grade> <quality> <pattern> <head>',
            '<eponym> lesion',
          ],
        },
      ],
    },
    {
      name: 'organism',
      top: top('410607006', 'Organism', 'organism'),
      count: 34_495,
      kinds: [
        {
          tag: 'organism',
          share: 0.84,
          slots: [
            required('genus', genus),
            required('epithet', epithet),
            optional('rank', words('ranks')),
            optional('variety', epithet),
            extra('former', genus, 0.35),
            extra('discoverer', surname, 0.06),
            extra('vernacular', term, 0.12),
          ],
          official: '<genus> <epithet> <rank> <variety>',
          phrase: '<genus> <epithet>',
          others: [
            '<former> <epithet> <rank> <variety>',
            '<genus> <epithet> <discoverer> <rank> <variety>',
            '<vernacular> organism <rank> <variety>',
          ],
        },
        {
          tag: 'organism',
          share: 0.16,
          slots: [
            required('name', either(0.5, genus, made('surname', 0.4))),
            required('kind', words('organism kinds')),
            optional('grade', grade),
            optional('host', term),
          ],
          official: '<host> <name> <kind> <grade>',
          others: ['<kind> <host> <name> <grade>', '<name> <host> <kind> ( , <grade>)'],
        },
      ],
    },
    {
      name: 'substance',
      top: top('105590001', 'Substance', 'substance'),
      count: 27_768,
      kinds: [
        {
          tag: 'substance',
          share: 0.66,
          slots: [
            required('base', chemical),
            optional('salt', words('salts')),
            optional('kind', words('substance kinds')),
            extra('trade', made('brand', 0.35), 0.25),
          ],
          official: '<base> <salt> <kind>',
          phrase: '<base> <salt>',
          others: [
            '<salt> <base> <kind>',
            '(<kind> of) <base> <salt>',
            '<trade> compound <salt> <kind>',
            'substance <base> <salt> <kind>',
          ],
        },
        {
          tag: 'substance',
          share: 0.34,
          slots: [
            required('kind', words('substance kinds')),
            required('target', either(0.2, organism, chemical)),
            optional('salt', words('ranks')),
          ],
          official: '<target> <kind> <salt>',
          others: [
            '<kind> to <target> <salt>',
            '<kind> of <target> <salt>',
            '<target> <salt> <kind>',
          ],
        },
      ],
    },
  ]
}
