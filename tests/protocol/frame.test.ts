import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { FRAME_MAX_ENTRIES } from '#protocol/constants.ts'
import { CatchUp, NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { ENTRY_DATA, entrySchema } from '#protocol/room/feed.ts'
import { openFrame, parseFrame, sealFrame } from '#protocol/room/frame.ts'
import {
  isHighVip,
  isDroppable,
  kindOf,
  MSG_TYPES,
  passesGiftFilter,
  passesHighVipFilter,
  type MessageKind,
} from '#protocol/room/kinds.ts'
import { UP_EVENTS } from '#protocol/room/client-events.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'

const key = nodeCrypto.importKey(new Uint8Array(32).fill(3))
const KINDS = Object.keys(MSG_TYPES) as MessageKind[]

async function seal(frame: { chatRoomNo: string; epoch: number; firstSeq: number; entries: readonly string[] }) {
  return sealFrame(nodeCrypto, await key, nodeCompressor, { ...frame, serverMs: 1_795_000_000_000 })
}
async function open(sealed: string) {
  return openFrame(nodeCrypto, await key, nodeCompressor, parseFrame(sealed))
}

const FRAME = { chatRoomNo: 'room-1', epoch: 2, firstSeq: 10, entries: ['{"id":"a"}', '{"id":"b"}'] }

describe('settled 11: a room frame', () => {
  it('contains its clear header and entries of any size and number', async () => {
    const frames = fc.record({
      chatRoomNo: fc.string({ unit: fc.constantFrom('a', 'b', 'c', '0', '9', '-'), minLength: 1, maxLength: 64 }),
      epoch: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      firstSeq: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      entries: fc.array(
        fc.record({ id: fc.string(), text: fc.string({ unit: 'grapheme' }) }).map((row) => JSON.stringify(row)),
      ),
    })
    await fc.assert(
      fc.asyncProperty(frames, async (frame) => {
        const sealed = await seal(frame)
        const { chatRoomNo, epoch, firstSeq } = parseFrame(sealed)
        expect({ chatRoomNo, epoch, firstSeq }).toEqual({ ...frame, entries: undefined })
        const { serverMs, entries } = await open(sealed)
        expect(serverMs).toBe(1_795_000_000_000)
        expect(entries).toEqual(frame.entries.map((text) => JSON.parse(text) as unknown))
      }),
      { numRuns: 50 },
    )
  })

  it('does not open after a bit was changed', async () => {
    const sealed = fromBase64Url(await seal(FRAME))
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const bent = Uint8Array.from(sealed)
      bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      // oxlint-disable-next-line no-await-in-loop
      await expect(async () => open(toBase64Url(bent))).rejects.toThrow()
    }
  })

  it('refuses arbitrary input quickly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 200 }).map(toBase64Url)), async (text) => {
        await expect(async () => open(text)).rejects.toThrow()
      }),
    )
  })

  it('enforces its limits', async () => {
    const entries = (count: number, text = '{}') => Array.from({ length: count }, () => text)
    await expect(seal({ ...FRAME, entries: entries(FRAME_MAX_ENTRIES) })).resolves.toBeTypeOf('string')
    await expect(seal({ ...FRAME, entries: entries(FRAME_MAX_ENTRIES + 1) })).rejects.toThrow(RangeError)
    await expect(seal({ ...FRAME, entries: entries(1100, `"${'x'.repeat(1000)}"`) })).rejects.toThrow('too large')
    await expect(seal({ ...FRAME, epoch: 2 ** 48 })).rejects.toThrow(RangeError)
    await expect(seal({ ...FRAME, firstSeq: -1 })).rejects.toThrow(RangeError)
    await expect(seal({ ...FRAME, chatRoomNo: 'a'.repeat(65) })).rejects.toThrow(RangeError)
  })

  it('is refused if its content contradicts its header', async () => {
    const parsed = parseFrame(await seal(FRAME))
    const lies = [
      `[2,2,10,1,[]]`,
      `[1,3,10,1,[]]`,
      `[1,2,11,1,[]]`,
      `[1,2,10,"1",[]]`,
      `[1,2,10,1,{}]`,
      `{}`,
      `null`,
      `[1,2,10,1,[${'{},'.repeat(FRAME_MAX_ENTRIES)}{}]]`,
    ]
    for (const lie of lies) {
      const lying = { ...nodeCrypto, decrypt: () => new TextEncoder().encode(lie) }
      // oxlint-disable-next-line no-await-in-loop
      await expect(openFrame(lying, await key, nodeCompressor, { ...parsed, flags: 0 })).rejects.toThrow()
    }
  })
})

