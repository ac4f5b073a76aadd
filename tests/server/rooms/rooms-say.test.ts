import { describe, expect, it } from 'vitest'
import { CODES, codeText } from '#protocol/codes.ts'
import type { RoomSetup, Entry } from '#protocol/room/feed.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { ALL_PHRASES } from '#server/demo/world/chatter.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { SpeechLimits, createTermFilter, DEFAULT_TERMS, normalizeText } from '#server/rooms/speech-rules.ts'
import { SITE_ROOM_DEFINITION } from '#server/rooms/hub.ts'
import { callBy, dataOf, newCid, ROOM, speakerOf, testRooms, text } from './rooms-support.ts'
import type { TestRooms } from './rooms-support.ts'

const ADMIN = 95
/** All code points that show nothing. Prepended number signs of Arabic are format characters, but have a glyph. */
const INVISIBLE = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
  (one) =>
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{White_Space}\p{Cs}\u2800\ufffc]/u.test(one) &&
    !/[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u.test(one),
)
const hexOf = (text: string) => Array.from(text, (one) => one.codePointAt(0)?.toString(16)).join(' ')

async function roomWith(setup: Partial<RoomSetup> = {}, more: Parameters<typeof testRooms>[0] = {}) {
  const rooms = await testRooms(more)
  if (Object.keys(setup).length > 0) {
    dataOf(await rooms.calls['chatroom.setup']({ chatRoomNo: ROOM, setup }, callBy(ADMIN, rooms.clock.now())))
  }
  const say = (words: string, number = 1, message: object = {}, speaker: object = {}) =>
    rooms.hub.chat.say(rooms.hub.room(ROOM), speakerOf(number, speaker), { cid: newCid(), text: words, ...message })
  return { ...rooms, say }
}

async function entries({ hub }: Pick<TestRooms, 'hub'>): Promise<Entry[]> {
  return (await hub.log.range(ROOM, 0, hub.log.head(ROOM).seq)).map(({ json }) => JSON.parse(json) as Entry)
}

const refused = (code: number, until?: number) =>
  until === undefined ? { ok: false, code } : { ok: false, code, details: { until } }

