import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { isEqualText } from '#server/config/secrets.ts'
import {
  BODY_MAX_BYTES,
  ID_HEADER,
  pathOf,
  PROVIDER_METHODS,
  type ProviderMethod,
  type ProviderRequest,
  type ProviderResponse,
  REQUEST_WINDOW_MS,
  requestSignature,
  responseSignature,
  SIGNATURE_HEADER,
  TIME_HEADER,
} from '#server/venues/provider-contract.ts'
import { Books } from './books.ts'
import { contradicted, Fault, Faults } from './faults.ts'
import { PlayPages } from './play-page.ts'

/** Ids of requests that are remembered, so that a recorded request is not executed again. */
const IDS_MAX = 100_000

export interface ProviderSettings {
  readonly secret: string
  readonly host?: string
  /** 0 selects a free port. */
  readonly port?: number
  /** Journal of the books; null keeps them in memory. */
  readonly file?: string | null
  readonly now?: () => number
  /** Ends the process at once. Replaced by tests. */
  readonly crash?: () => void
}

/** What the control call plays or reports: a round of a member. */
const ControlledRound = PROVIDER_METHODS.rounds.response.shape.list.element.omit({ seq: true, roundId: true })
const Control = z.strictObject({
  /** Replaces the faults. */
  faults: z.array(Fault).max(1_000).optional(),
  maintenance: PROVIDER_METHODS.maintenance.response.optional(),
  /** Plays a round with this outcome. */
  play: ControlledRound.optional(),
  /** Reports a round that was not played. */
  report: PROVIDER_METHODS.rounds.response.shape.list.element.optional(),
})
export type Control = z.input<typeof Control>

/** A running simulated provider. */
export interface Provider {
  readonly url: string
  readonly port: number
  readonly books: Books
  /** The same as `POST /control`. */
  control(wanted: Control): { readonly isPlayed: boolean }
  close(): Promise<void>
}

/** Starts a provider that speaks the contract of docs/venues.md, with the faults of its configuration. */
export async function startProvider(settings: ProviderSettings): Promise<Provider> {
  const simulation = new Simulation(settings)
  const server = createServer((request, response) => {
    simulation.handle(request, response).catch(() => response.destroy())
  })
  server.listen(settings.port ?? 0, settings.host ?? '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    books: simulation.books,
    control: (wanted) => simulation.control(wanted),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      simulation.books.close()
    },
  }
}

class Simulation {
  readonly books: Books
  readonly #settings: ProviderSettings
  readonly #now: () => number
  readonly #faults = new Faults()
  readonly #pages: PlayPages
  readonly #ids = new BoundedMap<string, true>(IDS_MAX)
  #maintenance: ProviderResponse<'maintenance'> = { status: 0, start: null, end: null }

  constructor(settings: ProviderSettings) {
    this.#settings = settings
    this.#now = settings.now ?? Date.now
    this.books = new Books(settings.file ?? null)
    this.#pages = new PlayPages(this.books, this.#now)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://provider')
    if (pathname.startsWith('/play/')) return this.#play(pathname.slice('/play/'.length), request, response)
    if (request.method !== 'POST') return end(response, 405)
    const body = await bodyOf(request)
    if (body === null) return end(response, 413)
    if (pathname === '/control') return this.#controlCall(request, response, body)
    const method = (Object.keys(PROVIDER_METHODS) as ProviderMethod[]).find((one) => pathOf(one) === pathname)
    if (!method) return end(response, 404)
    if (!this.#isGenuine(request, method, body)) return end(response, 401)
    return this.#call(method, { request, response, body })
  }

  control(wanted: Control): { readonly isPlayed: boolean } {
    const { faults, maintenance, play, report } = Control.parse(wanted)
    if (faults) this.#faults.set(faults)
    if (maintenance) this.#maintenance = maintenance
    if (report) this.books.report(report)
    return { isPlayed: play !== undefined && this.books.play(play) !== null }
  }

  async #call(
    method: ProviderMethod,
    { request, response, body }: { request: IncomingMessage; response: ServerResponse; body: string },
  ): Promise<void> {
    const fault = this.#faults.take(method)
    if (fault?.kind === 'lose-request') return void response.destroy()
    const parsed = parsedRequest(method, body)
    if (!parsed) return end(response, 400)
    const text = JSON.stringify(this.#answer(method, parsed, request))
    const id = String(request.headers[ID_HEADER])
    if (!fault) return this.#send(response, id, text)
    return this.#fail(fault, { response, id, text })
  }

  /** The response of the contract. */
  #answer(method: ProviderMethod, request: unknown, { headers }: IncomingMessage): unknown {
    const { books } = this
    const answers: { readonly [Method in ProviderMethod]: (given: never) => ProviderResponse<Method> } = {
      transfer: (given: ProviderRequest<'transfer'>) => books.transfer(given),
      'transfer-state': ({ orderNo }: ProviderRequest<'transfer-state'>) => books.transferState(orderNo),
      balance: ({ memberId, currency }: ProviderRequest<'balance'>) => books.balance(memberId, currency),
      balances: ({ after }: ProviderRequest<'balances'>) => books.balances(after),
      rounds: ({ after }: ProviderRequest<'rounds'>) => ({ list: books.roundsAfter(after) }),
      launch: (given: ProviderRequest<'launch'>) => ({ url: `http://${headers.host}${this.#pages.open(given)}` }),
      maintenance: () => this.#maintenance,
    }
    return answers[method](request as never)
  }

