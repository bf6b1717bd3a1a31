import { badCell, oneLine, readCsv } from '../../release-csv.ts'
import type { ReleaseFile } from '../../release-files.ts'
import { RELATIONS } from '../related.ts'
import { readAccessory } from './accessories.ts'
import type { LoincFiles } from './files.ts'
import { NO_RELATED, type Related, RelatedDraft } from './related-draft.ts'
import type { ReadContext } from './table.ts'

const LIST = /^LL\d{1,9}-\d$/
const ANSWER = /^LA\d{1,9}-\d$/

/**
 * Answers and lists of answers: AnswerList.csv, and by way of LoincAnswerListLink.csv the lists of each term. Without
 * AnswerList.csv there are none. A list whose answers are codes of another system has none here.
 *
 * @throws MedlinkError `release_invalid` for a number that is none of a list or an answer, and a sequence number that is none
 */
export async function readAnswers(
  reading: ReadContext,
  { answerLists, answerListLinks }: LoincFiles,
): Promise<Related> {
  if (answerLists === undefined) return NO_RELATED
  const draft = new RelatedDraft()
  await readListFile(reading, answerLists, draft)
  if (answerListLinks !== undefined) {
    const columns = { required: ['LoincNumber', 'AnswerListId'] } as const
    await readAccessory(reading, answerListLinks, columns, 'LoincNumber', (row, term) => {
      const list = row.AnswerListId.trim()
      draft.relate(term.code, RELATIONS.answerList, list, answerListLinks.name)
    })
  }
  reading.warnings.push(...draft.warnings(answerLists.name))
  return draft
}

async function readListFile(
  { sources }: ReadContext,
  file: ReleaseFile,
  draft: RelatedDraft,
): Promise<void> {
  let rows = 0
  const columns = {
    required: ['AnswerListId', 'AnswerListName', 'AnswerStringId', 'DisplayText'],
    optional: ['SequenceNumber'],
  } as const
  const sha256 = await readCsv(file, columns, (row, line) => {
    const list = row.AnswerListId.trim()
    if (!LIST.test(list))
      throw badCell(file, line, row.AnswerListId, "a list's number such as LL360-9")
    draft.add({
      code: list,
      name: oneLine(row.AnswerListName) || list,
      active: true,
      attributes: {},
    })
    rows++
    const answer = row.AnswerStringId.trim()
    if (answer === '') return
    if (!ANSWER.test(answer))
      throw badCell(file, line, row.AnswerStringId, "an answer's number such as LA6576-8")
    const place = row.SequenceNumber.trim()
    if (!/^\d{0,9}$/.test(place))
      throw badCell(file, line, row.SequenceNumber, 'a whole number as place in the list')
    const name = oneLine(row.DisplayText) || answer
    draft.add({ code: answer, name, active: true, attributes: {} })
    draft.relate(list, RELATIONS.answer, answer, file.name, Number(place))
  })
  sources.push({ file: file.name, sha256, rows })
}
