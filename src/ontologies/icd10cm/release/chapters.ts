/**
 * The 22 chapters of ICD-10-CM: number, range of categories, title, as the tabular list heads them (CDC/NCHS and
 * CMS, public domain). They name a code's chapter when a release has no tabular list.
 */

/** A chapter, e.g. `{number: 4, range: 'E00-E89', title: 'Endocrine, nutritional and metabolic diseases'}`. */
export interface Chapter {
  readonly number: number
  readonly range: string
  readonly title: string
}

/** Sorted by range, which is not quite the order of their numbers: chapter 22 (U) is between 19 and 20. */
export const CHAPTERS: readonly Chapter[] = [
  chapter(1, 'A00-B99', 'Certain infectious and parasitic diseases'),
  chapter(2, 'C00-D49', 'Neoplasms'),
  chapter(
    3,
    'D50-D89',
    'Diseases of the blood and blood-forming organs and certain disorders involving the immune mechanism',
  ),
  chapter(4, 'E00-E89', 'Endocrine, nutritional and metabolic diseases'),
  chapter(5, 'F01-F99', 'Mental, Behavioral and Neurodevelopmental disorders'),
  chapter(6, 'G00-G99', 'Diseases of the nervous system'),
  chapter(7, 'H00-H59', 'Diseases of the eye and adnexa'),
  chapter(8, 'H60-H95', 'Diseases of the ear and mastoid process'),
  chapter(9, 'I00-I99', 'Diseases of the circulatory system'),
  chapter(10, 'J00-J99', 'Diseases of the respiratory system'),
  chapter(11, 'K00-K95', 'Diseases of the digestive system'),
  chapter(12, 'L00-L99', 'Diseases of the skin and subcutaneous tissue'),
  chapter(13, 'M00-M99', 'Diseases of the musculoskeletal system and connective tissue'),
  chapter(14, 'N00-N99', 'Diseases of the genitourinary system'),
  chapter(15, 'O00-O9A', 'Pregnancy, childbirth and the puerperium'),
  chapter(16, 'P00-P96', 'Certain conditions originating in the perinatal period'),
  chapter(17, 'Q00-Q99', 'Congenital malformations, deformations and chromosomal abnormalities'),
  chapter(
    18,
    'R00-R99',
    'Symptoms, signs and abnormal clinical and laboratory findings, not elsewhere classified',
  ),
  chapter(19, 'S00-T88', 'Injury, poisoning and certain other consequences of external causes'),
  chapter(22, 'U00-U85', 'Codes for special purposes'),
  chapter(20, 'V00-Y99', 'External causes of morbidity'),
  chapter(21, 'Z00-Z99', 'Factors influencing health status and contact with health services'),
]

/**
 * The chapter of a code: the last one whose range begins at or before the code's first three characters. The end
 * of a range is not asked, because new categories outgrow it: QA0 and QA1 follow Q99 in chapter 17.
 * @param chapters  sorted by range; the built-in ones, or those of a tabular list
 */
export function getChapter(code: string, chapters: readonly Chapter[]): Chapter | undefined {
  const category = code.slice(0, 3)
  return chapters.findLast(({ range }) => range.slice(0, 3) <= category)
}

function chapter(number: number, range: string, title: string): Chapter {
  return { number, range, title }
}