describe('say', () => {
  it('S3.22 writes the text with author and cid, and returns its position', async () => {
    const rooms = await roomWith()
    const response = await rooms.say('  进球\u200b了　！ ', 1, { cid: 'cid-aaaaaaaa' })
    const [entry] = await entries(rooms)
    expect(response).toEqual({ ok: true, data: { id: entry?.id, seq: 1 } })
    expect(entry).toMatchObject({
      content: { msgType: 1 },
      data: { text: '进球了 ！' },
      cid: 'cid-aaaaaaaa',
      memberName: '球迷1',
      userId: 'u1',
      memberId: 'u1',
      siteSeries: 5000,
    })
  })

  it('returns the first ack for the same (member, cid): pending, written, and after a restart', async () => {
    const entryStore = new MemoryEntryRepository()
    const rooms = await roomWith({}, { entries: entryStore })
    const cid = newCid()
    const [first, second] = await Promise.all([rooms.say('一', 1, { cid }), rooms.say('二', 1, { cid })])
    expect(second).toEqual(first)
    expect(await rooms.say('三', 1, { cid })).toEqual(first)
    expect(await rooms.say('四', 2, { cid })).toMatchObject({ ok: true, data: { seq: 2 } })
    const restarted = await roomWith({}, { entries: entryStore })
    expect(await restarted.say('五', 1, { cid })).toEqual(first)
    expect(await entries(restarted)).toHaveLength(2)
  })

  it('returns the first ack for a repeated message that is in the database only', async () => {
    const stores = { entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() }
    const rooms = await roomWith({}, stores)
    const cid = newCid()
    const first = await rooms.say('一', 1, { cid })
    await rooms.hub.log.append(
      ROOM,
      Array.from({ length: 600 }, () => text('别人的话')),
    )
    await rooms.hub.save(rooms.hub.room(ROOM)!)
    const restarted = await roomWith({}, stores)
    expect(await restarted.say('一', 2, { cid, isAgain: true })).toMatchObject({ ok: true, data: { seq: 602 } })
    expect(await restarted.say('一', 1, { cid, isAgain: true })).toEqual(first)
    expect(await restarted.say('一', 1, { cid: newCid(), isAgain: true })).toMatchObject({
      ok: true,
      data: { seq: 603 },
    })
    expect(restarted.hub.log.head(ROOM).seq).toBe(603)
  })

  it('does not count a repeated message that is in the database only', async () => {
    const stores = { entries: new MemoryEntryRepository(), rooms: new MemoryRoomRepository() }
    const rooms = await roomWith({}, stores)
    const cids = [newCid(), newCid(), newCid()]
    for (const cid of cids) {
      await rooms.say(`第 ${cid} 句`, 1, { cid })
      rooms.clock.move(3_000)
    }
    await rooms.hub.log.append(
      ROOM,
      Array.from({ length: 600 }, () => text('别人的话')),
    )
    await rooms.hub.save(rooms.hub.room(ROOM)!)
    const restarted = await roomWith({}, stores)
    for (const cid of cids) await restarted.say(`第 ${cid} 句`, 1, { cid, isAgain: true })
    expect(await restarted.say('新的一句', 1)).toMatchObject({ ok: true })
  })

  it('accepts a refused cid again', async () => {
    const rooms = await roomWith({ muteAll: true })
    const cid = newCid()
    expect(await rooms.say('一', 1, { cid })).toMatchObject(refused(CODES.CHAT_MUTED))
    dataOf(await rooms.calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { muteAll: false } }, callBy(ADMIN, 0)))
    expect(await rooms.say('一', 1, { cid })).toMatchObject({ ok: true })
  })

  it('refuses in a closed or unknown room', async () => {
    const rooms = await roomWith()
    const room = rooms.hub.room(ROOM)
    if (room) room.isOpen = false
    expect(await rooms.say('一', ADMIN)).toMatchObject(refused(CODES.ROOM_CLOSED))
    const nowhere = await rooms.hub.chat.say(rooms.hub.room('room-9'), speakerOf(1), { cid: newCid(), text: '一' })
    expect(nowhere).toMatchObject(refused(CODES.ROOM_CLOSED))
  })

  it('settled 10 refuses in the site room, and announces nobody there', async () => {
    const rooms = await roomWith()
    await rooms.hub.open(SITE_ROOM_DEFINITION)
    const room = rooms.hub.room(SITE_ROOM)
    if (room) rooms.hub.enter(room, 'socket-1', speakerOf(1).author)
    const response = await rooms.hub.chat.say(rooms.hub.room(SITE_ROOM), speakerOf(ADMIN), {
      cid: newCid(),
      text: '一',
    })
    expect(response).toMatchObject(refused(CODES.ROOM_CLOSED))
    const [notice] = await rooms.hub.append(SITE_ROOM, [{ kind: 'notice', data: { text: '维护通知' } }])
    expect(notice?.seq).toBe(1)
  })

  it('S6.7 refuses below the minimum VIP level, except for administrators', async () => {
    const rooms = await roomWith({ minVipLevel: 4 })
    expect(await rooms.say('一')).toMatchObject(refused(CODES.CHAT_LEVEL_TOO_LOW))
    expect(await rooms.say('二', ADMIN)).toMatchObject({ ok: true })
  })

  it.each([
    ['the room', { minVipLevel: 4 }, CONFIG_DEFAULTS, 4],
    ['the site', {}, { ...CONFIG_DEFAULTS, chatMinVipLevel: 4 }, 4],
    ['a room without minimum', {}, CONFIG_DEFAULTS, 0],
  ])('S6.7 accepts exactly the VIP level that %s requires', async (_, setup, site, vipLevel) => {
    const rooms = await roomWith(setup, { siteOf: () => site })
    const { author } = speakerOf(1)
    expect(await rooms.say('一', 1, {}, { author: { ...author, vipLevel } })).toMatchObject({ ok: true })
  })

  it('S9.14 refuses below the minimum level of the site', async () => {
    const rooms = await roomWith({ minVipLevel: 1 }, { siteOf: () => ({ ...CONFIG_DEFAULTS, chatMinVipLevel: 4 }) })
    expect(await rooms.say('一')).toMatchObject(refused(CODES.CHAT_LEVEL_TOO_LOW))
    expect(await rooms.say('二', ADMIN)).toMatchObject({ ok: true })
  })

  it('S9.14 refuses while the site has chat disabled', async () => {
    const rooms = await roomWith({}, { siteOf: () => ({ ...CONFIG_DEFAULTS, chatSwitch: 0 }) })
    expect(await rooms.say('一')).toMatchObject(refused(CODES.ROOM_CLOSED))
    expect(await rooms.say('二', ADMIN)).toMatchObject(refused(CODES.ROOM_CLOSED))
    expect(await entries(rooms)).toEqual([])
  })

  it('S6.7 refuses during a mute of all, except for administrators', async () => {
    const rooms = await roomWith({ muteAll: true })
    const response = await rooms.say('一')
    expect(response).toMatchObject({ code: CODES.CHAT_MUTED, message: '全员禁言中' })
    expect(response).not.toHaveProperty('details')
    expect(await rooms.say('二', ADMIN)).toMatchObject({ ok: true })
  })

  it('S6.7 refuses a muted member with reason and end, and accepts at that time', async () => {
    const rooms = await roomWith()
    const { clock, calls } = rooms
    const mute = { chatRoomNo: ROOM, userId: 'u1', minutes: 5, reason: '刷屏' }
    const { until } = dataOf(await calls['chatroom.mute'](mute, callBy(ADMIN, clock.now())))
    expect(until).toBe(clock.now() + 300_000)
    expect(await rooms.say('一')).toMatchObject({ ...refused(CODES.CHAT_MUTED, until), message: '你已被禁言：刷屏' })
    clock.move(299_999)
    expect(await rooms.say('一')).toMatchObject(refused(CODES.CHAT_MUTED, until))
    clock.move(1)
    expect(await rooms.say('一')).toMatchObject({ ok: true })
  })

  it('S6.7 refuses a member who is muted while the reply target is loaded', async () => {
    const rooms = await roomWith()
    const { hub, clock, calls } = rooms
    const { id } = dataOf(await rooms.say('这球越位了吧', 2))
    const find = hub.log.entry.bind(hub.log)
    const mute = { chatRoomNo: ROOM, userId: 'u1', minutes: 5, reason: '刷屏' }
    hub.log.entry = async (...place) => {
      await calls['chatroom.mute'](mute, callBy(ADMIN, clock.now()))
      return find(...place)
    }
    expect(await rooms.say('没有越位', 1, { replyTo: id })).toMatchObject(
      refused(CODES.CHAT_MUTED, clock.now() + 300_000),
    )
    expect((await entries(rooms)).map(({ content }) => content.msgType)).toEqual([1, 9])
  })

  it('S6.7 applies slow mode, except to administrators', async () => {
    const rooms = await roomWith({ slowModeSeconds: 30 })
    const { clock } = rooms
    const start = clock.now()
    expect(await rooms.say('一')).toMatchObject({ ok: true })
    clock.move(29_999)
    expect(await rooms.say('二')).toMatchObject(refused(CODES.CHAT_TOO_FAST, start + 30_000))
    clock.move(1)
    expect(await rooms.say('二')).toMatchObject({ ok: true })
    for (const words of ['一', '二', '三']) expect(await rooms.say(words, ADMIN)).toMatchObject({ ok: true })
  })

  it('accepts three texts in two seconds', async () => {
    const rooms = await roomWith()
    const { clock } = rooms
    const start = clock.now()
    for (const words of ['一', '二', '三']) {
      expect(await rooms.say(words)).toMatchObject({ ok: true })
      clock.move(500)
    }
    expect(await rooms.say('四')).toMatchObject(refused(CODES.CHAT_TOO_FAST, start + 2_000))
    expect(await rooms.say('四', 2)).toMatchObject({ ok: true })
    clock.move(500)
    expect(await rooms.say('四')).toMatchObject({ ok: true })
    expect(await rooms.say('五')).toMatchObject(refused(CODES.CHAT_TOO_FAST, start + 2_500))
  })

  it('does not count refused texts', async () => {
    const rooms = await roomWith()
    for (let index = 0; index < 5; index += 1) {
      expect(await rooms.say('加 微 信 看球')).toMatchObject(refused(CODES.CHAT_WORD_BLOCKED))
    }
    expect(await rooms.say('好球')).toMatchObject({ ok: true })
  })

  it('reverts only the limits of a text that could not be written', () => {
    const limits = new SpeechLimits()
    const speech = (repeated: string) => ({ chatRoomNo: ROOM, memberId: 'm', address: null, repeated })
    const removeCount = limits.accept(speech('一'), 1_000)
    limits.accept(speech('二'), 1_001)
    limits.accept(speech('三'), 1_002)
    removeCount()
    expect(limits.refusal(speech('四'), 0, 1_003)).toBeNull()
    expect(limits.refusal(speech('四'), 5, 1_003)).toMatchObject({ until: 6_002 })
    limits.accept(speech('四'), 1_003)
    expect(limits.refusal(speech('五'), 0, 1_003)).toMatchObject({ until: 3_001 })
  })

  it('refuses the same text within ten seconds', async () => {
    const rooms = await roomWith()
    const { clock } = rooms
    const start = clock.now()
    expect(await rooms.say('好球')).toMatchObject({ ok: true })
    clock.move(9_999)
    expect(await rooms.say(' 好球 ')).toMatchObject(refused(CODES.CHAT_DUPLICATE, start + 10_000))
    expect(await rooms.say('好球', 2)).toMatchObject({ ok: true })
    clock.move(1)
    expect(await rooms.say('好球')).toMatchObject({ ok: true })
  })

  it('continues when the server clock is set back', async () => {
    const rooms = await roomWith({ slowModeSeconds: 3 })
    const { clock } = rooms
    expect(await rooms.say('好球')).toMatchObject({ ok: true })
    clock.move(-3_600_000)
    const start = clock.now()
    expect(await rooms.say('好球')).toMatchObject({ ok: true })
    expect(await rooms.say('漂亮')).toMatchObject(refused(CODES.CHAT_TOO_FAST, start + 3_000))
    clock.move(3_000)
    expect(await rooms.say('好球')).toMatchObject(refused(CODES.CHAT_DUPLICATE, start + 10_000))
    expect(await rooms.say('漂亮')).toMatchObject({ ok: true })
  })

  it('accepts three texts in two seconds after the clock was set back', async () => {
    const rooms = await roomWith()
    const { clock } = rooms
    for (const words of ['一', '二', '三']) expect(await rooms.say(words)).toMatchObject({ ok: true })
    clock.move(-3_600_000)
    const start = clock.now()
    for (const words of ['四', '五', '六']) expect(await rooms.say(words)).toMatchObject({ ok: true })
    expect(await rooms.say('七')).toMatchObject(refused(CODES.CHAT_TOO_FAST, start + 2_000))
  })

  it('limits an address over all its members', async () => {
    const rooms = await roomWith()
    const address = '192.0.2.7'
    const responses: unknown[] = []
    for (let number = 1; number <= 61; number += 1)
      responses.push(await rooms.say(`第${number}`, number, {}, { address }))
    expect(responses.slice(0, 60).every((response) => (response as { ok: boolean }).ok)).toBe(true)
    const { now } = rooms.clock
    expect(responses[60]).toMatchObject({
      ...refused(CODES.CURRENT_LIMITING_A, now() + 34),
      message: '发言人数过多，请稍候',
    })
    rooms.clock.move(40)
    expect(await rooms.say('又来', 61, {}, { address })).toMatchObject({ ok: true })
  })

  it('counts characters, not code units, and refuses blank texts only', async () => {
    const rooms = await roomWith()
    expect(await rooms.say('😀'.repeat(100))).toMatchObject({ ok: true })
    expect(await rooms.say('球'.repeat(101))).toMatchObject({
      ...refused(CODES.CHAT_TOO_LONG),
      message: codeText(CODES.CHAT_TOO_LONG),
    })
    expect(await rooms.say('球'.repeat(5_000))).toMatchObject(refused(CODES.CHAT_TOO_LONG))
    expect(await rooms.say(' \u200b　')).toMatchObject(refused(CODES.PARAM_ERROR))
  })

  it('finds blocked terms with spaces, marks, other width and case', async () => {
    const rooms = await roomWith()
    for (const words of ['加微信', '加 微 信', '加。微。信', '加ＱＱ群', '加qQ群 12345']) {
      expect(await rooms.say(words), words).toMatchObject(refused(CODES.CHAT_WORD_BLOCKED))
    }
  })

  it('accepts all sentences of the demo crowd', () => {
    const isBlocked = createTermFilter(DEFAULT_TERMS)
    expect(ALL_PHRASES.filter((phrase) => isBlocked(normalizeText(phrase)))).toEqual([])
  })

  it('S3.22 refuses texts that show nothing', async () => {
    const rooms = await roomWith()
    for (const words of [
      '\u2800',
      '\u2800\u2800 \u2800',
      '\u3164',
      '\u115f\u1160\uffa0',
      '\ufffc',
      '\u0301',
      '\u{e0100}',
    ]) {
      expect(await rooms.say(words), hexOf(words)).toMatchObject(refused(CODES.PARAM_ERROR))
    }
    expect(await entries(rooms)).toEqual([])
  })

  it('finds blocked terms with any invisible or blank code point in them', async () => {
    const isBlocked = createTermFilter(DEFAULT_TERMS)
    const passed = INVISIBLE.filter((one) => !isBlocked(normalizeText(cleanChatText(`加${one}微${one}信`))))
    expect(passed.map(hexOf)).toEqual([])
    const rooms = await roomWith()
    dataOf(
      await rooms.calls['chatroom.setWords'](
        { chatRoomNo: ROOM, added: ['水\u3164军', '\u2800\u3164'], removed: [] },
        callBy(ADMIN, rooms.clock.now()),
      ),
    )
    expect(rooms.hub.room(ROOM)?.terms).toEqual(['水军'])
    for (const words of ['加\u3164微信', '水\u2800军', '水\u{e0061}军', '水\u115f军', '水\u034f军']) {
      expect(await rooms.say(words), hexOf(words)).toMatchObject(refused(CODES.CHAT_WORD_BLOCKED))
    }
  })

  it('S3.22 counts texts that look the same as repeated: any invisible or blank code point', async () => {
    const rooms = await roomWith()
    const admin = { isUnlimited: false }
    for (const [index, one] of [
      '\u2800',
      '\u3164',
      '\u200b',
      '\ufe0f',
      '\u{e0061}',
      '\u034f',
      ' ',
      '\u3000',
      '\u2063',
    ].entries()) {
      await rooms.say('进球了', index + 1, {}, admin)
      expect(await rooms.say(`进${one}球了`, index + 1, {}, admin), hexOf(one)).toMatchObject({
        code: CODES.CHAT_DUPLICATE,
      })
      expect(await rooms.say('进球啦', index + 1, {}, admin), hexOf(one)).toMatchObject({ ok: true })
    }
    await rooms.say('❤', 30)
    expect(await rooms.say('❤\ufe0f', 30)).toMatchObject({ code: CODES.CHAT_DUPLICATE })
    expect(await rooms.say('❤\ufe0f\u200d🔥', 30)).toMatchObject({ ok: true })
  })

  it('keeps joined emoji, flags and joiners of Persian', async () => {
    const rooms = await roomWith()
    const texts = ['👩🏽\u200d🚀 好球', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 'می\u200cخواهم']
    for (const [index, words] of texts.entries()) dataOf(await rooms.say(words, index + 1))
    expect((await entries(rooms)).map(({ data }) => data)).toEqual(texts.map((text) => ({ text })))
  })

  it('S6.7 S3.22 cleans pins, welcome texts and notes of reports, and refuses blank reasons', async () => {
    const rooms = await roomWith({ welcomeText: '\u3164欢\u200b迎\u2800' })
    const room = rooms.hub.room(ROOM)
    expect(room?.state.setup.welcomeText).toBe('欢迎\u2800')
    const admin = callBy(ADMIN, rooms.clock.now())
    const pin = (words: string) =>
      rooms.calls['chatroom.operation']({ chatRoomNo: ROOM, type: 'pin', text: words }, admin)
    dataOf(await pin('决赛\u3164今晚'))
    expect(room?.state.pinned).toBe('决赛今晚')
    dataOf(await pin('\u2800\u3164'))
    expect(room?.state.pinned).toBeNull()
    const { request } = ENDPOINTS['chatroom.mute']
    const mute = { chatRoomNo: ROOM, userId: 'u1', minutes: 1 }
    expect(request.safeParse({ ...mute, reason: '\u3164\u2800' }).success).toBe(false)
    expect(request.safeParse({ ...mute, reason: '广\u200b告' }).data).toEqual({ ...mute, reason: '广告' })
  })

  it('settled 22 lifts rate and repetition limits for a load token in demo mode only', async () => {
    const rooms = await roomWith({ slowModeSeconds: 30 })
    const load = { isUnlimited: true }
    for (let index = 0; index < 10; index += 1) expect(await rooms.say('好球', 1, {}, load)).toMatchObject({ ok: true })
    expect(await rooms.say('加微信', 1, {}, load)).toMatchObject(refused(CODES.CHAT_WORD_BLOCKED))
    await rooms.calls['chatroom.mute']({ chatRoomNo: ROOM, userId: 'u1', minutes: 1, reason: '吵' }, callBy(ADMIN, 0))
    expect(await rooms.say('好球', 1, {}, load)).toMatchObject({ code: CODES.CHAT_MUTED })
    const production = await roomWith({}, { allowsUnlimitedSpeakers: false })
    expect(await production.say('好球', 1, {}, load)).toMatchObject({ ok: true })
    expect(await production.say('好球', 1, {}, load)).toMatchObject({ code: CODES.CHAT_DUPLICATE })
  })

  it('marks administrators by their role only', async () => {
    const rooms = await roomWith()
    await rooms.say('一', ADMIN)
    await rooms.say('二', 1)
    expect((await entries(rooms)).map(({ role }) => role)).toEqual(['admin', undefined])
  })

  it('finds the mentioned present members, at most eight', async () => {
    const rooms = await roomWith()
    const room = rooms.hub.room(ROOM)
    if (!room) throw new Error('no room')
    for (let number = 2; number < 20; number += 1) rooms.hub.enter(room, `socket-${number}`, speakerOf(number).author)
    await rooms.say('@球迷12 看到了吗 @球迷99 @球迷3！')
    await rooms.say(Array.from({ length: 17 }, (_, index) => `@球迷${index + 2}`).join(' '), 2)
    rooms.hub.leave(room, 'socket-3')
    await rooms.say('@球迷3', 4)
    const [first, second, third] = (await entries(rooms)).filter(({ content }) => content.msgType === 1)
    expect(first?.data).toMatchObject({ mentions: ['u12', 'u3'] })
    expect((second?.data as { mentions?: string[] } | undefined)?.mentions).toHaveLength(8)
    expect(third?.data).toEqual({ text: '@球迷3' })
  })

  it('takes the quoted text from the log, not from the sender', async () => {
    const rooms = await roomWith()
    const { id } = dataOf(await rooms.say('这球越位了吧', 2))
    dataOf(await rooms.say('没有越位', 1, { replyTo: id }))
    const [, reply] = await entries(rooms)
    expect(reply?.data).toEqual({ text: '没有越位', reply: { id, memberName: '球迷2', text: '这球越位了吧' } })
    for (const replyTo of ['x', '1-1', `${id}0`, '__proto__']) {
      expect(await rooms.say(`回复${replyTo}`, 3, { replyTo })).toMatchObject(refused(CODES.NOT_FOUND))
    }
  })

  it('sends a sticker as an image with the label of the set', async () => {
    const rooms = await roomWith()
    dataOf(await rooms.say('鼓掌', 1, { sticker: 'goal' }))
    expect((await entries(rooms))[0]).toMatchObject({ content: { msgType: 2 }, data: { sticker: 'goal', alt: '进球' } })
  })

  it('reports a failure of the log, and accepts the text again', async () => {
    class BrokenStore extends MemoryEntryRepository {
      isBroken = true
      override async insert(...rows: Parameters<MemoryEntryRepository['insert']>): Promise<void> {
        if (this.isBroken) throw new Error('disk full')
        await super.insert(...rows)
      }
    }
    const store = new BrokenStore()
    const rooms = await roomWith({}, { entries: store })
    const response = await rooms.say('好球')
    expect(response).toMatchObject({ ...refused(CODES.INTERNAL_ERROR), message: codeText(CODES.INTERNAL_ERROR) })
    expect(JSON.stringify(response)).not.toContain('disk')
    store.isBroken = false
    expect(await rooms.say('好球')).toMatchObject({ ok: true })
  })

  it('validates input of internal callers like that of sockets', async () => {
    const rooms = await roomWith()
    const message = (more: object) => ({ cid: newCid(), text: '一', ...more })
    for (const bad of [{ cid: 'x' }, { cid: 1 }, { text: 5 }, { sticker: '../x' }, { text: '' }, { extra: 1 }]) {
      expect(await rooms.hub.chat.say(rooms.hub.room(ROOM), speakerOf(1), message(bad) as never)).toMatchObject(
        refused(CODES.PARAM_ERROR),
      )
    }
    const forged = { ...speakerOf(1).author, memberName: 'x'.repeat(500) }
    expect(await rooms.hub.chat.say(rooms.hub.room(ROOM), speakerOf(1, { author: forged }), message({}))).toMatchObject(
      refused(CODES.PARAM_ERROR),
    )
  })
})
