import type { Database } from '#server/database/database.ts'
import { drizzleOn, type EmbeddedRequest } from '#server/database/embedded.ts'
import { openSession } from '#server/database/pglite-session.mjs'
import type { Random } from '#server/demo/world/random.ts'

type Numbered = EmbeddedRequest & { readonly id: number }
type Response = { readonly result: unknown } | { readonly error: Error }

interface Waiting {
  readonly client: DatabaseClient
  readonly message: Numbered
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** More than the server has, so that each statement is parsed once. */
const MAX_PREPARED = 1_000
/** Upkeep changes no row, and most of its time writes a database of files. It is executed in one of this many rounds. */
const UPKEEP = /^(?:vacuum|analyze|checkpoint)\b/
const UPKEEP_EVERY = 30

/** Chances of faults per message. */
export interface DatabaseFaults {
  /** The connection breaks before the statement or the commit is executed. */
  readonly broken: number
  /** The connection breaks after it: the caller does not know. */
  readonly lost: number
  /** A statement or commit of a transaction fails with a serialization error. */
  readonly serialization: number
}

export const NO_FAULTS: DatabaseFaults = { broken: 0, lost: 0, serialization: 0 }

/** A message of pg, by which `isUnavailable` knows a broken connection. */
const brokenConnection = (): Error => new Error('Connection terminated unexpectedly')
const serializationFailure = (): Error =>
  Object.assign(new Error('could not serialize access due to concurrent update'), { code: '40001' })
const failedTransaction = (): Error => Object.assign(new Error('current transaction is aborted'), { code: '25P02' })

/** A connection of one server. After `crash` nothing of it is executed, and nothing responds. */
export interface DatabaseClient extends Pick<Database, 'db' | 'lost'> {
  crash(): void
  close(): Promise<void>
}

/**
 * The embedded database in memory and in this thread. Each {@link step} executes one waiting message, chosen by the seed
 * among those that PostgreSQL could execute next, so that statements of simultaneous calls interleave.
 */
export class SimulatedDatabase {
  faults: DatabaseFaults = NO_FAULTS
  readonly counts = { statements: 0, faults: 0 }
  readonly #random: Random
  readonly #waiting: Waiting[] = []
  readonly #accept: (message: Numbered) => void
  readonly #responses: Map<number, Response>
  /** The transaction that runs. PGlite has one connection, so transactions run one after the other. */
  #open: { readonly id: number; readonly client: DatabaseClient } | null = null
  /** Transactions that a fault has ended, and what their statements get. */
  readonly #aborted = new Map<number, Error>()
  readonly #dead = new WeakSet<DatabaseClient>()
  #lastId = 0
  #upkeepRounds = 0

  private constructor(random: Random, accept: (message: Numbered) => void, responses: Map<number, Response>) {
    this.#random = random
    this.#accept = accept
    this.#responses = responses
  }

  /** `template` is an archive of the schema. */
  static async open(template: string, random: Random): Promise<SimulatedDatabase> {
    const responses = new Map<number, Response>()
    const accept = await openSession(
      { folder: null, template, slowMs: Infinity, maxPrepared: MAX_PREPARED },
      (response) => {
        if ('slow' in response) return
        const { id } = response
        responses.set(
          id,
          'error' in response
            ? { error: Object.assign(new Error(response.error.message), response.error) }
            : { result: response.result },
        )
      },
    )
    return new SimulatedDatabase(random, accept, responses)
  }

