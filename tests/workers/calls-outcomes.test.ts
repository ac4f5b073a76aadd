import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Fault } from '../contract/support/control.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { startedTransport } from './open-transport.ts'

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

beforeEach(() => server.reset())

afterAll(() => server.stop())

/** Result of a call with this fault. */
async function spoiled(name: 'gateway.getSysTime' | 'gateway.timeServer', fault: Fault) {
  const started = await startedTransport(server)
  await server.fail(name === 'gateway.timeServer' ? '/timeServer' : 'getSysTime', [fault])
  return { ...started, response: await started.transport.call(name, {}) }
}

describe('outcomes of calls', () => {
  it('S8.13 shows the HTTP status of a malformed response: 网络异常[502]', async () => {
    const { response } = await spoiled('gateway.getSysTime', 'status-502')
    expect(response).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE, message: '网络异常[502]', status: 502 })
  })

  it('S8.14 reports a broken connection as 网络异常', async () => {
    const { response, notices } = await spoiled('gateway.getSysTime', 'lose-request')
    expect(response).toEqual({ ok: false, code: CODES.NETWORK_FAILURE, message: '网络异常' })
    expect(notices.at(-1)).toMatchObject({ type: 'outcome', code: CODES.NETWORK_FAILURE })
  })

  it('S8.18 reports a response that is not an object as 网络异常', async () => {
    const { response } = await spoiled('gateway.getSysTime', 'not-an-object')
    expect(response).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE, message: '网络异常' })
  })

  it('S8.19 reports a 404 of a plain request without switching the origin', async () => {
    const { response, profile } = await spoiled('gateway.timeServer', 'status-404')
    expect(response).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE, message: '网络异常[404]', status: 404 })
    expect(profile.session.getItem('errCount')).toBeNull()
  })

  it('S8.20 fails if the response is not JSON', async () => {
    const { response } = await spoiled('gateway.getSysTime', 'not-json')
    expect(response).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE, status: 200 })
  })

  it('S8.21 reports an unknown endpoint as 请求地址不能为空 to caller and page', async () => {
    const { transport, notices, conditions } = await startedTransport(server)
    // Unknown names do not compile, but page and worker may have different versions.
    const name = 'coin.steal' as EndpointName
    const missing = { ok: false, code: CODES.MISSING_URL, message: '请求地址不能为空' }
    expect(await transport.call(name, {})).toEqual(missing)
    expect(await transport.upload('toString' as EndpointName, {}, [], {}, () => undefined)).toEqual(missing)
    await conditions.until(() => notices.filter((notice) => notice.type === 'outcome').length === 2)
    expect(notices.at(-1)).toMatchObject({ type: 'outcome', code: CODES.MISSING_URL, message: '请求地址不能为空' })
  })

  it('S7.40 S7.41 reads the server clock in milliseconds with and without a session', async () => {
    const { transport } = await startedTransport(server)
    for (const name of ['gateway.getSysTime', 'gateway.timeServer'] as const) {
      const response = await transport.call(name, {})
      expect(response.ok && Math.abs(response.data.time - Date.now()) < 60_000).toBe(true)
    }
  })

  it('reports an offline page without switching the origin', async () => {
    const { transport, profile } = await startedTransport(server)
    await transport.setPageState({ visible: true, online: false })
    await server.fail('/timeServer', ['lose-request'])
    expect(await transport.call('gateway.timeServer', {})).toMatchObject({ ok: false, code: CODES.OFFLINE })
    expect(profile.session.getItem('errCount')).toBeNull()
  })
})
