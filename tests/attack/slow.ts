import crypto from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { atOnce, attempt, joinRoom, liveMatch } from './attempt.ts'
import { LOAD_TOKEN, openFrame } from './client.ts'
import { metric } from './media.ts'

const isUp = async (origin: string): Promise<boolean> => (await fetch(`${origin}/healthz`)).ok

/** Text of the greatest length that does not shrink. */
const noise = (): string =>
  String.fromCodePoint(...Array.from(crypto.randomBytes(100), (byte) => 0x4e00 + byte * 70 + crypto.randomInt(70)))

/** Messages of one call of a load tool, as many as fit in it, calls at once, and the time limit of the flood. */
const [MESSAGES, CALLS, FLOOD_MS] = [100, 8, 300_000]

const SLOW_CONNECTIONS = 200
/** The slowest one was cut after 11.6 s on the day of the list. */
const SLOW_LIMIT_MS = 25_000

/** Readers and writers that are slower than everybody else. */
export const slow = [
  attempt({
    name: '4.6 a reader that stops reading in a room with about 1,000 messages a second, beside one that reads',
    prepare: async (world) => {
      const [reader, stopped] = [await world.visitor(), await world.visitor()]
      const { chatRoomNo } = await liveMatch(reader)
      const { socket: reading, joined } = await joinRoom(reader, chatRoomNo, 'anon')
      const { socket: still } = await joinRoom(stopped, chatRoomNo, 'anon')
      return { reader, reading, still, joined, chatRoomNo: chatRoomNo as string }
    },
    attempt: async ({ reader, reading, still, joined, chatRoomNo }, { origin }) => {
      const cutBefore = await metric(origin, 'grandstand_socket_cut')
      still.stopReading()
      let [posted, lastSeq] = [0, 0]
      const end = Date.now() + FLOOD_MS
      while ((await metric(origin, 'grandstand_socket_cut')) === cutBefore && Date.now() < end) {
        const responses = await atOnce(CALLS, () => {
          const messages = Array.from({ length: MESSAGES }, () => {
            return { user: crypto.randomUUID(), cid: crypto.randomUUID(), text: noise() }
          })
          return reader.call('demo.say', { loadToken: LOAD_TOKEN, chatRoomNo, messages })
        })
        for (const { code, data } of responses) {
          if (code !== 'SUCCESS') throw new Error(`the flood was refused: ${code}`)
          posted += data.accepted
          lastSeq = Math.max(lastSeq, data.lastSeq)
        }
      }
      const seqsOf = (): number[] =>
        reading.events.flatMap(({ name, data }) =>
          name === 'frame' ? openFrame(joined.roomKey, data).map(({ seq }) => seq) : [],
        )
      while (!seqsOf().includes(lastSeq) && Date.now() < end + 10_000) await wait(100)
      const seqs = seqsOf()
      return {
        cut: (await metric(origin, 'grandstand_socket_cut')) - cutBefore,
        isPosted: posted > 0,
        isReading: reading.isOpen,
        gaps: seqs.filter((seq, index) => index > 0 && seq !== (seqs[index - 1] ?? 0) + 1).length,
        isComplete: seqs.at(-1)! >= lastSeq,
      }
    },
    expected: { cut: 1, isPosted: true, isReading: true, gaps: 0, isComplete: true },
    state: async ({ reading, still }, { origin }) => {
      await Promise.all([reading.close(), still.close()])
      return isUp(origin)
    },
    after: true,
  }),
  attempt({
    name: `5.6 ${SLOW_CONNECTIONS} connections that send a header or a byte of a body every 3 s, and a visitor meanwhile`,
    prepare: async () => null,
    attempt: async (_, { origin }) => {
      const { hostname, port } = new URL(origin)
      const begun = Date.now()
      const ended = atOnce(SLOW_CONNECTIONS, async (index) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => undefined).resume()
        const isBody = index % 2 === 1
        socket.write(
          isBody
            ? 'POST /api/gw/ic/v2/vvm HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{'
            : 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n',
        )
        const dripping = setInterval(() => socket.write(isBody ? ' ' : `x-slow: ${Date.now()}\r\n`), 3_000)
        const overdue = setTimeout(() => socket.destroy(), SLOW_LIMIT_MS + 5_000)
        await new Promise((resolve) => socket.once('close', resolve))
        clearInterval(dripping)
        clearTimeout(overdue)
        return Date.now() - begun
      })
      await wait(4_000)
      const asked = Date.now()
      const isServed = await isUp(origin)
      const servedMs = Date.now() - asked
      const times = await ended
      return {
        isServed: isServed && servedMs < 3_000,
        late: times.filter((ms) => ms > SLOW_LIMIT_MS).length,
      }
    },
    expected: { isServed: true, late: 0 },
    state: (_, { origin }) => isUp(origin),
    after: true,
  }),
]
