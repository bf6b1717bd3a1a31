/** Below data/: words that titles are made with; release/titles.ts reads them, and what it makes of them is a column. */
export const TITLE_WORDS_TABLE = 'icd-10-cm/title-words.tsv'
