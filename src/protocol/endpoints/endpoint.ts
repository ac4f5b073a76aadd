import type * as z from 'zod/mini'
import { REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS } from '../constants.ts'

/** Answers of this row may be kept in the worker (S7.18-S7.20, settled 27): for whom and what, and for how long. */
export interface LocalCache {
  /** Parameters that tell two answers apart; others are left out of the key. */
  readonly paramKeys: readonly string[]
  readonly ttlMs: number
}

/** Answers of this row may be kept on the server (S7.21-S7.23, settled 27): token-free rows only. */
export interface ServerCache {
  readonly cacheKey: string
  readonly ttlMs: number
}

/** What a multipart row takes beside its fields. */
export interface FileRules {
  readonly maxFiles: number
  readonly maxBytes: number
  /** Media types; the server looks at the bytes, not at what the client says. */
  readonly types: readonly string[]
}

/** One row of the table of calls: everything that client, server, documents and tests need to know of it. */
export interface Endpoint<Request extends z.ZodMiniType = z.ZodMiniType, Data extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly path: string
  /**
   * How parameters travel: sealed JSON body, sealed urlencoded body, the query string, or multipart with one sealed part
   * `xx` (fields and file hashes) beside the files (settled 3).
   */
  readonly encoding: 'json' | 'form' | 'query' | 'multipart'
  /**
   * `plain` answers are not sealed: the handshake and /timeServer, which must work without a session key. `blob` answers
   * are bytes in clear, their refusals are sealed. `field` answers are the third party's: the query is signed and
   * `data` is encrypted (S7.114).
   */
  readonly response: 'sealed' | 'plain' | 'blob' | 'field'
  /** Who may call: anybody, a signed-in member, or an administrator of the room named in the parameters. */
  readonly access: 'public' | 'member' | 'room-admin'
  /** Rows without credentials have 5 s and the line-switching codes (settled 2). It does not mean "visitor". */
  readonly credentials: boolean
  readonly timeoutMs: number
  /** Money calls: an idempotency key is made, stored, and sent; same key and content = the first answer. */
  readonly idempotent: boolean
  /** The parameters hold a secret: never compressed, never stored, never resent. */
  readonly secret: boolean
  readonly localCache: LocalCache | null
  readonly serverCache: ServerCache | null
  /** Only for multipart rows. */
  readonly files: FileRules | null
  readonly summary: string
  readonly request: Request
  readonly data: Data
}

type Optional =
  | 'method'
  | 'encoding'
  | 'response'
  | 'access'
  | 'credentials'
  | 'timeoutMs'
  | 'idempotent'
  | 'secret'
  | 'localCache'
  | 'serverCache'
  | 'files'

/** Fills in what most rows share: POST, JSON, sealed, public, with credentials, 30 s, kept nowhere. */
export function endpoint<Request extends z.ZodMiniType, Data extends z.ZodMiniType>(
  row: Omit<Endpoint<Request, Data>, Optional> & Partial<Pick<Endpoint<Request, Data>, Optional>>,
): Endpoint<Request, Data> {
  const credentials = row.credentials ?? true
  const method = row.method ?? 'POST'
  return {
    method,
    encoding: method === 'POST' ? 'json' : 'query',
    response: 'sealed',
    access: 'public',
    idempotent: false,
    secret: false,
    localCache: null,
    serverCache: null,
    files: null,
    timeoutMs: credentials ? REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS,
    ...row,
    credentials,
  }
}
