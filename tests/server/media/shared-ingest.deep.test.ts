import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { examine } from '#server/operation/doctor/doctor.ts'
import { HAS_FFMPEG, NO_FFMPEG, type Publisher } from '../../support/ffmpeg.ts'
import { freePort } from '../../support/free-port.ts'
import { findNginx, startNginx, type TestNginx } from '../../support/nginx.ts'
import { PublishedRoom } from '../../support/published-room.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { type ServerChild, startServerChild } from '../../support/server-child.ts'
import { borrowTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { createTestInstallation } from '../app/app-support.ts'
import { ConsoleClient, ORIGIN } from '../console/console-support.ts'
import { WAIT } from './ingest-support.ts'
import { openSocket } from './media-support.ts'
import { completeSetup, consoleSend, PRODUCTION_SECRET } from '../app/production-support.ts'

const canRun = STORE_KINDS.includes('postgres') && findRedis() !== null && HAS_FFMPEG
const LIMIT_MS = 2_000
const METRICS_TOKEN = 'a-token-of-the-metrics-1'

/** Two processes: one writes the rooms and takes no publishers, the other takes them and can be killed. */
describe.runIf(canRun)(`publishers of two processes${NO_FFMPEG}`, () => {
  const installation = createTestInstallation()
  let redis: TestRedis
  let database: Awaited<ReturnType<typeof borrowTestDatabase>>
  let nginx: TestNginx | null = null
  let writer: RunningServer
  let ingest: ServerChild
  let writerPort: number
  let ingestPort: number
  let rtmpPort: number
  let root: ConsoleClient
  let viewerAtIngest: SealedClient
  let room: PublishedRoom

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
    database = await borrowTestDatabase()
    ;[writerPort, ingestPort, rtmpPort] = [await freePort(), await freePort(), await freePort()]
    await startWriter()
    await startIngest()
    if (findNginx() !== null) nginx = await startNginx([ingestPort, writer.port])
    root = await completeSetup(writer.url, writer.notes)
    room = await PublishedRoom.create(root, await SealedClient.connect(sendTo(writer.url)), '阿晴')
    viewerAtIngest = await SealedClient.connect(sendTo(ingest.url))
  }, 180_000)
  afterAll(async () => {
    await room?.endPublishers()
    await nginx?.stop()
    await ingest?.end('SIGTERM')
    await writer?.close()
    await redis?.stop()
    await database?.release()
    installation.remove()
  })

  const stateAt = async (client: ConsoleClient) => (await room.ingest(client))?.state
  const status = (): Promise<number> => room.status()

  async function isWriterAtIngest(): Promise<boolean> {
    const response = await fetch(`${ingest.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return /^grandstand_rooms_writer 1$/m.test(await response.text())
  }

  /** Publishes with a new key, again if the process does not know the key yet, as OBS does. */
  async function goOnAir(): Promise<Publisher> {
    // The console is at the process without publishers.
    const { streamKey } = await room.renewKey()
    for (;;) {
      const publisher = room.publish(rtmpPort, streamKey)
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
    await expect.poll(() => room.status(viewerAtIngest)).toBe(1)
    await expect.poll(async () => (await room.ingest())?.kbps).toBeGreaterThan(100)
    await expect.poll(() => room.hlsStatus(ingest.url), WAIT).toBe(200)
    expect(await room.hlsStatus(writer.url)).toBe(404)
    if (nginx) expect(await room.hlsStatus(nginx.url)).toBe(200)
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
    const flv = await room.pathOf('flv', visitor)
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
    expect((await room.renewKey()).server).toBe(`rtmp://127.0.0.1:${rtmpPort}/live`)
    await room.publishers.at(-1)?.ended
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
    await expect.poll(() => room.hlsStatus(ingest.url), WAIT).toBe(200)
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
