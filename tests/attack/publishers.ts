import crypto from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'
import { atOnce, attempt, type World } from './attempt.ts'

/** A stream that no other attempt watches. */
const STREAM = 'a3001'
const HOUR_MS = 3_600_000
/** Connections of one address that do not publish (docs/operations.md). */
const MAX_IDLE = 8

const isUp = async ({ origin }: World): Promise<boolean> => (await fetch(`${origin}/healthz`)).ok
const keyOf = ({ streamKey }: World, stream = STREAM, at = Date.now() + HOUR_MS): string => streamKey(stream, at)

/** Asks to publish, and says what became of it. The connection stays open if it is accepted. */
async function publish({ rtmpPort }: World, key: string): Promise<{ publisher: RtmpPublisher; isAccepted: boolean }> {
  const publisher = await RtmpPublisher.open(rtmpPort, key)
  const status = await publisher.status()
  return { publisher, isAccepted: status?.code === 'NetStream.Publish.Start' }
}

async function isAccepted(world: World, key: string): Promise<boolean> {
  const { publisher, isAccepted: accepted } = await publish(world, key)
  publisher.close()
  await publisher.closed
  return accepted
}

/** True if a publisher with a good key is accepted, as soon as the last one has left. */
async function isFree(world: World): Promise<boolean> {
  await expect.poll(() => isAccepted(world, keyOf(world)), { timeout: 20_000, interval: 500 }).toBe(true)
  return true
}

/** The signature of `key` with another expiry, stream or character. */
function forged(world: World): string[] {
  const good = keyOf(world)
  const [, expiry = '', mac = ''] = /key=(\d+)-(.+)$/.exec(good) ?? []
  const ofAnother = keyOf(world, 'a2001').replace('a2001', STREAM)
  const selfSigned = (secret: string): string =>
    `${expiry}-${crypto.createHmac('sha256', secret).update(`${STREAM}\n${expiry}`).digest('base64url')}`
  return [
    STREAM,
    `${STREAM}?key=`,
    `${STREAM}?key=${expiry}-`,
    `${STREAM}?key=${expiry}-${mac.slice(1)}`,
    `${STREAM}?key=${expiry}-${mac}=`,
    `${STREAM}?key=${Number(expiry) + 1}-${mac}`,
    `${STREAM}?key=0${expiry}-${mac}`,
    `${STREAM}?key=${selfSigned('')}`,
    `${STREAM}?key=${selfSigned('0'.repeat(64))}`,
    `${STREAM}?Key=${expiry}-${mac}`,
    `../live/${good}`,
    `${STREAM}%00?key=${expiry}-${mac}`,
    good.replace(STREAM, STREAM.toUpperCase()),
    good.replace(STREAM, 'a9999'),
    good.replace(STREAM, '__proto__'),
    ofAnother,
    keyOf(world, STREAM, Date.now() - 1_000),
    keyOf(world, STREAM, 0),
    keyOf(world, 'a9999'),
    `${STREAM}?key=${'9'.repeat(5_000)}-${mac}`,
  ]
}

export const publishers = [
  attempt({
    name: 'publishes without a key, with one of another stream, an expired, changed or self-signed one',
    prepare: async (world) => forged(world),
    attempt: async (keys, world) => {
      const accepted: string[] = []
      // One after the other, because an address has few connections that do not publish.
      for (const key of keys) if (await isAccepted(world, key)) accepted.push(key)
      return accepted
    },
    expected: [],
    state: async (_, world) => [await isUp(world), await isFree(world)],
    after: [true, true],
  }),
  attempt({
    name: 'six publishers at once with one good key, and one more while the first sends',
    prepare: async (world) => keyOf(world),
    attempt: async (key, world) => {
      const all = await atOnce(6, () => publish(world, key))
      const later = await isAccepted(world, key)
      const first = all.find((one) => one.isAccepted)?.publisher
      const isUndisturbed = first?.isClosed === false
      for (const { publisher } of all) publisher.close()
      return { accepted: all.filter((one) => one.isAccepted).length, later, isUndisturbed }
    },
    expected: { accepted: 1, later: false, isUndisturbed: true },
    state: async (_, world) => [await isUp(world), await isFree(world)],
    after: [true, true],
  }),
  attempt({
    name: '120 connections that send nothing, noise or half a handshake; a publisher meanwhile',
    prepare: async (world) => publish(world, keyOf(world)),
    attempt: async ({ publisher, isAccepted: before }, { rtmpPort }) => {
      const noise = [Buffer.alloc(0), crypto.randomBytes(64 * 1024), Buffer.concat([Buffer.of(3), Buffer.alloc(700)])]
      const sockets = await atOnce(120, async (index) => {
        const socket = connect(rtmpPort, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write(noise[index % noise.length] ?? Buffer.alloc(0))
        socket.resume()
        return socket
      })
      await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(MAX_IDLE)
      const isUndisturbed = !publisher.isClosed
      for (const socket of sockets) socket.destroy()
      publisher.close()
      await wait(100)
      return { before, isUndisturbed }
    },
    expected: { before: true, isUndisturbed: true },
    state: async (_, world) => [await isUp(world), await isFree(world)],
    after: [true, true],
  }),
]
