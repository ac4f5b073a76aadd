import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveAnchorView, LiveRoomDetail } from '#protocol/console/rooms.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { RunningServer } from '#server/main.ts'
import { HAS_FFMPEG, NO_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import { STORE_KINDS } from '../support/store.ts'
import { connectTo, signIn } from './app-support.ts'
import type { ConsoleClient } from './console/console-support.ts'
import { WAIT } from './ingest-support.ts'
import { openSocket, readLiveTags } from './media-support.ts'
import { createLiveRoom, type Production, startProduction } from './production-support.ts'

/** A room of an operator, from the console to the viewer, on a production server. */
describe.runIf(STORE_KINDS.includes('postgres') && HAS_FFMPEG)(`a room of an operator${NO_FFMPEG}`, () => {
  let production: Production
  let server: RunningServer
  let root: ConsoleClient
  let viewer: SealedClient
  let anchor: LiveAnchorView
  let room: LiveRoomDetail
  let other: LiveRoomDetail
  let timeShift = 0
  const publishers: Publisher[] = []

  async function playing(eid = room.eid): Promise<DataOf<'live.playingVideo'>> {
    const { data } = await viewer.call('live.playingVideo', { matchId: `m${eid}`, channel: 'OBTY' })
    return data as DataOf<'live.playingVideo'>
  }

  async function hlsUrl(eid = room.eid): Promise<string> {
    return server.url + ((await playing(eid)).lines.find(({ kind }) => kind === 'hls')?.url ?? '')
  }

  const ingestState = async () => (await root.call('room.get', { id: room.id })).data.ingest

  function startPublisher(streamKey: string): Publisher {
    const publisher = publish(`rtmp://127.0.0.1:${server.ingest?.port}/live/${streamKey}`)
    publishers.push(publisher)
    return publisher
  }

  async function renewKey(): Promise<string> {
    const { data } = await root.call('anchor.renewKey', { id: anchor.id, version: anchor.version })
    anchor = data.anchor
    return data.streamKey
  }

  beforeAll(async () => {
    production = await startProduction(
      { INGEST: '1', INGEST_PORT: '0', TRUST_PROXY: '1' },
      { now: () => Date.now() + timeShift },
    )
    ;({ server, root } = production)
    ;({ anchor, room } = await createLiveRoom(root, '阿晴'))
    other = (await createLiveRoom(root, '老秦')).room
    viewer = await connectTo(server)
  }, 120_000)
  afterAll(async () => {
    for (const publisher of publishers) publisher.kill('SIGKILL')
    await Promise.all(publishers.map(({ ended }) => ended))
    await production.stop()
  })

  it('is listed for viewers and shows nothing before the anchor publishes', async () => {
    const { data } = await viewer.call('live.popularList', { kind: 'anchor', page: 1, size: 10 })
    expect((data as DataOf<'live.popularList'>).list.map(({ eid }) => eid).sort()).toEqual([room.eid, other.eid])
    expect((await playing()).anchorStatus).toBe(0)
    expect((await fetch(await hlsUrl())).status).toBe(404)
  })

  it('shows the test picture while it is on', async () => {
    const { title, intro, startsAt, isGiftOpen } = other
    const change = { title, intro, startsAt, isGiftOpen, hasTestPicture: true }
    await root.call('room.update', { id: other.id, version: other.version, ...change })
    expect((await playing(other.eid)).anchorStatus).toBe(1)
    expect((await fetch(await hlsUrl(other.eid))).status).toBe(200)
  })

  it('plays a publisher with the stream key, as FLV over WebSocket and HLS', async () => {
    startPublisher(await renewKey())
    await expect.poll(async () => (await playing()).anchorStatus, WAIT).toBe(1)
    const flv = (await playing()).lines.find(({ kind }) => kind === 'flv')?.url ?? ''
    const { socket, received } = await openSocket(server.url.replace('http', 'ws') + flv)
    await received.until((bytes) => readLiveTags(bytes).filter((tag) => tag.type === 9).length > 20)
    socket.terminate()
    await expect.poll(async () => (await fetch(await hlsUrl())).status, WAIT).toBe(200)
    const url = new URL(await hlsUrl())
    const segment = /^(\d+\.m4s\?\S+)$/m.exec(await (await fetch(url)).text())?.[1] ?? ''
    expect((await fetch(new URL(segment, url))).status).toBe(200)
    expect((await fetch(new URL(segment.replace(/\?.*/, ''), url))).status).toBe(404)
    await expect.poll(async () => (await ingestState())?.keyFrameMs, WAIT).toBe(1_000)
    expect(await ingestState()).toMatchObject({ state: 'live', droppedFrames: 0, problem: null })
    expect((await ingestState())?.kbps).toBeGreaterThan(100)
  })

  /** Opens the FLV stream as this client, and awaits the picture. Resolves with what ends it. */
  async function watch(client: SealedClient, kind: 'websocket' | 'http', address = '203.0.113.7') {
    const { data } = await client.call('live.playingVideo', { matchId: `m${room.eid}`, channel: 'OBTY' })
    const flv = (data as DataOf<'live.playingVideo'>).lines.find((line) => line.kind === 'flv')?.url ?? ''
    const url = server.url + flv
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
    const playlistOf = async (client: SealedClient) => {
      const { data } = await client.call('live.playingVideo', { matchId: `m${room.eid}`, channel: 'OBTY' })
      return server.url + ((data as DataOf<'live.playingVideo'>).lines.find(({ kind }) => kind === 'hls')?.url ?? '')
    }
    const urls = [await playlistOf(device), await playlistOf(neighbour)]
    expect(urls[0]).not.toBe(urls[1])
    const playlists = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
    const queries = playlists.map((text) => new Set([...text.matchAll(/\.m4s(\?\S+)$/gm)].map(([, query]) => query)))
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
    const ofOther = new URL(await hlsUrl(other.eid)).search
    const refused = [url.replace(/\?.*/, ''), forged, extended, url.replace(/\?.*/, ofOther)]
    const statuses = await Promise.all(refused.map(async (one) => (await fetch(one)).status))
    expect(statuses).toEqual([404, 404, 404, 404])
    timeShift = 3 * HOUR_MS
    const late = (await fetch(url)).status
    timeShift = 0
    expect(late).toBe(404)
    expect((await fetch(url)).status).toBe(200)
  })

  it('refuses a second publisher and a wrong key, and says so in the console', async () => {
    const second = startPublisher(`live-${room.eid.slice(1)}?key=${'A'.repeat(43)}`)
    expect((await second.ended).code).not.toBe(0)
    await expect.poll(async () => (await ingestState())?.problem, WAIT).toBe('key')
    expect(await ingestState()).toMatchObject({ state: 'live' })
  })

  it('ends the publisher when the key is renewed, and refuses the earlier key', async () => {
    const earlier = await renewKey()
    expect((await publishers[0]?.ended)?.code).not.toBe(0)
    await expect.poll(async () => (await playing()).anchorStatus, WAIT).toBe(2)
    const current = await renewKey()
    expect((await startPublisher(earlier).ended).code).not.toBe(0)
    startPublisher(current)
    await expect.poll(async () => (await playing()).anchorStatus, WAIT).toBe(1)
  })

  it('ends the publisher when the room is closed', async () => {
    const { data } = await root.call('room.get', { id: room.id })
    await root.call('room.setOpen', { id: room.id, version: data.version, isOpen: false })
    expect((await publishers.at(-1)?.ended)?.code).not.toBe(0)
    expect((await playing()).anchorStatus).toBe(3)
    expect((await fetch(await hlsUrl())).status).toBe(404)
  })
})
