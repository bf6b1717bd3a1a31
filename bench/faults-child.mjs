/**
 * The process that bench/faults.ts asks while it damages the files of an index. Each message is answered by one:
 *
 *   {ask: n}     opens the indexes, answers the first n questions, closes → {answers} or {error}
 *   {watch: n}   keeps the index open and answers the first n questions round and round → {watching}, after the first answer
 *   {stop}       ends that → {outcomes}
 *
 * An answer is text that is equal for equal answers; an error is its code, or the
 * name of one that is none of Medlink's.
 *
 *   node bench/faults-child.mjs <library URL> <dir> <file with a JSON array of {link}, {suggest} and {concept}>
 */
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

const [library, dir, file] = process.argv.slice(2)
const { MedlinkError, openMedlink } = await import(library)
const questions = JSON.parse(readFileSync(file, 'utf8'))
let isStopped = false

process.on('message', ({ ask, watch, stop }) => {
  if (ask !== undefined) process.send(answer(ask))
  else if (watch !== undefined) keepAnswering(watch)
  else if (stop) isStopped = true
})
process.send({ ready: true })

function answer(count) {
  const medlink = openMedlink({ dir })
  try {
    return { answers: questions.slice(0, count).map((question) => answerOne(medlink, question)) }
  } catch (error) {
    return { error: nameOf(error) }
  } finally {
    medlink.close()
  }
}

async function keepAnswering(count) {
  const medlink = openMedlink({ dir })
  const outcomes = new Map()
  let answered = 0
  for (let i = 0; !isStopped; i = (i + 1) % count) {
    let outcome
    try {
      outcome = { i, answer: answerOne(medlink, questions[i]) }
    } catch (error) {
      outcome = { i, error: nameOf(error) }
    }
    const key = JSON.stringify(outcome)
    outcomes.set(key, { ...outcome, times: (outcomes.get(key)?.times ?? 0) + 1 })
    if (answered++ === 0) process.send({ watching: true })
    await setImmediate()
  }
  medlink.close()
  process.send({ outcomes: [...outcomes.values()] })
}

function answerOne(medlink, { link, suggest, concept }) {
  if (link !== undefined) return JSON.stringify(medlink.link({ ...link, request_id: 'same' }))
  if (suggest !== undefined) return JSON.stringify(medlink.suggest(suggest))
  try {
    return JSON.stringify(medlink.concept(concept.ontology, concept.code))
  } catch (error) {
    // That there is no such code is an answer, too.
    if (nameOf(error) === 'unknown_code') return 'unknown_code'
    throw error
  }
}

function nameOf(error) {
  return error instanceof MedlinkError ? error.code : `untyped: ${error?.name}`
}
