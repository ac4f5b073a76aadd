import { compressor } from '#workers/compress.ts'
import { createPureJs } from '#workers/crypto/pure-js.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import { type ClientIdentity, sealRequest } from '#workers/http/seal-request.ts'
import type { Bytes } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { openText, sealText } from '#protocol/envelope.ts'
import { deriveSessionKeys } from '#protocol/handshake.ts'

/** Result of this worker: milliseconds of sealing and opening one call, and whether both backends gave the same text. */
export interface SealCost {
  readonly webcryptoMs: number
  readonly fallbackMs: number
  /** The same with sealed head, legacy sign and compression in both directions. */
  readonly wholeMs: number
  readonly wholeFallbackMs: number
  readonly isIdentical: boolean
}

const ROUNDS = 7
const CALLS_PER_ROUND = 200
/** About a kilobyte of JSON. */
const TEXT = JSON.stringify({ text: '看台上的每一句'.repeat(44), list: [1, 2, 3] })
const BINDING = { kid: 'kid-of-the-bench', method: 'POST', target: '/api/bench', timestamp: 1_795_000_000_123 }

const IDENTITY: ClientIdentity = {
  options: {
    origin: 'https://bench.test',
    siteId: 5009,
    clientType: 1,
    appVersion: '0.1.0',
    serverIdentity: '',
    platform: 'bench',
  },
  uuid: 'device-of-the-bench',
  language: 'zh-CN',
}
const NOTHING_ELSE = { timestamp: BINDING.timestamp, idempotencyKey: undefined, riskToken: '', files: [] } as const

/** Both sides of a key agreement with fixed secrets, so that all backends have the same keys. */
async function keysOf(backend: CryptoBackend) {
  const client = await backend.createShare(new Uint8Array(32).fill(7))
  const server = await backend.createShare(new Uint8Array(32).fill(9))
  const transcript = { clientShare: client.publicKey, serverShare: server.publicKey, siteId: 5009, kid: BINDING.kid }
  return deriveSessionKeys(backend, client, server.publicKey, transcript)
}

/** Milliseconds of one run: the best of several rounds. */
async function bestOf(turn: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    for (let call = 0; call < CALLS_PER_ROUND; call += 1) await turn()
    times.push((performance.now() - startedAt) / CALLS_PER_ROUND)
  }
  return Math.min(...times)
}

/** Seals a request and opens a response of a kilobyte each. */
async function costOf(backend: CryptoBackend): Promise<number> {
  const keys = await keysOf(backend)
  const common = { backend, binding: BINDING, nonce: '00112233aabbccdd' }
  const response = { ...common, key: keys.response, direction: 'answer', serverMs: 5 } as const
  const sealedResponse = await sealText(TEXT, response)
  return bestOf(async () => {
    await sealText(TEXT, { ...common, key: keys.body, direction: 'body' })
    await openText(sealedResponse, { ...response, compressor, limit: 1e6 })
  })
}

/** A complete request of the worker and a compressed response of the server. */
async function wholeCostOf(backend: CryptoBackend): Promise<number> {
  const keys = await keysOf(backend)
  const call = { endpoint: ENDPOINTS['live.detail'], target: BINDING.target, origin: '', token: 't'.repeat(43) }
  const context = { backend, compressor, keys, identity: IDENTITY, ...NOTHING_ELSE }
  const response = {
    backend,
    key: keys.response,
    direction: 'answer',
    binding: BINDING,
    nonce: 'n',
    serverMs: 5,
  } as const
  const sealedResponse = await sealText(TEXT, response, compressor)
  return bestOf(async () => {
    await sealRequest(call, { text: TEXT }, context)
    await openText(sealedResponse, { ...response, compressor, limit: 1e6 })
  })
}

/** The sealed text with a fixed initialization vector. */
async function fixedText(backend: CryptoBackend): Promise<string> {
  const random = (length: number): Bytes => new Uint8Array(length).fill(3)
  const { body } = await keysOf(backend)
  const fixed = { ...backend, random }
  return sealText(TEXT, { backend: fixed, key: body, direction: 'body', binding: BINDING, nonce: '00112233aabbccdd' })
}

const webcrypto = createWebCrypto(crypto)
const fallback = createPureJs(crypto)
const cost: SealCost = {
  isIdentical: (await fixedText(webcrypto)) === (await fixedText(fallback)),
  webcryptoMs: await costOf(webcrypto),
  fallbackMs: await costOf(fallback),
  wholeMs: await wholeCostOf(webcrypto),
  wholeFallbackMs: await wholeCostOf(fallback),
}
postMessage(cost)
