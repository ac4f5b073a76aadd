import fc from 'fast-check'
import { expect } from 'vitest'
import { SocketRefusal } from '#protocol/room/server-events.ts'
import { ROOM, text } from '../rooms/rooms-support.ts'
import { openRaw } from '../rooms/socket-raw.ts'
import type { ListeningRooms } from '../rooms/socket-support.ts'

const NAMESPACE = fc.constantFrom('/chat-anon', '/chat-web', '/chat-app', '/', '/x', '/chat-anon?a=1', '')
const EVENT = fc.oneof(
  fc.constantFrom(
    'join',
    'resume',
    'leave',
    'say',
    'frame',
    'session-end',
    'error',
    'disconnect',
    'newListener',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 20 }),
)
const FIELD = fc.constantFrom(
  'ticket',
  'position',
  'chatRoomNo',
  'epoch',
  'seq',
  'cid',
  'text',
  'replyTo',
  'sticker',
  '__proto__',
  'constructor',
  'toString',
  'length',
)
const VALUE = fc.oneof(
  { weight: 3, arbitrary: fc.json({ maxDepth: 3 }) },
  fc.constantFrom(
    `{"chatRoomNo":"${ROOM}","cid":"cid-00000001","text":"好球"}`,
    `{"chatRoomNo":"${ROOM}","epoch":1,"seq":-1}`,
    `{"chatRoomNo":"${ROOM}","epoch":1e999,"seq":9007199254740993}`,
    '{"ticket":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","position":{"epoch":0,"seq":0}}',
    '{"__proto__":{"polluted":true}}',
    '{"_placeholder":true,"num":0}',
    '{"_placeholder":true,"num":9e9}',
    'null',
    '[]',
    '1e400',
  ),
  fc.dictionary(FIELD, fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value)),
)

/** A socket.io packet: type, attachments, namespace, acknowledgement, content; valid, unusual or invalid. */
const PACKET = fc
  .record({
    type: fc.integer({ min: 0, max: 9 }),
    attachments: fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: null, freq: 6 }),
    namespace: NAMESPACE,
    ack: fc.option(fc.nat(), { nil: null }),
    name: EVENT,
    values: fc.array(VALUE, { maxLength: 3 }),
  })
  .map(({ type, attachments, namespace, ack, name, values }) => {
    const content = `[${[JSON.stringify(name), ...values].join(',')}]`
    return `4${type}${attachments === null ? '' : `${attachments}-`}${namespace}${namespace ? ',' : ''}${ack ?? ''}${content}`
  })

const MESSAGE: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: PACKET },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '40/chat-anon,',
      '40/chat-web,{"token":"x"}',
      '40/chat-anon,{',
      '41/chat-anon,',
      '1',
      '2',
      '3',
      '2probe',
      '5',
      '6',
      '4',
      '',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('4'.repeat(70_000), `42/chat-anon,1["say",{"text":"${'长'.repeat(30_000)}"}]`),
  },
)

/**
 * Sends generated packets while a second connection must keep receiving messages. Acks must be typed errors without
 * internals.
 */
export async function fuzzSockets(rooms: ListeningRooms, options: { numRuns: number; seed: number }): Promise<void> {
  const healthy = await rooms.enter()
  const packets = fc.array(MESSAGE, { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(packets, fc.boolean(), async (messages, isWelcome) => {
      const raw = await openRaw(rooms.port)
      if (isWelcome) raw.send('40/chat-anon,')
      for (const message of messages) raw.send(message)
      const [appended] = await rooms.hub.append(ROOM, [text('还在吗')])
      await healthy.until(appended?.seq ?? 0)
      raw.ws.close()
      await raw.closed
      for (const response of raw.received.filter((message) => message.startsWith('43'))) {
        const [content] = JSON.parse(response.slice(response.indexOf('['))) as [unknown]
        expect(SocketRefusal.safeParse(content).success, response).toBe(true)
        expect(response).not.toMatch(/node_modules|Error|at \w+ \(/)
      }
    }),
    options,
  )
  expect(healthy.socket.connected).toBe(true)
  expect(rooms.errors).toEqual([])
  expect(Object.prototype).not.toHaveProperty('polluted')
  await expect.poll(() => rooms.server.stats().connections).toBe(1)
  healthy.socket.disconnect()
  await expect.poll(() => rooms.server.stats().connections).toBe(0)
}