  connect(): DatabaseClient {
    const request = (message: EmbeddedRequest) => {
      this.#lastId += 1
      const id = this.#lastId
      const response = new Promise<unknown>((resolve, reject) => {
        if (!this.#dead.has(client)) this.#waiting.push({ client, message: { id, ...message }, resolve, reject })
      })
      return { id, response }
    }
    const client: DatabaseClient = {
      db: drizzleOn(request),
      lost: new Promise<Error>(() => {}),
      crash: () => this.#crash(client),
      close: () => Promise.resolve(),
    }
    return client
  }

  #crash(client: DatabaseClient): void {
    this.#dead.add(client)
    const left = this.#waiting.filter((one) => one.client !== client)
    this.#waiting.splice(0, this.#waiting.length, ...left)
    if (this.#open?.client !== client) return
    void this.#execute({ id: this.#nextId(), kind: 'end', transactionId: this.#open.id, commit: false })
    this.#open = null
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** Executes one message. Returns false if none can be executed. */
  async step(): Promise<boolean> {
    const ready = this.#waiting.filter(({ message }) => this.#isReady(message))
    if (ready.length === 0) return false
    // Statements of a transaction keep their order.
    const chosen = this.#open || ready.length === 1 ? ready[0] : this.#random.pick(ready)
    if (!chosen) return false
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1)
    this.counts.statements += 1
    const response = await this.#respond(chosen)
    if ('error' in response) chosen.reject(response.error)
    else chosen.resolve(response.result)
    return true
  }

  #transactionOf(message: Numbered): number | null {
    return message.kind === 'query' || message.kind === 'end' ? message.transactionId : null
  }

  #isReady(message: Numbered): boolean {
    const transactionId = this.#transactionOf(message)
    if (transactionId !== null && this.#aborted.has(transactionId)) return true
    return transactionId === (this.#open?.id ?? null)
  }

  async #respond({ client, message }: Waiting): Promise<Response> {
    const transactionId = this.#transactionOf(message)
    const aborted = transactionId === null ? undefined : this.#aborted.get(transactionId)
    if (aborted) return this.#respondAborted(message, aborted)
    if (message.kind === 'query' && this.#isUpkeepLeftOut(message.text))
      return { result: { rows: [], affectedRows: 0 } }
    const fault = this.#fault(message)
    if (fault === 'broken' || fault === 'serialization') {
      const error = fault === 'broken' ? brokenConnection() : serializationFailure()
      if (transactionId === null) return { error }
      await this.#execute({ id: this.#nextId(), kind: 'end', transactionId, commit: false })
      this.#open = null
      if (message.kind === 'query') this.#aborted.set(transactionId, fault === 'broken' ? error : failedTransaction())
      return { error }
    }
    const response = await this.#execute(message)
    if (message.kind === 'begin' && 'result' in response) this.#open = { id: message.id, client }
    if (message.kind === 'end') this.#open = null
    if (fault !== 'lost' || 'error' in response) return response
    // The connection of a transaction that had begun is gone as well.
    if (message.kind === 'begin') {
      await this.#execute({ id: this.#nextId(), kind: 'end', transactionId: message.id, commit: false })
      this.#open = null
    }
    return { error: brokenConnection() }
  }

  /** A round of upkeep ends with a checkpoint. */
  #isUpkeepLeftOut(text: string): boolean {
    if (!UPKEEP.test(text)) return false
    const isLeftOut = this.#upkeepRounds % UPKEEP_EVERY > 0
    if (text === 'checkpoint') this.#upkeepRounds += 1
    return isLeftOut
  }

  #respondAborted(message: Numbered, error: Error): Response {
    if (message.kind !== 'end') return { error }
    this.#aborted.delete(message.transactionId)
    return message.commit ? { error } : { result: null }
  }

  #fault(message: Numbered): keyof DatabaseFaults | null {
    const { broken, lost, serialization } = this.faults
    if (broken + lost + serialization === 0) return null
    if (message.kind === 'end' && !message.commit) return null
    const chance = this.#random.next()
    const isInTransaction = this.#transactionOf(message) !== null
    if (chance < broken) return this.#counted('broken')
    // After a lost response of a statement the transaction is rolled back, as before it.
    if (chance < broken + lost) return this.#counted(message.kind === 'query' && isInTransaction ? 'broken' : 'lost')
    return isInTransaction && chance < broken + lost + serialization ? this.#counted('serialization') : null
  }

  #counted(fault: keyof DatabaseFaults): keyof DatabaseFaults {
    this.counts.faults += 1
    return fault
  }

  async #execute(message: Numbered): Promise<Response> {
    this.#accept(message)
    // A statement is executed at once; its result follows in a microtask.
    for (let turns = 0; turns < 10; turns += 1) {
      const response = this.#responses.get(message.id)
      if (response) {
        this.#responses.delete(message.id)
        return response
      }
      await Promise.resolve()
    }
    throw new Error('the embedded database did not respond')
  }
}
