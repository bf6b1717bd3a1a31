import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ComprehendOutcome, LinkOutcome, Medlink } from '../medlink.ts'
import type { DeliveryState, Outbox } from '../records/webhooks.ts'

/** Upper bounds in seconds: from a link within the process to the slowest note. */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** How long the database is waited for: the other metrics are wanted most when it does not answer. */
const OUTBOX_MS = 1000

/** Text for Prometheus, and the format that it is in. */
export interface Exposition {
  readonly contentType: string
  readonly text: string
}

/** Metrics of a server, in the words of Prometheus. */
export class Metrics {
  readonly registry = new Registry()
  readonly #links: Counter
  readonly #linkSeconds: Histogram
  readonly #requestSeconds: Histogram
  readonly #deliveries: Counter
  readonly #attemptSeconds: Histogram

  /** @param medlink gives the installed versions at each reading of the metrics, like `outbox` its size */
  constructor(medlink: Medlink, outbox?: Outbox) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.#links = new Counter({
      name: 'medlink_links_total',
      help: 'Mentions and texts that were asked for, by ontology and by the link_reason of the first result, in a text that of its main condition.',
      labelNames: ['ontology', 'reason'],
      registers,
    })
    this.#linkSeconds = new Histogram({
      name: 'medlink_link_seconds',
      help: 'Time of one link or text, within the server.',
      labelNames: ['ontology'],
      buckets: SECONDS,
      registers,
    })
    this.#requestSeconds = new Histogram({
      name: 'medlink_http_request_seconds',
      help: 'Time of a request, from its headers to the end of the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    new Gauge({
      name: 'medlink_index_info',
      help: 'Always 1: an installed index.',
      labelNames: ['ontology', 'version', 'index_name'],
      aggregator: 'max',
      registers,
      collect() {
        this.reset()
        for (const { name, details } of medlink.registry().ontologies)
          for (const { version, index_name } of details)
            this.set({ ontology: name, version, index_name }, 1)
      },
    })
    this.#deliveries = new Counter({
      name: 'medlink_webhook_deliveries_total',
      help: 'Attempts to deliver a webhook, by the state that they left it in.',
      labelNames: ['state'],
      registers,
    })
    this.#attemptSeconds = new Histogram({
      name: 'medlink_webhook_attempt_seconds',
      help: 'Time of an attempt to deliver a webhook, by its result.',
      labelNames: ['result'],
      buckets: SECONDS,
      registers,
    })
    if (outbox !== undefined) showOutbox(outbox, registers)
  }

  async read(): Promise<Exposition> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() }
  }

  /** Counts an answer. */
  countLink(ontology: string, outcome: LinkOutcome | ComprehendOutcome): void {
    this.#links.inc({ ontology, reason: reasonOf(outcome) })
  }

  /** Notes how long an answer took. */
  timeLink(ontology: string, ms: number): void {
    this.#linkSeconds.observe({ ontology }, ms / 1000)
  }

  /** Notes how long a request took. @param route its pattern; anything that is no operation of ours is one */
  timeRequest(method: string, route: string | undefined, status: number, ms: number): void {
    this.#requestSeconds.observe({ method, route: route ?? 'none', status }, ms / 1000)
  }

  /** Counts what became of a delivery. */
  countDelivery(state: DeliveryState): void {
    this.#deliveries.inc({ state })
  }

  /** Notes how long an attempt to deliver took. */
  timeAttempt(result: string, ms: number): void {
    this.#attemptSeconds.observe({ result }, ms / 1000)
  }
}

/** Metrics that all processes share; none if the database does not answer. */
function showOutbox(outbox: Outbox, registers: Registry[]): void {
  new Gauge({
    name: 'medlink_webhook_outbox',
    help: 'Reminders that are scheduled, and deliveries that are pending or parked.',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset()
      const late = sleep(OUTBOX_MS, {}, { ref: false })
      const sizes = await Promise.race([outbox.sizes().catch(() => ({})), late])
      for (const [state, size] of Object.entries(sizes)) this.set({ state }, size)
    },
  })
}

function reasonOf(outcome: LinkOutcome | ComprehendOutcome): string {
  if ('error' in outcome) return outcome.error.code
  const { results } = 'results' in outcome ? outcome : (outcome.entities[outcome.main ?? -1] ?? {})
  return results?.[0]?.metadata.link_reason ?? 'no_candidates'
}
