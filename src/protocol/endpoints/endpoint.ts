import type * as z from 'zod/mini'
import type { RestrictingTag } from '../rules/activity.ts'
import type { PlayAction } from '../wallet/play-stop.ts'
import { REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS } from '../constants.ts'

/** Cache of responses in the worker (S7.18-S7.20, settled 27). */
export interface LocalCache {
  /** Parameters that are part of the cache key. */
  readonly paramKeys: readonly string[]
  readonly ttlMs: number
}

/** Cache of responses on the server (S7.21-S7.23, settled 27). Only for endpoints whose response needs no token. */
interface ServerCache {
  readonly cacheKey: string
  readonly ttlMs: number
}

/** Limits for the files of a multipart endpoint. */
export interface FileRules {
  readonly maxFiles: number
  readonly maxBytes: number
  /** Allowed media types. The server detects the type from the bytes. */
  readonly types: readonly string[]
}

type Access = 'public' | 'member' | 'room-admin'

/** Definition of one call, for client, server, documents and tests. */
export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Allowed extends Access = Access,
  Idempotent extends boolean = boolean,
> {
  readonly method: 'POST' | 'GET' | 'DELETE'
  /** A part in braces is a parameter of the request that is sent in the path, not in the body: `/api/lg/ve4/{hash}`. */
  readonly path: string
  /**
   * How parameters are sent: sealed JSON body, sealed urlencoded body, query string, or multipart with one sealed part
   * `xx` (fields and file hashes) and the files (settled 3).
   */
  readonly encoding: 'json' | 'form' | 'query' | 'multipart'
  /**
   * `plain`: not sealed, for the handshake and /timeServer, which work without a session key. `blob`: bytes that are not
   * sealed; refusals are sealed. `field`: a third party's response; the query is signed and `data` is encrypted (S7.114).
   */
  readonly response: 'sealed' | 'plain' | 'blob' | 'field'
  /** Who may call: everybody, signed-in members, or administrators of the room in the parameters. */
  readonly access: Allowed
  /** Tags of members whom the endpoint refuses (S6.10). */
  readonly refusedTags: readonly RestrictingTag[]
  /**
   * What the call does, if a time-out, a self-exclusion, a limit or an unanswered reality check refuses it (I9, I10). The
   * pipeline refuses promotions without money. Money calls are refused in the transaction of their posting, so that a repetition gets
   * its first response.
   */
  readonly playAction: PlayAction | null
  /** Without credentials, the timeout is 5 s and failures switch the API origin (settled 2). Visitors have credentials. */
  readonly credentials: boolean
  readonly timeoutMs: number
  /** The call changes nothing, so the client may repeat it after a network failure. */
  readonly readOnly: boolean
  /** Money calls: they carry an idempotency key. A repetition with the same key and content gets the first response. */
  readonly idempotent: Idempotent
  /** The parameters contain a secret: they are not compressed, not stored and not resent. */
  readonly secret: boolean
  /** Parameters with a password as typed, which the worker encodes like `timewd` (S3.1). */
  readonly passwordFields: readonly string[]
  readonly localCache: LocalCache | null
  readonly serverCache: ServerCache | null
  /** Only for multipart endpoints. */
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
  | 'refusedTags'
  | 'playAction'
  | 'credentials'
  | 'timeoutMs'
  | 'readOnly'
  | 'idempotent'
  | 'secret'
  | 'passwordFields'
  | 'localCache'
  | 'serverCache'
  | 'files'

type Options<E extends Endpoint> = Omit<E, Optional> & Partial<Pick<E, Optional>>

/** Fills in the defaults: POST, JSON, sealed, public, for all tags, with credentials, 30 s timeout, not cached. */
export function endpoint<
  Request extends z.ZodMiniType,
  Data extends z.ZodMiniType,
  Allowed extends Access = 'public',
  Idempotent extends boolean = false,
>(options: Options<Endpoint<Request, Data, Allowed, Idempotent>>): Endpoint<Request, Data, Allowed, Idempotent>
export function endpoint(options: Options<Endpoint>): Endpoint {
  const credentials = options.credentials ?? true
  const method = options.method ?? 'POST'
  return {
    method,
    encoding: method === 'POST' ? 'json' : 'query',
    response: 'sealed',
    access: 'public',
    refusedTags: [],
    playAction: null,
    readOnly: false,
    idempotent: false,
    secret: false,
    passwordFields: [],
    localCache: null,
    serverCache: null,
    files: null,
    timeoutMs: credentials ? REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS,
    ...options,
    credentials,
  }
}

const PATH_PARAM = /\{(\w+)\}/g

/** Half of a pair of surrogates cannot be encoded; the server refuses what stands for it. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')

/**
 * Splits the parameters of a call into the path that is requested and the parameters that are sent in its body or query.
 * Without parameters in the path these are the given ones.
 */
export function withPathParams(path: string, params: unknown): { path: string; params: unknown } {
  const names = [...path.matchAll(PATH_PARAM)].map(([, name = '']) => name)
  if (names.length === 0 || typeof params !== 'object' || params === null) return { path, params }
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(PATH_PARAM, (_, name: string) =>
    encodeURIComponent(wellFormed(String(values.get(name)))),
  )
  const others = Object.entries(params).filter(([name]) => !names.includes(name))
  return { path: filled, params: Object.fromEntries(others) }
}
