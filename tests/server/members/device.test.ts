import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { deviceCalls } from '#server/calls/account/security.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import type { Database } from '#server/database/database.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { silentLog } from '../../support/logs.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { connectTo, signIn } from '../app/app-support.ts'
import { runTestServer } from '../app/run-test-server.ts'
import { createTestRouter, START, type TestRouter } from '../http/router-support.ts'

const devicesIn = (data: unknown) => ENDPOINTS['device.list'].data.parse(data).list

describe.each(STORE_KINDS)('devices on %s', (kind) => {
  let store: Database
  let sessions: Sessions
  let router: TestRouter
  const clock = { now: START }

  beforeAll(async () => {
    store = await openTestStore(kind)
    sessions = new Sessions(store, { now: () => clock.now, log: silentLog })
    router = await createTestRouter({
      handlers: deviceCalls({ sessions }),
      find: (token, deviceId) => sessions.find(token, deviceId),
      clock,
    })
  })
  afterAll(async () => {
    await router.app.close()
    sessions.close()
    await store.close()
  })
  afterEach(async () => {
    await store.db.execute('delete from session')
  })

  async function signedIn(memberId: string, deviceId: string, clientType: 1 | 2): Promise<SealedClient> {
    const client = await SealedClient.connect(sendInto(router.app), { now: () => clock.now })
    const made = await sessions.create(memberId, {
      deviceId,
      deviceName: clientType === 1 ? 'Chrome · Windows' : '',
      clientType,
      address: `192.0.2.${clientType}`,
    })
    client.token = made.token
    client.uuid = deviceId
    return client
  }

  it('lists the live sessions of the member, the current one first, with their last use', async () => {
    const memberId = await memberWith(store, 0, () => clock.now)
    await signedIn(await memberWith(store, 0, () => clock.now), 'somebody-else', 1)
    const desktop = await signedIn(memberId, 'device-desk', 1)
    clock.now += 5_000
    const phone = await signedIn(memberId, 'device-phone', 2)
    clock.now += 5_000
    const list = devicesIn((await desktop.call('device.list', {})).data)
    expect(list.map(({ clientType, device, address, isThis }) => [clientType, device, address, isThis])).toEqual([
      [1, 'Chrome · Windows', '192.0.2.1', true],
      [2, '', '192.0.2.2', false],
    ])
    expect(list[0]).toMatchObject({ signedInAt: clock.now - 10_000, lastSeenAt: clock.now })
    expect(JSON.stringify(list)).not.toContain('device-desk')
    expect(devicesIn((await phone.call('device.list', {})).data)[0]).toMatchObject({ clientType: 2, isThis: true })
  })

  it('S7.4 removes another device: its token is invalid at once, the current one stays valid', async () => {
    const memberId = await memberWith(store, 0, () => clock.now)
    const desktop = await signedIn(memberId, 'device-desk', 1)
    const phone = await signedIn(memberId, 'device-phone', 2)
    const other = devicesIn((await desktop.call('device.list', {})).data).find(({ isThis }) => !isThis)
    expect((await desktop.call('device.remove', { id: other?.id ?? '' })).code).toBe(0)
    expect(await phone.call('device.list', {})).toMatchObject({ status: 401, code: CODES.AUTH_ERROR })
    expect(devicesIn((await desktop.call('device.list', {})).data)).toHaveLength(1)
  })

  it('treats the session of another member like a missing one', async () => {
    const device = await signedIn(await memberWith(store, 0, () => clock.now), 'device-own-1', 1)
    const foreign = await signedIn(await memberWith(store, 0, () => clock.now), 'device-other', 1)
    const [theirs] = devicesIn((await foreign.call('device.list', {})).data)
    const responses = await Promise.all(
      [theirs?.id ?? '', '0190a000-0000-7000-8000-00000000dead', 'not-a-uuid'].map((id) =>
        device.call('device.remove', { id }),
      ),
    )
    for (const { code, msg, data } of responses)
      expect([code, msg, data]).toEqual([CODES.NOT_FOUND, '内容不存在', null])
    expect((await foreign.call('device.list', {})).code).toBe(0)
  })

  it('S7.4 does not remove the current device', async () => {
    const device = await signedIn(await memberWith(store, 0, () => clock.now), 'device-own-2', 1)
    const [current] = devicesIn((await device.call('device.list', {})).data)
    expect(await device.call('device.remove', { id: current?.id ?? '' })).toMatchObject({ code: CODES.PARAM_ERROR })
    expect((await device.call('device.list', {})).code).toBe(0)
  })
})

describe('sockets of a removed device', () => {
  const server = runTestServer()

  it('S7.4 get the reason, and are closed', async () => {
    const [desktop, phone] = [await connectTo(server()), await connectTo(server())]
    await signIn(desktop, 'fan001')
    await signIn(phone, 'fan001', undefined, { 'client-type': 2 })
    const { list } = (await phone.call('live.popularList', { size: 1, page: 1, kind: 'football' }))
      .data as DataOf<'live.popularList'>
    const joined = (await phone.call('chatroom.appJoin', { chatRoomNo: list[0]?.chatRoomNo ?? '' }))
      .data as DataOf<'chatroom.appJoin'>
    const socket = io(server().url + NAMESPACES.app, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
    })
    try {
      const position = { epoch: joined.epoch, seq: joined.seq }
      expect(await socket.emitWithAck('join', { ticket: joined.ticket, position })).toMatchObject({ ok: true })
      const ended = new Promise((resolve) => socket.once('session-end', resolve))
      const closed = new Promise((resolve) => socket.once('disconnect', resolve))
      const other = devicesIn((await desktop.call('device.list', {})).data).find(({ isThis }) => !isThis)
      expect((await desktop.call('device.remove', { id: other?.id ?? '' })).code).toBe(0)
      expect(await ended).toMatchObject({ code: CODES.AUTH_ERROR })
      await closed
    } finally {
      socket.disconnect()
    }
  })
})
