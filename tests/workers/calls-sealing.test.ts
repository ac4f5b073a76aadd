import { describe, expect, it } from 'vitest'
import { FILLER_LENGTH } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { compressor } from '#workers/compress.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import { shakeHands } from '#workers/http/keyring.ts'
import { sealRequest } from '#workers/http/seal-request.ts'
import { Clock } from '#workers/clock/clock.ts'
import { Lt1Seal } from '../contract/support/lt1-seal.ts'

const backend = createWebCrypto(crypto)
const seal = new Lt1Seal(backend, () => Date.now())
const options = {
  origin: 'http://server.test',
  siteId: 5009,
  clientType: 1,
  appVersion: '0.1.0',
  serverIdentity: seal.identity,
  platform: 'Tests',
} as const

/** Session keys, agreed with the test's server side. */
async function keys() {
  const fetch = async (_url: string, init: RequestInit) =>
    Response.json({
      code: 0,
      data: await seal.vvm(JSON.parse(typeof init.body === 'string' ? init.body : '') as never),
      time: Date.now(),
    })
  const clock = new Clock(
    () => Date.now(),
    () => undefined,
  )
  const dependencies = { fetch, now: () => Date.now() } as never
  const fresh = await shakeHands({ dependencies, backend, options, clock }, options.origin, null)
  if (!fresh.ok) throw new Error(fresh.message)
  return fresh.data.keys
}

async function sealed(name: EndpointName, params: unknown, token = 'token-1') {
  const endpoint = ENDPOINTS[name]
  const call = { endpoint, origin: options.origin, target: endpoint.path, token }
  const timestamp = Date.now()
  const request = await sealRequest(call, params, {
    backend,
    compressor,
    keys: await keys(),
    identity: { options, uuid: '0123456789abcdef', language: 'zh-CN' },
    timestamp,
    idempotencyKey: undefined,
    riskToken: 'risk-1',
    files: [],
  })
  const sent = {
    method: endpoint.method,
    target: endpoint.path,
    header: request.headers['x-lt1'] ?? '',
    encoding: endpoint.encoding,
    type: request.headers['content-type'] ?? '',
  }
  return { request, sent, timestamp }
}

describe('sealed requests', () => {
  it('S7.2 send form endpoints as xx=… urlencoded', async () => {
    const params = { name: 'fan001', password: '' }
    const { request, sent } = await sealed('auth.webLogin', params)
    expect(sent.type).toBe('application/x-www-form-urlencoded')
    expect(request.body).toMatch(/^xx=[A-Za-z0-9_-]+$/)
    const opened = await seal.open(sent, Buffer.from(request.body ?? ''))
    expect(opened).toMatchObject({ params, headers: { token: 'token-1' } })
  })

  it('S7.5 S7.6 contain all twelve logical headers and the risk token, none in clear', async () => {
    const { request, sent } = await sealed('coin.balance', {})
    const opened = await seal.open(sent, Buffer.from(request.body ?? ''))
    if (typeof opened === 'string') throw new Error(opened)
    const names = 'accept-language agent-token app-key client-type nonce platform risk-token sign site-id timestamp'
    expect(Object.keys(opened.headers).toSorted()).toEqual([...names.split(' '), 'token', 'uuid', 'version'])
    expect(JSON.stringify(request.headers)).not.toMatch(/token-1|risk-1|0123456789abcdef/)
  })

  it('S7.7 S7.8 put the body into xx with random filler at a position derived from the timestamp', async () => {
    const params = { position: 'home' }
    const [first, second] = [await sealed('site.queryBanners', params), await sealed('site.queryBanners', params)]
    const { xx } = JSON.parse(first.request.body ?? '') as { xx: string }
    expect(Object.keys(JSON.parse(first.request.body ?? '') as object)).toEqual(['xx'])
    const at = first.timestamp % (xx.length - FILLER_LENGTH + 1)
    const moved = `${xx.slice(0, at)}ZZZZZZZZ${xx.slice(at + FILLER_LENGTH)}`
    // The filler itself may have any value, all other characters are checked.
    expect(await seal.open(first.sent, Buffer.from(JSON.stringify({ xx: moved })))).toMatchObject({ params })
    expect(second.request.body).not.toBe(first.request.body)
    const cut = xx.slice(0, -1)
    await expect(seal.open(second.sent, Buffer.from(JSON.stringify({ xx: cut })))).rejects.toThrow()
  })

  it('S7.9 open t1 and x1 of their own response only', async () => {
    const [first, second] = [await sealed('coin.balance', {}), await sealed('coin.balance', {})]
    const opened = await seal.open(first.sent, Buffer.from(first.request.body ?? ''))
    if (typeof opened === 'string') throw new Error(opened)
    const { t1, x1 } = JSON.parse(await opened.seal('{"code":0}')) as { t1: number; x1: string }
    expect(await first.request.open(t1, x1)).toBe('{"code":0}')
    await expect(first.request.open(t1 + 1, x1)).rejects.toThrow()
    await expect(second.request.open(t1, x1)).rejects.toThrow()
  })
})
