import { generateKeyPairSync, sign } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { MAX_INFLATED_REQUEST_BYTES, REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { openText, parseEnvelopeHeader, removeFiller, sealText } from '#protocol/envelope.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import { deriveSessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import { LogicalHeaders } from '#protocol/headers.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { compressor } from '#workers/compress.ts'

export interface OpenedRequest {
  readonly headers: LogicalHeaders
  readonly params: unknown
  readonly wdKey: Uint8Array
  seal(json: string): Promise<string>
}

/** The server's half of LT1, written on src/protocol alone, so that the worker is not tested against itself. */
export class Lt1Seal {
  readonly identity: string
  private readonly privateKey
  private sessions = new Map<string, SessionKeys<unknown>>()
  private nonces = new Set<string>()
  private count = 0

  constructor(
    private readonly backend: CryptoBackend,
    private readonly now: () => number,
  ) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    this.privateKey = privateKey
    this.identity = publicKey.export({ format: 'jwk' }).x ?? ''
  }

  /** As after a restart: every key is forgotten. */
  forget(): void {
    this.sessions = new Map()
    this.nonces = new Set()
  }

  async vvm({ siteId, share }: { siteId: number; share: string }): Promise<unknown> {
    const own = await this.backend.createShare()
    const clientShare = fromBase64Url(share)
    const serverTime = this.now()
    this.count += 1
    const kid = `test-kid-${this.count}`
    const transcript = { clientShare, serverShare: own.publicKey, siteId, kid }
    this.sessions.set(kid, await deriveSessionKeys(this.backend, own, clientShare, transcript))
    return {
      serverTime,
      version: PROTOCOL_VERSION,
      minVersion: 1,
      keyVersion: kid,
      share: toBase64Url(own.publicKey),
      signature: toBase64Url(
        Uint8Array.from(sign(null, transcriptBytes({ ...transcript, serverTime }), this.privateKey)),
      ),
      lifetimeMs: 86_400_000,
      safeTypes: {},
    }
  }

  /** Opens a request; `rekey` and `stale` are told in clear, everything else throws. */
  async open(
    method: string,
    target: string,
    header: string,
    body: string | null,
  ): Promise<OpenedRequest | 'rekey' | 'stale'> {
    const clear = parseEnvelopeHeader(header)
    if (!clear) throw new Error('no envelope header')
    const keys = this.sessions.get(clear.kid)
    if (!keys) return 'rekey'
    if (Math.abs(this.now() - clear.timestamp) > REPLAY_WINDOW_MS) return 'stale'
    const binding = { kid: clear.kid, method, target, timestamp: clear.timestamp }
    const { backend } = this
    const base = { backend, binding, compressor, limit: MAX_INFLATED_REQUEST_BYTES }
    const head = await openText(clear.sealedHead, { ...base, key: keys.head, direction: 'head', nonce: '' })
    const headers = LogicalHeaders.parse(JSON.parse(head))
    if (this.nonces.has(clear.kid + headers.nonce)) throw new Error('replayed')
    this.nonces.add(clear.kid + headers.nonce)
    const { nonce } = headers
    const sealed = body === null ? null : removeFiller((JSON.parse(body) as { xx: string }).xx, clear.timestamp)
    const params: unknown =
      sealed === null ? {} : JSON.parse(await openText(sealed, { ...base, key: keys.body, direction: 'body', nonce }))
    return {
      headers,
      params,
      wdKey: keys.wd,
      seal: async (json) => {
        const t1 = Math.floor(this.now())
        const options = { backend, key: keys.answer, direction: 'answer', binding, nonce, serverMs: t1 } as const
        return JSON.stringify({ t1, x1: await sealText(json, options, compressor) })
      },
    }
  }
}
