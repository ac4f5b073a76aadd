import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { MAX_INFLATED_REQUEST_BYTES, REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { openText, parseEnvelopeHeader, removeFiller, sealText } from '#protocol/envelope.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import { deriveSessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import { LogicalHeaders } from '#protocol/headers.ts'
import { filePartName, SEALED_PART, UploadManifest } from '#protocol/upload.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { compressor } from '#workers/compress.ts'

/** Result of a handler, which the server seals. */
export interface Reply {
  readonly code: number
  readonly data: unknown
  /** Unsealed bytes instead of data. */
  readonly blob?: Uint8Array
  /** Sent sealed in the response header (S7.14). */
  readonly riskToken?: string
}

export interface ReceivedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface OpenedRequest {
  readonly headers: LogicalHeaders
  readonly params: unknown
  readonly files: readonly ReceivedFile[]
  readonly wdKey: Uint8Array
  seal(json: string): Promise<string>
  /** The sealed header of a risk token (S7.14). */
  sealRisk(token: string): Promise<string>
}

export interface SentRequest {
  readonly method: string
  /** Path with query. */
  readonly target: string
  /** `x-lt1` */
  readonly header: string
  readonly encoding: Endpoint['encoding']
  /** Content type of the body. */
  readonly type: string
}

/** The server side of LT1. It uses src/protocol only, so that the worker is not tested against itself. */
export class Lt1Seal {
  readonly #backend: CryptoBackend
  readonly #now: () => number

  readonly identity: string
  readonly #privateKey
  #sessions = new Map<string, SessionKeys<unknown>>()
  #nonces = new Set<string>()
  #count = 0

  constructor(backend: CryptoBackend, now: () => number) {
    this.#backend = backend
    this.#now = now

    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    this.#privateKey = privateKey
    this.identity = publicKey.export({ format: 'jwk' }).x ?? ''
  }

  /** Drops all keys, like a restart. */
  forget(): void {
    this.#sessions = new Map()
    this.#nonces = new Set()
  }

  async vvm({ siteId, share }: { siteId: number; share: string }): Promise<unknown> {
    const serverShare = await this.#backend.createShare()
    const clientShare = fromBase64Url(share)
    const serverTime = this.#now()
    this.#count += 1
    const kid = `test-kid-${this.#count}`
    const transcript = { clientShare, serverShare: serverShare.publicKey, siteId, kid }
    this.#sessions.set(kid, await deriveSessionKeys(this.#backend, serverShare, clientShare, transcript))
    return {
      serverTime,
      version: PROTOCOL_VERSION,
      minVersion: 1,
      keyVersion: kid,
      share: toBase64Url(serverShare.publicKey),
      signature: toBase64Url(
        Uint8Array.from(sign(null, transcriptBytes({ ...transcript, serverTime }), this.#privateKey)),
      ),
      lifetimeMs: 86_400_000,
      safeTypes: {},
    }
  }

  /** Opens a request. Returns `rekey` or `stale` for these refusals and throws for all others. */
  async open(sent: SentRequest, body: Buffer): Promise<OpenedRequest | 'rekey' | 'stale'> {
    const clear = parseEnvelopeHeader(sent.header)
    if (!clear) throw new Error('no envelope header')
    const keys = this.#sessions.get(clear.kid)
    if (!keys) return 'rekey'
    if (Math.abs(this.#now() - clear.timestamp) > REPLAY_WINDOW_MS) return 'stale'
    const { method, target } = sent
    const binding = { kid: clear.kid, method, target, timestamp: clear.timestamp }
    const backend = this.#backend
    const base = { backend, binding, compressor, limit: MAX_INFLATED_REQUEST_BYTES }
    const head = await openText(clear.sealedHead, { ...base, key: keys.head, direction: 'head', nonce: '' })
    const headers = LogicalHeaders.parse(JSON.parse(head))
    if (this.#nonces.has(clear.kid + headers.nonce)) throw new Error('replayed')
    this.#nonces.add(clear.kid + headers.nonce)
    const { nonce } = headers
    const { sealed, files } = await readBody(sent, body)
    const bodyOptions = { ...base, key: keys.body, direction: 'body', nonce } as const
    const params: unknown =
      sealed === null
        ? Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''))
        : JSON.parse(await openText(removeFiller(sealed, clear.timestamp), bodyOptions))
    const response = { backend, key: keys.response, binding, nonce } as const
    return {
      headers,
      params: sent.encoding === 'multipart' ? checkedFields(params, files) : params,
      files,
      wdKey: keys.wd,
      seal: async (json) => {
        const t1 = Math.floor(this.#now())
        const x1 = await sealText(json, { ...response, direction: 'answer', serverMs: t1 }, compressor)
        return JSON.stringify({ t1, x1 })
      },
      sealRisk: async (token) => sealText(token, { ...response, direction: 'risk' }),
    }
  }
}

async function readBody(sent: SentRequest, body: Buffer): Promise<{ sealed: string | null; files: ReceivedFile[] }> {
  const { encoding } = sent
  if (encoding === 'query') return { sealed: null, files: [] }
  if (encoding === 'form') return { sealed: new URLSearchParams(body.toString('utf8')).get('xx') ?? '', files: [] }
  if (encoding === 'json') return { sealed: (JSON.parse(body.toString('utf8')) as { xx: string }).xx, files: [] }
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': sent.type } }).formData()
  const sealed = form.get(SEALED_PART)
  const files: ReceivedFile[] = []
  for (let part = form.get(filePartName(0)); part !== null; part = form.get(filePartName(files.length))) {
    if (typeof part === 'string') throw new Error('a file part without a file')
    files.push({ name: part.name, type: part.type, bytes: new Uint8Array(await part.arrayBuffer()) })
  }
  return { sealed: typeof sealed === 'string' ? sealed : '', files }
}

/** The fields of a multipart call. Throws if the files do not match the sealed part. */
function checkedFields(params: unknown, files: readonly ReceivedFile[]): unknown {
  const manifest = UploadManifest.parse(params)
  const hashes = files.map((file) => createHash('sha256').update(file.bytes).digest('hex'))
  if (hashes.join() !== manifest.files.map((file) => file.sha256).join()) throw new Error('other files')
  return manifest.fields
}
