import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { liveMatch, RealServerSuite } from './support/real-server.ts'

describe('restarts of the real server', () => {
  const suite = new RealServerSuite()

  it('settled 6 settled 12 survives a server restart: new keys, same session, no entry lost or duplicated', async () => {
    const page = await suite.open()
    const { chatRoomNo } = await liveMatch(page)
    await page.client.signIn({ name: 'vip0009', password: 'Play2026x' })
    const room = page.join(chatRoomNo)
    await room.conditions.until(() => room.entered !== null)
    const first = await room.say({ cid: 'cid-restart-1', text: '重启之前' })
    expect(first).toMatchObject({ ok: true })
    await suite.server.restart()
    const second = await room.say({ cid: 'cid-restart-2', text: '重启之后' })
    expect(second).toMatchObject({ ok: true })
    if (!first.ok || !second.ok) return
    await room.reached(second.data.seq)
    const seqs = room.receivedRows.map((row) => row.seq)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    const texts = room.texts()
    expect(texts.filter((text) => text.startsWith('重启'))).toEqual(['重启之前', '重启之后'])
    expect(room.messages.some((message) => message.type === 'reset')).toBe(false)
    expect(page.seen('session').at(-1)?.session?.member.userId).toBeDefined()
  })

  const CLOSED = [
    [CODES.SYSTEM_MAINTENANCE, { MAINTENANCE_UNTIL: '2099-01-01T00:00:00Z' }, { maintainStatus: 0 }],
    [CODES.ACCESS_CAVEAT_CODE, { CAVEAT_ADDRESSES: '127.0.0.0/8' }, { maintainStatus: 1, isGo: 0 }],
  ] as const
  it.each(CLOSED)(
    'S4.22 S4.26 reports a closed server (%i) in an open room and continues when it is open again',
    async (code, environment, details) => {
      const page = await suite.open()
      const { chatRoomNo } = await liveMatch(page)
      const room = page.join(chatRoomNo)
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      await suite.server.restart(environment)
      const reported = await page.notice('outcome')
      expect(reported).toMatchObject({ code, details, path: ENDPOINTS['chatroom.anonJoin'].path })
      expect(page.seen('connection').at(-1)?.state).not.toBe('online')
      await suite.server.restart()
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      expect(room.failed).toBeNull()
      expect(page.seen('outcome')).toHaveLength(1)
    },
  )
})
