import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { Profile } from '../contract/support/page.ts'
import { OpenTransport } from './open-transport.ts'

const FAN = { name: 'fan001', password: 'Play2026x' }
/** Messages wait this long for a connection. */
const SAY_WAIT_MS = 8_000

describe('chat messages that wait for a connection when the session ends', () => {
  let server: Lt1Server

  beforeAll(async () => {
    server = await Lt1Server.start()
  })
  beforeEach(() => server.reset())
  afterAll(() => server.stop())

  /** A message of a member without connection, whose session then ends. */
  async function waiting() {
    const page = await OpenTransport.start(server, new Profile().storage())
    await page.transport.signIn(FAN)
    const { session } = await page.notice('session')
    const { port1 } = new MessageChannel()
    await page.transport.enterRoom({ chatRoomNo: 'room-1' }, port1)
    await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
    await server.refuseConnections()
    await page.conditions.until(() => page.seen('connection').at(-1)?.state !== 'online')
    const memberId = session?.member.userId ?? ''
    const pending = page.transport.say({ chatRoomNo: 'room-1', cid: 'cid-00001', text: '还在吗', memberId })
    await server.fail('coin/v1/balance', ['status-401'])
    await page.transport.call('coin.balance', {})
    expect(await page.notice('session', 1)).toMatchObject({ session: null })
    return { page, pending, port1 }
  }

  it('need a sign-in if there is no connection in time', async () => {
    const { page, pending, port1 } = await waiting()
    page.pass(SAY_WAIT_MS)
    expect(await pending).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
    port1.close()
  })

  it('need a sign-in if the new connection is a visitor’s', async () => {
    const { page, pending, port1 } = await waiting()
    await server.acceptConnections()
    await page.transport.setPageState({ visible: false, online: true })
    await page.transport.setPageState({ visible: true, online: true })
    await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
    expect(await pending).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
    port1.close()
  })
})
