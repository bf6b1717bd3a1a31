/** Packages with code in dist/: the folder of each, the file of its licence, and, if that is not all, the files that are bundled. */
export const BUNDLED = [
  {
    name: 'natural',
    licence: 'LICENSE.txt',
    files: [
      'lib/natural/stemmers/porter_stemmer.js',
      'lib/natural/stemmers/stemmer.js',
      'lib/natural/tokenizers/aggressive_tokenizer.js',
      'lib/natural/tokenizers/tokenizer.js',
      'lib/natural/util/stopwords.js',
    ],
  },
  { name: 'zod', licence: 'LICENSE' },
  { name: 'csv-parse', licence: 'LICENSE' },
  { name: '@lhncbc/ucum-lhc', licence: 'LICENSE.md' },
  { name: 'is-integer', licence: 'LICENSE.md' },
  { name: 'is-finite', licence: 'license' },
  // Its licence is that of Medlink, whose text comes along; a web page is spared the 11 kB.
  {
    name: 'flexsearch',
    licence: 'dist/flexsearch.bundle.module.min.mjs',
    files: ['dist/flexsearch.bundle.module.min.mjs'],
  },
] as const