  /** Responds, or does not, as a fault says. */
  #fail({ kind, ms }: Fault, { response, id, text }: { response: ServerResponse; id: string; text: string }): void {
    if (kind === 'delay') setTimeout(() => this.#send(response, id, text), ms)
    else if (kind === 'lose') response.destroy()
    else if (kind === 'stall') response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, 1))
    else if (kind === 'double') this.#sendTwice(response, id, text)
    else if (kind === 'crash') (this.#settings.crash ?? (() => void process.kill(process.pid, 'SIGKILL')))()
    else if (kind === 'malformed') this.#send(response, id, text.slice(0, text.length / 2))
    else if (kind === 'huge') {
      this.#send(response, id, `${text.slice(0, -1)},"padding":"${'x'.repeat(BODY_MAX_BYTES)}"}`)
    } else if (kind === 'wrong-signature') this.#send(response, id, text, `${this.#settings.secret}!`)
    else if (kind === 'status') end(response, 500)
    else if (kind.startsWith('other-')) this.#send(response, id, contradicted(kind, text))
    // `hang` never responds.
  }

  #sendTwice(response: ServerResponse, id: string, text: string): void {
    const lines = [
      'HTTP/1.1 200 OK',
      'content-type: application/json',
      `${SIGNATURE_HEADER}: ${this.#signature(id, text)}`,
      `content-length: ${Buffer.byteLength(text)}`,
    ]
    const raw = `${lines.join('\r\n')}\r\n\r\n${text}`
    response.socket?.write(raw + raw)
  }

  #send(response: ServerResponse, id: string, text: string, secret?: string): void {
    response.writeHead(200, {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: this.#signature(id, text, secret),
    })
    response.end(text)
  }

  #signature(id: string, text: string, secret = this.#settings.secret): string {
    return responseSignature(secret, id, text)
  }

  /** True for a signed request of this moment that was not received before. */
  #isGenuine({ headers }: IncomingMessage, method: ProviderMethod, body: string): boolean {
    const [time, id, given] = [TIME_HEADER, ID_HEADER, SIGNATURE_HEADER].map((name) => String(headers[name] ?? ''))
    if (!time || !id || !given || id.length > 64 || this.#ids.has(id)) return false
    if (!(Math.abs(this.#now() - Number(time)) <= REQUEST_WINDOW_MS)) return false
    if (!isEqualText(given, requestSignature(this.#settings.secret, { method, time, id, body }))) return false
    this.#ids.set(id, true)
    return true
  }

  #controlCall({ headers }: IncomingMessage, response: ServerResponse, body: string): void {
    if (!isEqualText(headers.authorization ?? '', `Bearer ${this.#settings.secret}`)) return end(response, 401)
    try {
      const result = this.control(JSON.parse(body) as Control)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...result, faults: this.#faults.list }))
    } catch {
      end(response, 400)
    }
  }

  async #play(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const form = new URLSearchParams((await bodyOf(request)) ?? '')
      if (!this.#pages.toss(token, form)) return end(response, 404)
      response.writeHead(303, { location: `/play/${token}` })
      response.end()
      return
    }
    const page = this.#pages.page(token)
    if (page === null) return end(response, 404)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    })
    response.end(page)
  }
}

function parsedRequest(method: ProviderMethod, body: string): unknown {
  try {
    return PROVIDER_METHODS[method].request.parse(JSON.parse(body))
  } catch {
    return null
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(`${status}\n`)
}

/** Null for a body that is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