describe('settled 13: message kinds', () => {
  it('S3.22 have the numbers of Annex C.3', () => {
    expect(KINDS.map((kind) => `${MSG_TYPES[kind]} ${kind}`)).toEqual([
      '1 text',
      '2 image',
      '3 gift',
      '4 order',
      '5 revert',
      '6 welcome',
      '7 system',
      '8 notice',
      '9 mute',
      '10 delete',
      '11 marquee',
      '12 status',
      '13 pin',
      '14 setup',
      '15 market',
      '16 table',
    ])
    for (const kind of KINDS) expect(kindOf(MSG_TYPES[kind])).toBe(kind)
    expect([0, 17, 1.5].map(kindOf)).toEqual([undefined, undefined, undefined])
  })

  it('have a schema that accepts their data and number only', () => {
    expect(Object.keys(ENTRY_DATA)).toEqual(KINDS)
    const data = { text: '进球了' }
    const entry = { id: 'a', at: 1, content: { msgType: MSG_TYPES.text }, data }
    expect(entrySchema('text').safeParse(entry).success).toBe(true)
    expect(entrySchema('text').safeParse({ ...entry, content: { msgType: 2 } }).success).toBe(false)
    expect(entrySchema('text').safeParse({ ...entry, data: {} }).success).toBe(false)
    expect(entrySchema('text').safeParse({ ...entry, at: '1' }).success).toBe(false)
  })

  it.each([
    [undefined, false],
    [0, false],
    [4, false],
    [5, true],
    [9, true],
  ])('S6.11 VIP %j is high: %s', (level, isHigh) => {
    expect(isHighVip(level)).toBe(isHigh)
  })

  it('settled 20 S9.24: are hidden by these filters', () => {
    expect(KINDS.filter((kind) => !passesGiftFilter(kind))).toEqual(['text', 'image', 'order', 'revert'])
    expect(KINDS.filter((kind) => !passesHighVipFilter(kind, 4))).toEqual(['text', 'image'])
    expect(KINDS.filter((kind) => !passesHighVipFilter(kind, 5))).toEqual([])
  })

  it('only text and images may be dropped', () => {
    expect(KINDS.filter(isDroppable)).toEqual(['text', 'image'])
  })
})

describe('settled 10: socket events', () => {
  it('S6.2 S6.4 use three namespaces on one path', () => {
    expect([SOCKET_PATH, NAMESPACES]).toEqual(['/socket', { anon: '/chat-anon', web: '/chat-web', app: '/chat-app' }])
  })

  it('of the client are join, resume, leave and say', () => {
    expect(Object.keys(UP_EVENTS)).toEqual(['join', 'resume', 'leave', 'say'])
    const say = { chatRoomNo: 'room-1', cid: 'cid-00000001', text: '好球' }
    expect(UP_EVENTS.say.safeParse(say).success).toBe(true)
    for (const bad of [
      {},
      { ...say, text: '' },
      { ...say, text: 'a'.repeat(401) },
      { ...say, cid: 'short' },
      { ...say, chatRoomNo: '../x' },
      { ...say, admin: true },
      { ...say, text: { toString: 'x' } },
      null,
      'say',
      [say],
    ]) {
      expect(UP_EVENTS.say.safeParse(bad).success).toBe(false)
    }
    expect(UP_EVENTS.join.safeParse({ ticket: 'a'.repeat(43), position: { epoch: 1, seq: -1 } }).success).toBe(false)
  })

  it('refuse arbitrary payloads', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(UP_EVENTS)), fc.anything(), (schema, given) => {
        expect(schema.safeParse(given).success).toBe(false)
      }),
    )
  })

  it('of the server say whether a catch-up is complete', () => {
    const catchUp = { ok: true, chatRoomNo: 'room-1', epoch: 1, head: 2, recovered: true, missed: 0, frames: [] }
    expect(CatchUp.safeParse(catchUp).success).toBe(true)
    expect(CatchUp.safeParse({ ...catchUp, recovered: 'yes' }).success).toBe(false)
  })
})
