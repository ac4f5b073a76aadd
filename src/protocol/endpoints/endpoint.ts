import type * as z from 'zod/mini'
import { REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS } from '../constants.ts'

/** One row of the table of calls: everything that client, server, documents and tests need to know of it. */
export interface Endpoint<Request extends z.ZodMiniType = z.ZodMiniType, Data extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly path: string
  /** How parameters travel: sealed JSON body, sealed urlencoded body, or the query string. */
  readonly encoding: 'json' | 'form' | 'query'
  /** `plain` answers are not sealed: the handshake and /timeServer, which must work without a session key. */
  readonly answer: 'sealed' | 'plain'
  /** Who may call: anybody, a signed-in member, or an administrator of the room named in the parameters. */
  readonly access: 'public' | 'member' | 'room-admin'
  /** Rows without credentials have 5 s and the line-switching codes (settled 2). It does not mean "visitor". */
  readonly credentials: boolean
  readonly timeoutMs: number
  /** Money calls: an idempotency key is made, stored, and sent; same key and content = the first answer. */
  readonly idempotent: boolean
  /** The parameters hold a secret: never compressed, never stored, never resent. */
  readonly secret: boolean
  readonly summary: string
  readonly request: Request
  readonly data: Data
}

type Optional = 'method' | 'encoding' | 'answer' | 'access' | 'credentials' | 'timeoutMs' | 'idempotent' | 'secret'

/** Fills in what most rows share: POST, JSON, sealed, public, with credentials, 30 s. */
export function endpoint<Request extends z.ZodMiniType, Data extends z.ZodMiniType>(
  row: Omit<Endpoint<Request, Data>, Optional> & Partial<Pick<Endpoint<Request, Data>, Optional>>,
): Endpoint<Request, Data> {
  const credentials = row.credentials ?? true
  const method = row.method ?? 'POST'
  return {
    method,
    encoding: method === 'POST' ? 'json' : 'query',
    answer: 'sealed',
    access: 'public',
    idempotent: false,
    secret: false,
    timeoutMs: credentials ? REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS,
    ...row,
    credentials,
  }
}
