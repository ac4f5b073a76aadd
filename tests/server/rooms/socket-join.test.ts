import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import { TICKET_LIFETIME_MS } from '#protocol/constants.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { MAX_LEGS } from '#protocol/sports/bet-terms.ts'
import { authorOf } from '#server/rooms/author.ts'
import { newCid, PEOPLE, person, ROOM, text } from './rooms-support.ts'
import { disconnected, joinWith, listeningRooms } from './socket-support.ts'
import type { ListeningRooms } from './socket-support.ts'

let rooms: ListeningRooms | undefined
const start = async (...options: Parameters<typeof listeningRooms>): Promise<ListeningRooms> =>
  (rooms = await listeningRooms(...options))
afterEach(async () => {
  await rooms?.close()
  rooms = undefined
})

describe('sockets', () => {
  it('settled 9 deliver the entries after the join call, and live ones, once and in order', async () => {
    const { hub, enter } = await start()
    await hub.append(ROOM, [text('一'), text('二')])
    const first = await enter()
    expect(first.caught).toMatchObject({ ok: true, chatRoomNo: ROOM, head: 2, recovered: true, frames: [] })
    await hub.append(ROOM, [text('三')])
    const last = (await hub.append(ROOM, [text('四'), text('五')])).at(-1)?.seq ?? 0
    // A report of the number of viewers may be among the texts.
    expect((await first.until(last)).map(({ seq }) => seq).filter((seq) => seq <= last)).toEqual(
      Array.from({ length: last - 2 }, (_, index) => index + 3),
    )
  })

  it('deliver the same frames by long polling, WebSocket and during the upgrade', async () => {
    const { hub, enter } = await start()
    const options = [
      { transports: ['polling'] },
      { transports: ['websocket'] },
      { transports: ['polling', 'websocket'] },
    ]
    const clients = await Promise.all(options.map((each) => enter('anon', null, each)))
    // Frames around the lengths at which the WebSocket header changes.
    for (let count = 1; count <= 1_000; count = Math.ceil(count * 1.7)) {
      const words = Array.from({ length: count }, () => text(randomBytes(99).toString('hex')))
      const seq = (await hub.append(ROOM, words)).at(-1)?.seq ?? 0
      for (const client of clients) await client.until(seq)
    }
    const { seq: head } = hub.log.head(ROOM)
    for (const client of clients) {
      const { seq: from } = client.joined
      const seqs = (await client.until(head)).map(({ seq }) => seq).filter((seq) => seq <= head)
      expect(seqs).toEqual(Array.from({ length: head - from }, (_, index) => from + index + 1))
    }
    const lengths = clients.map(({ frames }) => Math.max(...frames.map((frame) => frame.length)))
    expect(Math.min(...lengths)).toBeGreaterThan(65_536)
  })

  it('S1.25 deliver a change of messages to their members once, by long polling and WebSocket', async () => {
    const { enter, server } = await start()
    const clients = [
      await enter('web', 1, { transports: ['polling'] }),
      await enter('app', 1),
      await enter('web', 2),
      await enter(),
    ]
    const got = clients.map(({ socket }) => {
      const titles: string[] = []
      socket.on('message:new', ({ title }) => titles.push(title))
      return titles
    })
    const change = { isNew: true, id: 'm1', kind: 'notice', title: '今晚维护', at: 1 } as const
    const ended = Promise.all(
      clients
        .slice(0, 3)
        .map(
          ({ socket }) =>
            new Promise<void>((resolve) => socket.on('message:new', ({ title }) => title === '结束' && resolve())),
        ),
    )
    server.sendMessage({ type: 'all' }, change)
    server.sendMessage({ type: 'member', memberId: person(2).memberId }, { ...change, title: '只给一位' })
    server.sendMessage({ type: 'grade', min: 1, max: 10 }, { ...change, title: '高等级' })
    server.sendMessage({ type: 'all' }, { ...change, title: '结束' })
    await ended
    expect(got).toEqual([['今晚维护', '结束'], ['今晚维护', '结束'], ['今晚维护', '只给一位', '结束'], []])
  })

  it('settled 9 accept a ticket once', async () => {
    const { connect, ticketFor } = await start()
    const { ticket } = await ticketFor('anon', null)
    const [one, two] = [await connect(), await connect()]
    expect(await joinWith(one, ticket)).toMatchObject({ ok: true })
    expect(await joinWith(two, ticket)).toEqual({
      ok: false,
      code: CODES.NOT_FOUND,
      message: '入场凭证无效，请重新进入',
    })
    expect(await joinWith(one, ticket)).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('settled 9 refuse a ticket that is 30 seconds old, forged or of another namespace', async () => {
    const { connect, ticketFor, clock } = await start()
    const socket = await connect('web')
    const refusal = { ok: false, code: CODES.NOT_FOUND }
    expect(await joinWith(socket, (await ticketFor('anon', null)).ticket)).toMatchObject(refusal)
    expect(await joinWith(socket, (await ticketFor('app', 1)).ticket)).toMatchObject(refusal)
    expect(await joinWith(socket, 'A'.repeat(32))).toMatchObject(refusal)
    const late = await ticketFor('web', 1)
    clock.move(TICKET_LIFETIME_MS)
    expect(await joinWith(socket, late.ticket)).toMatchObject(refusal)
    const inTime = await ticketFor('web', 1)
    clock.move(TICKET_LIFETIME_MS - 1)
    expect(await joinWith(socket, inTime.ticket)).toMatchObject({ ok: true })
  })

  it('refuse a ticket of another session', async () => {
    const { enter, ticketFor } = await start()
    const { socket } = await enter('web', 1)
    expect(await joinWith(socket, (await ticketFor('web', 2)).ticket)).toMatchObject({
      ok: false,
      code: CODES.NOT_FOUND,
    })
    expect(await joinWith(socket, (await ticketFor('web', 1)).ticket)).toMatchObject({ ok: true })
  })

  it('S6.2 S6.4 send messages of members of web and app, never of visitors', async () => {
    const { enter } = await start()
    const visitor = await enter()
    const say = { chatRoomNo: ROOM, cid: newCid(), text: '好球' }
    expect(await visitor.socket.emitWithAck('say', say)).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
    const sent: [number, string][] = []
    for (const [namespace, number] of [
      ['web', 1],
      ['app', 2],
    ] as const) {
      const { socket } = await enter(namespace, number)
      const response = await socket.emitWithAck('say', { ...say, cid: newCid() })
      if (!response.ok || !('seq' in response)) throw new Error(JSON.stringify(response))
      sent.push([response.seq, `球迷${number}`])
    }
    const entries = await visitor.until(sent.at(-1)?.[0] ?? 0)
    const texts = entries.filter(({ entry }) => entry.content.msgType === MSG_TYPES.text)
    expect(texts.map(({ seq, entry }) => [seq, entry.memberName])).toEqual(sent)
  })

  it('return the code and the end to a refused sender', async () => {
    const { enter, clock } = await start()
    const { socket } = await enter('web', 1)
    const say = (words: string) => socket.emitWithAck('say', { chatRoomNo: ROOM, cid: newCid(), text: words })
    expect(await say('好球')).toMatchObject({ ok: true })
    const refusal = { ok: false, code: CODES.CHAT_DUPLICATE, message: codeText(CODES.CHAT_DUPLICATE) }
    expect(await say('好球')).toEqual({ ...refusal, until: clock.now() + 10_000 })
    const elsewhere = await socket.emitWithAck('say', { chatRoomNo: 'room-2', cid: newCid(), text: '好' })
    expect(elsewhere).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('S4.31 welcome a member once, and count distinct sockets', async () => {
    const { enter, hub } = await start()
    const visitor = await enter()
    const member = await enter('web', 1)
    expect(hub.viewers(ROOM)).toBe(2)
    const author = authorOf(PEOPLE[1]?.member ?? never())
    const welcome = expect.objectContaining({ content: { msgType: MSG_TYPES.welcome }, ...author, venueName: 'YB' })
    // A report of the number of viewers may come first.
    await expect.poll(async () => (await visitor.received()).map(({ entry }) => entry)).toContainEqual(welcome)
    member.socket.disconnect()
    await enter('web', 1)
    const again = await enter('app', 1)
    await expect.poll(() => hub.viewers(ROOM)).toBe(3)
    expect(await again.socket.emitWithAck('leave', { chatRoomNo: ROOM })).toEqual({ ok: true })
    expect(hub.viewers(ROOM)).toBe(2)
    const welcomes = (await hub.log.range(ROOM, 0, hub.log.head(ROOM).seq)).filter(({ kind }) => kind === 'welcome')
    expect(welcomes).toHaveLength(1)
  })

  it('report the number of viewers when it has changed', async () => {
    const { enter, hub } = await start()
    const visitor = await enter()
    await expect.poll(() => hub.log.head(ROOM).seq).toBe(1)
    const [{ entry } = { entry: null }] = await visitor.until(1)
    expect(entry).toMatchObject({ content: { msgType: 12 }, data: { viewers: 1 } })
  })

  it('resume after a gap, in joined rooms', async () => {
    const { enter, hub } = await start()
    const { socket, joined } = await enter()
    const appended = await hub.append(ROOM, [text('一'), text('二'), text('三')])
    const last = appended.at(-1)?.seq ?? 0
    await hub.room(ROOM)?.coalescer.whenSent(last)
    const place = { chatRoomNo: ROOM, epoch: joined.epoch }
    const resume = async (position: { seq: number; epoch?: number }) => {
      const ack = await socket.emitWithAck('resume', { ...place, ...position })
      if (!ack.ok || !('head' in ack)) throw new Error(JSON.stringify(ack))
      return ack
    }
    const recovered = await resume({ seq: 1 })
    expect(recovered).toMatchObject({ recovered: true })
    expect(await resume({ seq: 99 })).toMatchObject({ recovered: false })
    const restarted = await resume({ epoch: 1, seq: 1 })
    expect(restarted).toMatchObject({ recovered: false })
    // A report of the number of viewers may follow the texts.
    const { seq: head } = hub.log.head(ROOM)
    for (const seq of [recovered.head, (restarted.missed ?? 0) + 1]) {
      expect(seq).toBeGreaterThanOrEqual(last)
      expect(seq).toBeLessThanOrEqual(head)
    }
    const elsewhere = await socket.emitWithAck('resume', { ...place, chatRoomNo: 'room-2', seq: 1 })
    expect(elsewhere).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
    await socket.emitWithAck('leave', { chatRoomNo: ROOM })
    expect(await socket.emitWithAck('resume', { ...place, seq: 1 })).toMatchObject({ ok: false })
  })

  it('deliver no frames of rooms they have left', async () => {
    const { enter, hub } = await start()
    const leaver = await enter()
    const stayer = await enter()
    await leaver.socket.emitWithAck('leave', { chatRoomNo: ROOM })
    const [appended] = await hub.append(ROOM, [text('一')])
    await stayer.until(appended?.seq ?? 0)
    expect((await leaver.received()).map(({ seq }) => seq)).not.toContain(appended?.seq)
  })

  it('continue from the ticket without a position', async () => {
    const { connect, ticketFor, hub } = await start()
    await hub.append(ROOM, [text('一')])
    const { ticket } = await ticketFor('anon', null)
    await hub.append(ROOM, [text('二'), text('三')])
    const caught = await joinWith(await connect(), ticket)
    expect(caught).toMatchObject({ ok: true, head: 3, recovered: true })
    expect(caught.ok && caught.frames).toHaveLength(1)
  })

  it('close with their session and its reason, in every namespace', async () => {
    const { enter, sessions, hub } = await start()
    const mine = [await enter('web', 1), await enter('app', 1)]
    const other = await enter('web', 2)
    const reasons = mine.map(({ socket }) => new Promise((resolve) => socket.once('session-end', resolve)))
    sessions.end('session-1', CODES.PASSWORD_CHANGED)
    const reason = { code: CODES.PASSWORD_CHANGED, message: codeText(CODES.PASSWORD_CHANGED) }
    expect(await Promise.all(reasons)).toEqual([reason, reason])
    await Promise.all(mine.map(({ socket }) => disconnected(socket)))
    expect(other.socket.connected).toBe(true)
    expect(hub.viewers(ROOM)).toBe(1)
  })

  it('refuse a message from the moment at which the session expires', async () => {
    const expireAt = Date.now() + 60_000
    let now = expireAt - 1
    const { hub, connect } = await start({ now: () => now })
    const { memberId, member } = person(1)
    const holder = { sessionId: 'session-1', memberId, expireAt, author: authorOf(member) }
    const { epoch, seq } = hub.log.head(ROOM)
    const socket = await connect('web')
    const at = { chatRoomNo: ROOM, siteId: 5009, deviceId: 'device-1', epoch, seq }
    const ticket = { ...at, namespace: 'web', holder } as const
    await joinWith(socket, await hub.tickets.issue(ticket))
    const say = (words: string) => socket.emitWithAck('say', { chatRoomNo: ROOM, cid: newCid(), text: words })
    expect(await say('一')).toMatchObject({ ok: true })
    now = expireAt
    expect(await say('二')).toMatchObject({ ok: false, code: CODES.AUTH_ERROR })
  })

  it('do not accept an ended session with an earlier or later ticket', async () => {
    const { connect, ticketFor, sessions } = await start()
    const before = await ticketFor('web', 1)
    sessions.end('session-1', CODES.AUTH_ERROR)
    const meanwhile = await ticketFor('web', 1)
    const socket = await connect('web')
    for (const { ticket } of [before, meanwhile]) expect(await joinWith(socket, ticket)).toMatchObject({ ok: false })
  })

  it('can join a limited number of rooms', async () => {
    const { enter, hub, ticketFor } = await start()
    const { socket } = await enter()
    const most = 8 + MAX_LEGS
    for (let number = 2; number <= most + 1; number += 1) {
      const chatRoomNo = `room-${number}`
      const template = hub.room(ROOM)?.definition ?? never()
      await hub.open({ ...template, chatRoomNo, matchId: chatRoomNo })
      const { ticket } = await ticketFor('anon', null, chatRoomNo)
      const expected = number <= most ? { ok: true } : { ok: false, code: CODES.CURRENT_LIMITING_A }
      expect(await joinWith(socket, ticket)).toMatchObject(expected)
    }
  })

  it('are accepted from allowed origins and known namespaces only', async () => {
    const { connect, enter } = await start()
    const from = (origin: string) => connect('anon', { extraHeaders: { origin } })
    for (const origin of [
      'http://evil.example',
      'http://127.0.0.1:80.evil',
      'null',
      '',
      ' ',
      'http://[',
      '\u00e9'.repeat(9),
    ]) {
      await expect(from(origin), origin).rejects.toThrow()
    }
    expect((await from('https://site.example')).connected).toBe(true)
    await expect(connect('/')).rejects.toThrow()
    await expect(connect('/chat-admin')).rejects.toThrow()
    expect((await enter()).caught.ok).toBe(true)
  })

  it('are limited by address, and accepted again when one has closed', async () => {
    const { connect } = await start({ limits: { perAddress: 2, opensPerSecond: 1_000 } })
    const [first] = [await connect(), await connect()]
    await expect(connect()).rejects.toThrow()
    first.disconnect()
    await expect
      .poll(() =>
        connect().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('are limited in rate by address', async () => {
    const { connect } = await start({ limits: { perAddress: 3, opensPerSecond: 0.001 } })
    for (let index = 0; index < 3; index += 1) (await connect()).disconnect()
    await expect(connect()).rejects.toThrow()
  })

  it('serve no client library and no files', async () => {
    const { url } = await start()
    expect((await fetch(`${url}/socket/socket.io.js`)).status).toBe(400)
  })
})

function never(): never {
  throw new Error('not reached')
}
