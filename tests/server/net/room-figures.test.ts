import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { createLog } from '#server/config/log.ts'
import { RecentProblems } from '#server/config/recent-problems.ts'
import { FiguresOfRooms } from '#server/rooms/room-figures.ts'
import { PROCEDURES } from '#server/operation/console/calls/operators.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { testClock } from '../../support/store.ts'
import { newCid, ROOM, speakerOf, testRooms, text } from '../rooms/rooms-support.ts'

describe('the figures of rooms', () => {
  it('are rates of the last ten seconds and sums of the last minute', () => {
    const clock = testClock()
    const figures = new FiguresOfRooms(clock.now)
    for (let count = 0; count < 40; count += 1) figures.appended('r1', 1, true)
    clock.move(120)
    figures.sent('r1')
    figures.refused('r1')
    figures.failed('r1')
    clock.move(10_000)
    expect(figures.of('r1')).toEqual({ messagesPerSecond: 4, lagMs: 120, refused: 1, errors: 1 })
    clock.move(60_000)
    expect(figures.of('r1')).toEqual({ messagesPerSecond: 0, lagMs: 0, refused: 0, errors: 0 })
    expect(figures.of('unknown').refused).toBe(0)
  })

  it('count messages and refusals of the hub', async () => {
    const { hub, clock } = await testRooms()
    const room = hub.room(ROOM)
    if (!room) throw new Error('no room')
    const say = (text: string) => hub.say(room, speakerOf(1), { cid: newCid(), text })
    expect(await say('好球')).toMatchObject({ ok: true })
    expect(await say('加微信')).toMatchObject({ code: CODES.CHAT_WORD_BLOCKED })
    expect(hub.figures.of(ROOM)).toMatchObject({ refused: 1, errors: 0 })
    clock.move(10_000)
    expect(hub.figures.of(ROOM).messagesPerSecond).toBeGreaterThan(0)
    await hub.close()
  })
})

describe('the longest delay of a room', () => {
  it('does not include the time without viewers', async () => {
    const { hub, clock } = await testRooms()
    hub.connect({ writes: () => ({ here: 1, atRelay: 0 }), emit: () => undefined })
    const room = hub.room(ROOM)
    if (!room) throw new Error('no room')
    const append = async (): Promise<void> => {
      const [entry] = await hub.append(ROOM, [text('好球')])
      await room.coalescer.whenSent(entry?.seq ?? 0)
    }
    await hub.append(ROOM, [text('好球')])
    clock.move(3_600_000)
    hub.enter(room, 'socket', null)
    await append()
    expect(hub.figures.of(ROOM).lagMs).toBeLessThan(60_000)
    await hub.close()
  })
})

describe('recent problems', () => {
  it('are the warnings and errors of the log, each text once, latest first', () => {
    const clock = testClock()
    const recent = new RecentProblems(clock.now)
    const log = createLog('info', { write: () => undefined }, (text, level) => recent.note(text, level))
    log.info('a note')
    log.warn({ backMs: 3 }, 'the clock was set back')
    log.error({ err: new Error('secret') }, 'a room failed')
    clock.move(1_000)
    log.warn('the clock was set back')
    expect(recent.list()).toEqual([
      { text: 'the clock was set back', isError: false, count: 2, firstAt: clock.now() - 1_000, lastAt: clock.now() },
      { text: 'a room failed', isError: true, count: 1, firstAt: clock.now() - 1_000, lastAt: clock.now() - 1_000 },
    ])
  })

  it('forget the oldest of more than fifty', () => {
    const recent = new RecentProblems(Date.now)
    for (let number = 0; number < 60; number += 1) recent.note(`problem ${number}`, 50)
    expect(recent.list()).toHaveLength(50)
    expect(recent.list().at(-1)?.text).toBe('problem 10')
  })

  it('lead to sections that docs/operations.md has', () => {
    const page = readFileSync(path.join(PROJECT_ROOT, 'docs/operations.md'), 'utf8')
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
    const named = [...PROCEDURES.map(([, section]) => section), 'failure-of-each-part']
    expect(named.filter((section) => !sections.includes(section))).toEqual([])
  })
})
