/** Procedures, and what they are done with. */
import { extra, type Hierarchy, optional, required, type Sources, top } from './hierarchy.ts'
import { ATTRIBUTE } from './sctid.ts'

export function describeProcedures({
  words,
  made,
  concept,
  either,
  surname,
  chemical,
  term,
  place,
  substance,
}: Sources): Hierarchy[] {
  return [
    {
      name: 'procedure',
      top: top('71388002', 'Procedure', 'procedure'),
      count: 59_650,
      kinds: [
        {
          tag: 'procedure',
          share: 0.5,
          slots: [
            required('action', words('actions')),
            required('site', place, ATTRIBUTE.procedureSite),
            optional('quality', words('procedure qualities')),
            optional('device', either(0.8, words('devices'), made('brand', 0.2))),
          ],
          official: '<quality> <action> <site> (using <device>)',
          others: [
            '<quality> <site.adjective> <action.adjective> (using <device>)',
            '<site.adjective> <action.adjective> ( , <quality>) (with <device>)',
            '<action> <site> ( , <quality>) (by <device>)',
          ],
        },
        {
          tag: 'procedure',
          share: 0.14,
          slots: [
            required('operation', made('procedure', 0.5)),
            optional('site', place, ATTRIBUTE.procedureSite),
            optional('quality', words('procedure qualities')),
            extra('eponym', surname, 0.2),
          ],
          official: '<quality> <operation> (of <site>)',
          others: [
            '<quality> <site.adjective> <operation>',
            '<operation> (of <site>) ( , <quality>)',
            '<eponym> operation (on <site>)',
          ],
        },
        {
          tag: 'procedure',
          share: 0.16,
          slots: [
            required('imaging', words('imaging')),
            required('site', place, ATTRIBUTE.procedureSite),
            optional('contrast', either(0.5, words('procedure qualities'), substance)),
          ],
          official: '<imaging> <site> (with <contrast>)',
          others: [
            '<site.adjective> <imaging.adjective> (with <contrast>)',
            '<imaging.adjective> <site> (with <contrast>)',
          ],
        },
        {
          tag: 'procedure',
          share: 0.14,
          slots: [
            required('analyte', either(0.85, substance, chemical)),
            required('fluid', words('specimens')),
            optional('method', term),
          ],
          official: 'measurement of <analyte> in <fluid> (by <method> method)',
          others: [
            '<fluid> <analyte> measurement (by <method> method)',
            '<analyte> level in <fluid> ( , <method>)',
            '<fluid> <analyte> assay (by <method> technique)',
          ],
        },
        {
          tag: 'regime/therapy',
          share: 0.06,
          slots: [
            required('therapy', words('therapies')),
            required('target', concept('clinical finding')),
            optional('quality', words('procedure qualities')),
          ],
          official: '<quality> <therapy> <target>',
          others: ['<therapy> <target> ( , <quality>)', '<target> - <therapy> condition'],
        },
      ],
    },
    {
      name: 'product',
      top: top('373873005', 'Pharmaceutical / biologic product', 'product'),
      count: 25_695,
      kinds: [
        {
          tag: 'clinical drug',
          share: 0.5,
          slots: [
            required('base', substance, ATTRIBUTE.activeIngredient),
            required('strength', words('strengths')),
            required('form', words('forms')),
          ],
          official: 'product containing precisely <base> <strength>/1 each <form>',
          preferred: '<base> <strength> <form>',
          others: ['<form> <base> <strength>', '<strength> <base> <form>'],
        },
        {
          tag: 'medicinal product',
          share: 0.3,
          slots: [
            required('base', substance, ATTRIBUTE.activeIngredient),
            optional('second', substance, ATTRIBUTE.activeIngredient),
            extra('trade', made('brand', 0.5), 0.3),
          ],
          official: 'product containing <base> (and <second>)',
          preferred: '<base> (and <second>) product',
          others: ['<base> (with <second>) medicine', '<trade> product'],
        },
        {
          tag: 'medicinal product form',
          share: 0.2,
          slots: [
            required('base', substance, ATTRIBUTE.activeIngredient),
            required('form', words('forms')),
          ],
          official: 'product containing only <base> in <form>',
          preferred: '<base> in <form>',
          others: ['<form> of <base>', '<base> <form>'],
        },
      ],
    },
    {
      name: 'physical object',
      top: top('260787004', 'Physical object', 'physical object'),
      count: 14_006,
      kinds: [
        {
          tag: 'physical object',
          share: 1,
          slots: [
            required('device', words('devices')),
            required('model', either(0.6, term, made('brand', 0.5))),
            optional('site', place),
            optional('quality', words('device qualities')),
          ],
          official: '<quality> <model> <site.adjective> <device>',
          others: [
            '<model> <device> (for <site>) ( , <quality>)',
            '<site.adjective> <device> <model>',
          ],
        },
      ],
    },
  ]
}
