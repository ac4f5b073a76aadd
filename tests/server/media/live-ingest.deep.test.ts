import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { RunningServer } from '#server/main.ts'
import { MediaSignatures } from '#server/media/media-signature.ts'
import { HAS_FFMPEG, NO_FFMPEG, type Publisher } from '../../support/ffmpeg.ts'
import { PublishedRoom } from '../../support/published-room.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { connectTo, signIn } from '../app/app-support.ts'
import type { ConsoleClient } from '../console/console-support.ts'
import { WAIT } from './ingest-support.ts'
import { openSocket, readLiveTags } from './media-support.ts'
import { type Production, PRODUCTION_SECRET, startProduction } from '../app/production-support.ts'

/** A room of an operator, from the console to the viewer, on a production server. */
describe.runIf(STORE_KINDS.includes('postgres') && HAS_FFMPEG)(`a room of an operator${NO_FFMPEG}`, () => {
  let production: Production
  let server: RunningServer
  let root: ConsoleClient
  let viewer: SealedClient
  let room: PublishedRoom
  let other: PublishedRoom

  const hlsUrl = async (of = room): Promise<string> => server.url + (await of.pathOf('hls'))
  const publishWith = (streamKey: string): Publisher => room.publish(server.ingest?.port ?? 0, streamKey)

  beforeAll(async () => {
    production = await startProduction({ INGEST: '1', INGEST_PORT: '0', TRUST_PROXY: '1' })
    ;({ server, root } = production)
    viewer = await connectTo(server)
    room = await PublishedRoom.create(root, viewer, '阿晴')
    other = await PublishedRoom.create(root, viewer, '老秦')
  }, 120_000)
  afterAll(async () => {
    await room.endPublishers()
    await production.stop()
  })

  it('is listed for viewers and shows nothing before the anchor publishes', async () => {
    const { data } = await viewer.call('live.popularList', { kind: 'anchor', page: 1, size: 10 })
    expect((data as DataOf<'live.popularList'>).list.map(({ eid }) => eid).sort()).toEqual([
      room.detail.eid,
      other.detail.eid,
    ])
    expect(await room.status()).toBe(0)
    expect((await fetch(await hlsUrl())).status).toBe(404)
  })

  it('shows the test picture while it is on', async () => {
    const { id, version, title, intro, startsAt, isGiftOpen } = other.detail
    const change = { title, intro, startsAt, isGiftOpen, hasTestPicture: true }
    await root.call('room.update', { id, version, ...change })
    expect(await other.status()).toBe(1)
    expect((await fetch(await hlsUrl(other))).status).toBe(200)
  })

  it('plays a publisher with the stream key, as FLV over WebSocket and HLS', async () => {
    publishWith((await room.renewKey()).streamKey)
    await expect.poll(() => room.status(), WAIT).toBe(1)
    const flv = await room.pathOf('flv')
    const { socket, received } = await openSocket(server.url.replace('http', 'ws') + flv)
    await received.until((bytes) => readLiveTags(bytes).filter((tag) => tag.type === 9).length > 20)
    socket.terminate()
    await expect.poll(async () => (await fetch(await hlsUrl())).status, WAIT).toBe(200)
    const url = new URL(await hlsUrl())
    const segment = /^(\d+\.m4s\?\S+)$/m.exec(await (await fetch(url)).text())?.[1] ?? ''
    expect((await fetch(new URL(segment, url))).status).toBe(200)
    expect((await fetch(new URL(segment.replace(/\?.*/, ''), url))).status).toBe(404)
    await expect.poll(async () => (await room.ingest())?.keyFrameMs, WAIT).toBe(1_000)
    expect(await room.ingest()).toMatchObject({ state: 'live', droppedFrames: 0, problem: null })
    expect((await room.ingest())?.kbps).toBeGreaterThan(100)
  })

  /** Opens the FLV stream as this client, and awaits the picture. Resolves with what ends it. */
  async function watch(client: SealedClient, kind: 'websocket' | 'http', address = '203.0.113.7') {
    const url = server.url + (await room.pathOf('flv', client))
    const headers = { 'x-forwarded-for': address }
    if (kind === 'http') {
      const { body } = await fetch(url, { headers })
      const reader = body?.getReader()
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
      const readOn = async (): Promise<void> => {
        while (!((await reader?.read())?.done ?? true));
      }
      return { url, ended: readOn().catch(() => {}) }
    }
    const { socket, received } = await openSocket(url.replace('http', 'ws'), headers)
    const ended = once(socket, 'close')
    await received.until((bytes) => bytes.length > 1_000)
    return { url, ended }
  }

  async function member(name: string): Promise<SealedClient> {
    await production.addMember(name)
    const client = await connectTo(server)
    await signIn(client, name)
    return client
  }

  it('ends the streams of a member who is banned, and not those of others', async () => {
    const [banned, other] = [await member('banned01'), await member('other001')]
    const streams = [await watch(banned, 'websocket'), await watch(banned, 'http')]
    const own = await watch(other, 'websocket')
    let hasEnded = false
    void own.ended.then(() => (hasEnded = true))
    const { data } = await root.call('member.search', { text: 'banned01' })
    const userId = data.list[0]?.userId ?? ''
    const { version } = (await root.call('member.get', { userId })).data.record
    expect((await root.call('member.ban', { userId, version, reason: '刷屏广告' })).code).toBe(0)
    await Promise.all(streams.map(({ ended }) => ended))
    // The URL of the ended session does not open again. A visitor gets a new one.
    expect((await fetch(streams[0]?.url ?? '')).status).toBe(404)
    expect(hasEnded).toBe(false)
  })

  it('ends the streams of a blocked device, of members and visitors', async () => {
    const device = await member('device01')
    const visitor = await connectTo(server)
    visitor.uuid = 'device-of-a-visitor'
    const streams = [await watch(device, 'http'), await watch(visitor, 'websocket')]
    for (const value of [device.uuid, visitor.uuid]) {
      await root.call('block.add', { kind: 'device', value, reason: '小号', hours: 1 })
    }
    await Promise.all(streams.map(({ ended }) => ended))
    const statuses = await Promise.all(streams.map(async ({ url }) => (await fetch(url)).status))
    expect(statuses).toEqual([404, 404])
  })

  it('gives a blocked device no further playlist, whose segments are those of all viewers', async () => {
    const [device, neighbour] = [await connectTo(server), await connectTo(server)]
    device.uuid = 'device-with-hls'
    const paths = await Promise.all([device, neighbour].map((client) => room.pathOf('hls', client)))
    const urls = paths.map((path) => server.url + path)
    expect(urls[0]).not.toBe(urls[1])
    const playlists = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
    const queries = playlists.map((text) => new Set([...text.matchAll(/\.m4s(\?[^"\s]+)/g)].map(([, query]) => query)))
    expect(queries[0]).toEqual(queries[1])
    expect([...(queries[0] ?? [])].join()).toMatch(/^\?e=\d+&s=[\w-]+$/)
    await root.call('block.add', { kind: 'device', value: device.uuid, reason: '小号', hours: 1 })
    expect(await Promise.all(urls.map(async (url) => (await fetch(url)).status))).toEqual([404, 200])
  })

  it('ends the streams of a blocked address, and those of no other address', async () => {
    const own = await watch(viewer, 'websocket', '203.0.113.8')
    const streams = [await watch(viewer, 'websocket', '198.51.100.7'), await watch(viewer, 'http', '198.51.100.7')]
    let hasEnded = false
    void own.ended.then(() => (hasEnded = true))
    const block = { kind: 'address', value: '198.51.100.0/24', reason: '攻击', hours: 1 } as const
    const added = await root.call('block.add', block)
    await Promise.all(streams.map(({ ended }) => ended))
    const again = async () => {
      const response = await fetch(streams[1]?.url ?? '', { headers: { 'x-forwarded-for': '198.51.100.9' } })
      await response.body?.cancel()
      return response.status
    }
    expect(await again()).toBe(403)
    await root.call('block.remove', { id: added.data.block.id, reason: '误封' })
    expect(await again()).toBe(200)
    expect(hasEnded).toBe(false)
  })

  it('refuses media URLs that are unsigned, forged, of another room, or expired', async () => {
    const url = await hlsUrl()
    const forged = url.replace(/s=.{5}/, 's=AAAAA')
    const extended = url.replace(/e=\d+/, (text) => `e=${Number(text.slice(2)) + 3_600}`)
    const ofOther = new URL(await hlsUrl(other)).search
    const [, stream = ''] = /\/media\/([^/]+)\//.exec(url) ?? []
    const queryAt = (time: number) => new MediaSignatures(PRODUCTION_SECRET, () => time).queryOf(stream)
    const expired = queryAt(Date.now() - 3 * HOUR_MS)
    const refused = [
      url.replace(/\?.*/, ''),
      ...[ofOther, expired].map((query) => url.replace(/\?.*/, query)),
      forged,
      extended,
    ]
    const statuses = await Promise.all(refused.map(async (one) => (await fetch(one)).status))
    expect(statuses).toEqual([404, 404, 404, 404, 404])
    const accepted = [url, url.replace(/\?.*/, queryAt(Date.now()))]
    expect(await Promise.all(accepted.map(async (one) => (await fetch(one)).status))).toEqual([200, 200])
  })

  it('refuses a second publisher and a wrong key, and shows it in the console', async () => {
    const second = publishWith(`live-${room.detail.eid.slice(1)}?key=${'A'.repeat(43)}`)
    expect((await second.ended).code).not.toBe(0)
    await expect.poll(async () => (await room.ingest())?.problem, WAIT).toBe('key')
    expect(await room.ingest()).toMatchObject({ state: 'live' })
  })

  it('ends the publisher when the key is renewed, and refuses the earlier key', async () => {
    const earlier = (await room.renewKey()).streamKey
    expect((await room.publishers[0]?.ended)?.code).not.toBe(0)
    await expect.poll(() => room.status(), WAIT).toBe(2)
    const current = (await room.renewKey()).streamKey
    expect((await publishWith(earlier).ended).code).not.toBe(0)
    publishWith(current)
    await expect.poll(() => room.status(), WAIT).toBe(1)
  })

  it('ends the publisher when the room is closed', async () => {
    const { data } = await root.call('room.get', { id: room.detail.id })
    await root.call('room.setOpen', { id: room.detail.id, version: data.version, isOpen: false })
    expect((await room.publishers.at(-1)?.ended)?.code).not.toBe(0)
    expect(await room.status()).toBe(3)
    expect((await fetch(await hlsUrl())).status).toBe(404)
  })
})
