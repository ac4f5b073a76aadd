import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveAnchorView, LiveRoomDetail } from '#protocol/console/rooms.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { RunningServer } from '#server/main.ts'
import { HAS_FFMPEG, NO_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import type { SealedClient } from '../support/sealed-client.ts'
import { STORE_KINDS } from '../support/store.ts'
import { connectTo } from './app-support.ts'
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
    production = await startProduction({ INGEST: '1', INGEST_PORT: '0' }, { now: () => Date.now() + timeShift })
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
