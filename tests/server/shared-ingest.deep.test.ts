import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveRoomDetail } from '#protocol/console/rooms.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { RunningServer } from '#server/main.ts'
import { examine } from '#server/operation/doctor/doctor.ts'
import { HAS_FFMPEG, NO_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import { findNginx, startNginx, type TestNginx } from '../support/nginx.ts'
import { findRedis, startRedis, type TestRedis } from '../support/redis.ts'
import { SealedClient, sendTo } from '../support/sealed-client.ts'
import { type ServerChild, startServerChild } from '../support/server-child.ts'
import { createTestDatabase, STORE_KINDS } from '../support/store.ts'
import { createTestInstallation } from './app-support.ts'
import { ConsoleClient, ORIGIN } from './console/console-support.ts'
import { WAIT } from './ingest-support.ts'
import { openSocket } from './media-support.ts'
import { completeSetup, consoleSend, createLiveRoom, PRODUCTION_SECRET } from './production-support.ts'

const canRun = STORE_KINDS.includes('postgres') && findRedis() !== null && HAS_FFMPEG
const LIMIT_MS = 2_000
const METRICS_TOKEN = 'a-token-of-the-metrics-1'

/** Two processes: one writes the rooms and takes no publishers, the other takes them and can be killed. */
describe.runIf(canRun)(`publishers of two processes${NO_FFMPEG}`, () => {
  const installation = createTestInstallation()
  const publishers: Publisher[] = []
  let redis: TestRedis
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let nginx: TestNginx | null = null
  let writer: RunningServer
  let ingest: ServerChild
  let writerPort: number
  let ingestPort: number
  let rtmpPort: number
  let root: ConsoleClient
  let viewer: SealedClient
  let viewerAtIngest: SealedClient
  let room: LiveRoomDetail

  const environment = (more: Record<string, string>): Record<string, string> => ({
    MODE: 'production',
    CROWD: '0',
    LOG_LEVEL: 'fatal',
    METRICS_TOKEN,
    TRUST_PROXY: '1',
    SECRET: PRODUCTION_SECRET,
    ALLOWED_ORIGINS: ORIGIN,
    DATABASE_URL: database.url.href,
    REDIS_URL: redis.url,
    ...more,
  })
  const startIngest = async (): Promise<void> => {
    ingest = await startServerChild({
      clientFolder: installation.clientFolder,
      environment: environment({
        DATA_DIR: `${installation.dataDir}-ingest`,
        PORT: String(ingestPort),
        INGEST: '1',
        INGEST_PORT: String(rtmpPort),
      }),
    })
  }

  const startWriter = async (): Promise<void> => {
    const own = { DATA_DIR: installation.dataDir, PORT: String(writerPort) }
    writer = await installation.start(environment(own))
  }

  beforeAll(async () => {
    redis = await startRedis()
    database = await createTestDatabase()
    ;[writerPort, ingestPort, rtmpPort] = [await freePort(), await freePort(), await freePort()]
    await startWriter()
    await startIngest()
    if (findNginx() !== null) nginx = await startNginx([ingestPort, writer.port])
    root = await completeSetup(writer.url, writer.notes)
    ;({ room } = await createLiveRoom(root, '阿晴'))
    viewer = await SealedClient.connect(sendTo(writer.url))
    viewerAtIngest = await SealedClient.connect(sendTo(ingest.url))
  }, 180_000)
  afterAll(async () => {
    for (const publisher of publishers) publisher.kill('SIGKILL')
    await Promise.all(publishers.map(({ ended }) => ended))
    await nginx?.stop()
    await ingest?.end('SIGTERM')
    await writer?.close()
    await redis?.stop()
    await database?.drop()
    installation.remove()
  })

  async function playing(client = viewer): Promise<DataOf<'live.playingVideo'>> {
    const { data } = await client.call('live.playingVideo', { matchId: `m${room.eid}`, channel: 'OBTY' })
    return data as DataOf<'live.playingVideo'>
  }

  /** Status of the HLS playlist at an address. */
  async function hls(url: string): Promise<number> {
    const path = (await playing()).lines.find(({ kind }) => kind === 'hls')?.url ?? ''
    return (await fetch(url + path)).status
  }

  const stateAt = async (client: ConsoleClient) => (await client.call('room.get', { id: room.id })).data.ingest?.state
  const status = async (): Promise<number> => (await playing()).anchorStatus

  async function isWriterAtIngest(): Promise<boolean> {
    const response = await fetch(`${ingest.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return /^grandstand_rooms_writer 1$/m.test(await response.text())
  }

  /** Renews the key at the process without publishers. */
  async function renewKey(): Promise<{ server: string; streamKey: string }> {
    const { anchor } = (await root.call('room.get', { id: room.id })).data
    const { data } = await root.call('anchor.renewKey', { id: anchor.id, version: anchor.version })
    return data
  }

  /** Publishes with a new key, again if the process does not know the key yet, as OBS does. */
  async function goOnAir(): Promise<Publisher> {
    const address = `rtmp://127.0.0.1:${rtmpPort}/live/${(await renewKey()).streamKey}`
    for (;;) {
      const publisher = publish(address)
      publishers.push(publisher)
      const onAir = expect.poll(status, WAIT).toBe(1)
      const isRefused = await Promise.race([publisher.ended.then(() => true), onAir.then(() => false)])
      if (!isRefused) return publisher
      onAir.catch(() => null)
    }
  }

  it('are on air at both, with figures in the console of both and video from the process that has it', async () => {
    await goOnAir()
    const other = new ConsoleClient(consoleSend(ingest.url))
    other.cookie = root.cookie
    await expect.poll(() => stateAt(root)).toBe('live')
    await expect.poll(() => stateAt(other)).toBe('live')
    await expect.poll(async () => (await playing(viewerAtIngest)).anchorStatus).toBe(1)
    await expect.poll(async () => (await root.call('room.get', { id: room.id })).data.ingest?.kbps).toBeGreaterThan(100)
    await expect.poll(() => hls(ingest.url), WAIT).toBe(200)
    expect(await hls(writer.url)).toBe(404)
    if (nginx) expect(await hls(nginx.url)).toBe(200)
  })

  it('are found by the doctor of the other process', async () => {
    const found = async (pageOrigin: string) => {
      const own = environment({ DATA_DIR: installation.dataDir, PORT: String(writerPort) })
      const findings = await examine(own, { pageOrigins: [pageOrigin] })
      return findings.filter(({ check }) => check === 'publishers').map(({ outcome, text }) => `${outcome}: ${text}`)
    }
    const tunnel = expect.stringMatching(/^skipped: Encoders connect to rtmp:/) as string
    expect(await found(nginx?.url ?? ingest.url)).toEqual([
      tunnel,
      expect.stringMatching(/^ok: \S+ shows a stream that is live now/),
    ])
    expect(await found(writer.url)).toEqual([
      tunnel,
      expect.stringMatching(/^problem: Requests for video of \S+ do not reach/),
    ])
  })

  it('have no viewer whose device is blocked at the other process', async () => {
    const visitor = await SealedClient.connect(sendTo(writer.url))
    visitor.uuid = 'device-of-a-visitor'
    const flv = (await playing(visitor)).lines.find(({ kind }) => kind === 'flv')?.url ?? ''
    const { socket, received } = await openSocket(ingest.url.replace('http', 'ws') + flv)
    await received.until((bytes) => bytes.length > 1_000)
    const ended = once(socket, 'close')
    const since = performance.now()
    await root.call('block.add', { kind: 'device', value: visitor.uuid, reason: '小号', hours: 1 })
    await ended
    expect(performance.now() - since).toBeLessThan(LIMIT_MS)
  })

  it('are disconnected by a new key that the other process has issued', async () => {
    const since = performance.now()
    expect((await renewKey()).server).toBe(`rtmp://127.0.0.1:${rtmpPort}/live`)
    await publishers.at(-1)?.ended
    expect(performance.now() - since).toBeLessThan(LIMIT_MS)
    await expect.poll(status, WAIT).toBe(2)
    expect(await stateAt(root)).toBe('lost')
  })

  it('are off air when their process is killed, and on air again after its restart', async () => {
    const publisher = await goOnAir()
    await ingest.end('SIGKILL')
    await expect.poll(status, { timeout: 8_000 }).toBe(2)
    expect(await stateAt(root)).toBe('lost')
    await publisher.ended
    await startIngest()
    expect(await status()).toBe(2)
    await goOnAir()
    await expect.poll(() => hls(ingest.url), WAIT).toBe(200)
  })

  it('are off air when their process is killed while it also writes the rooms', async () => {
    await writer.close()
    await expect.poll(isWriterAtIngest).toBe(true)
    await startWriter()
    expect(writer.rooms.writer.isHere).toBe(false)
    await expect.poll(status, WAIT).toBe(1)
    await ingest.end('SIGKILL')
    await expect.poll(status, { timeout: 15_000 }).toBe(2)
    await expect.poll(() => writer.rooms.writer.isHere).toBe(true)
    await startIngest()
    await goOnAir()
  })

  it('are off air at once when their process stops', async () => {
    const ended = ingest.end('SIGTERM')
    await expect.poll(status, { timeout: LIMIT_MS }).toBe(2)
    await ended
  })
})
