import type { Worker } from 'node:worker_threads'
import { MedlinkError } from '../../errors.ts'
import type { Answered, EvaluationCase } from '../../library/evaluate.ts'
import { startWorker } from '../../library/pool/start.ts'
import { type AnswerSource, answersOf } from './one-by-one.ts'
import type { WorkerInput, WorkerMessage } from './worker.ts'

/**
 * The answers to all cases, in the order of the cases.
 *
 * @param options `jobs` workers share the cases, each with its indexes open; `onAnswer` is told how many are answered
 * @throws MedlinkError what linking throws
 */
export async function answerAll(
  cases: readonly EvaluationCase[],
  options: AnswerSource & { jobs: number; onAnswer: (done: number) => void },
): Promise<Answered[]> {
  const { jobs, onAnswer, ...source } = options
  let done = 0
  if (jobs === 1) {
    const answers: Answered[] = []
    for (const answer of answersOf(cases, source)) {
      answers.push(answer)
      onAnswer(++done)
    }
    return answers
  }
  const share = Math.max(1, Math.ceil(cases.length / jobs))
  const workers: Worker[] = []
  const shares: Promise<Answered[]>[] = []
  for (let start = 0; start < cases.length; start += share) {
    const input: WorkerInput = { cases: cases.slice(start, start + share), source }
    const worker = startWorker(import.meta.url, './worker', { workerData: input })
    workers.push(worker)
    shares.push(collect(worker, () => onAnswer(++done)))
  }
  try {
    return (await Promise.all(shares)).flat()
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** Everything a worker answers. Messages of one worker come in order. */
function collect(worker: Worker, onAnswer: () => void): Promise<Answered[]> {
  const answers: Answered[] = []
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('failed' in message)
        return reject(new MedlinkError(message.failed.code, message.failed.message))
      answers.push(message.answered)
      onAnswer()
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve(answers))
  })
}
