import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { Page } from '../contract/support/page.ts'
import { inProcess } from '../contract/support/platforms.ts'

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

afterAll(() => server.stop())

const text = (text: string) => ({ kind: 'text' as const, data: { text } })

describe('damaged frames', () => {
  it('settled 11 are requested again without loss', async () => {
    const page = await Page.open(inProcess(), server)
    const room = page.join('room-once')
    await server.whenInRoom('room-once', 1)
    server.room('room-once').damagedSeq = 1
    await server.append('room-once', [text('一')])
    server.room('room-once').damagedSeq = 0
    await room.reached(1)
    expect(room.texts()).toEqual(['一'])
    expect(room.messages.every((message) => message.type === 'batch')).toBe(true)
    page.client.close()
  })

  it('settled 12 reset the room with a loss divider if they never open', async () => {
    const page = await Page.open(inProcess(), server)
    const room = page.join('room-bad')
    await server.whenInRoom('room-bad', 1)
    await server.append('room-bad', [text('一')])
    await room.reached(1)
    server.room('room-bad').damagedSeq = 2
    await server.append('room-bad', [text('二')])
    await room.conditions.until(() => room.messages.some((message) => message.type === 'reset'))
    await room.conditions.until(() => room.dividers.length > 0)
    expect(room.dividers).toEqual([{ missed: 1, isLost: true }])
    await server.append('room-bad', [text('三')])
    await room.reached(3)
    expect(room.texts().at(-1)).toBe('三')
    page.client.close()
  })
})
