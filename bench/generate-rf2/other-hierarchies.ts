/** The hierarchies that no other one is named after. */
import { type Hierarchy, optional, required, type Sources, top } from './hierarchy.ts'

export function describeOthers({
  words,
  made,
  either,
  term,
  place,
  organism,
  substance,
  grade,
}: Sources): Hierarchy[] {
  return [
    {
      name: 'qualifier value',
      top: top('362981000', 'Qualifier value', 'qualifier value'),
      count: 12_191,
      kinds: [
        {
          tag: 'qualifier value',
          share: 1,
          slots: [
            required('term', either(0.2, words('qualifiers'), term)),
            optional('value', words('values')),
            optional('second', made('term', 0.52)),
            optional('grade', grade),
          ],
          official: '<term> <second> <value> <grade>',
          others: ['<value> <term> <second> <grade>', '<second> <term> <value> ( , <grade>)'],
        },
      ],
    },
    {
      name: 'observable entity',
      top: top('363787002', 'Observable entity', 'observable entity'),
      count: 10_950,
      kinds: [
        {
          tag: 'observable entity',
          share: 1,
          slots: [
            required('property', words('properties')),
            required('of', either(0.5, place, either(0.8, substance, term))),
            optional('fluid', words('specimens')),
            optional('method', term),
          ],
          official: '<property> <of> (in <fluid>) (by <method>)',
          others: [
            '<of> - <property> measurement (in <fluid>) (by <method>)',
            '<fluid> <property> <of> (by <method>)',
          ],
        },
      ],
    },
    {
      name: 'social context',
      top: top('48176007', 'Social context', 'social concept'),
      count: 4180,
      kinds: [
        {
          tag: 'occupation',
          share: 0.6,
          slots: [
            required('field', term),
            required('role', words('people')),
            optional('quality', words('qualifiers')),
          ],
          official: '<quality> <field> <role>',
          others: ['<role> ( , <field>) ( , <quality>)'],
        },
        {
          tag: 'ethnic group',
          share: 0.4,
          slots: [required('people', made('people', 0.7)), optional('second', made('people', 0.4))],
          official: '<people> <second>',
          others: ['<people> <second> people', '<people> <second> person'],
        },
      ],
    },
    {
      name: 'event',
      top: top('272379006', 'Event', 'event'),
      count: 3315,
      kinds: [
        {
          tag: 'event',
          share: 1,
          slots: [
            required('event', words('events')),
            required('thing', either(0.5, words('things'), either(0.5, organism, substance))),
            optional('quality', words('places')),
            optional('second', words('things')),
          ],
          official: '<event> <thing> (and <second>) (in <quality>)',
          others: ['<event> <thing> (with <second>) (at <quality>)'],
        },
      ],
    },
    {
      name: 'metadata',
      top: top('900000000000441003', 'SNOMED CT Model Component', 'metadata'),
      count: 1900,
      kinds: [
        {
          tag: 'foundation metadata concept',
          share: 1,
          slots: [
            required('name', either(0.4, term, made('surname', 0.4))),
            required('kind', words('refsets')),
            optional('quality', words('qualifiers')),
          ],
          official: '<name> <quality> <kind>',
          others: ['<kind> of <name> ( , <quality>)'],
        },
      ],
    },
    {
      name: 'environment',
      top: top('308916002', 'Environment or geographical location', 'environment / location'),
      count: 1876,
      kinds: [
        {
          tag: 'environment',
          share: 1,
          slots: [
            required('name', either(0.5, term, made('people', 0.5))),
            required('place', words('places')),
            optional('quality', words('qualifiers')),
          ],
          official: '<quality> <name> <place>',
          others: ['<place> ( , <name>) ( , <quality>)'],
        },
      ],
    },
    {
      name: 'specimen',
      top: top('123038009', 'Specimen', 'specimen'),
      count: 1823,
      kinds: [
        {
          tag: 'specimen',
          share: 1,
          slots: [
            required('collection', words('collections')),
            required('site', place),
            optional('action', made('procedure', 0.1)),
          ],
          official: '<collection> <site> (obtained by <action>)',
          others: ['<site.adjective> specimen (by <action>)'],
        },
      ],
    },
    {
      name: 'staging scale',
      top: top('254291000', 'Staging and scales', 'staging scale'),
      count: 1665,
      kinds: [
        {
          tag: 'assessment scale',
          share: 1,
          slots: [
            required('author', made('surname', 0.4)),
            required('scale', words('scales')),
            optional('topic', words('topics')),
            optional('term', term),
          ],
          official: '<author> <topic> <term> <scale>',
          others: ['<author> <scale> (for <topic>) <term>'],
        },
      ],
    },
    {
      name: 'record artifact',
      top: top('419891008', 'Record artifact', 'record artifact'),
      count: 695,
      kinds: [
        {
          tag: 'record artifact',
          share: 1,
          slots: [
            required('field', term),
            required('record', words('records')),
            optional('quality', words('qualifiers')),
          ],
          official: '<quality> <field> <record>',
          others: ['<record> of <field> ( , <quality>)'],
        },
      ],
    },
  ]
}
