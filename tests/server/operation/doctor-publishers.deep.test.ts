import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SharedState } from '#server/database/shared/shared-state.ts'
import { SharedPublishers } from '#server/media/ingest/shared-publishers.ts'
import { examine } from '#server/operation/doctor/doctor.ts'
import { ON_AIR } from '../../support/ingest.ts'
import { silentLog } from '../../support/logs.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'

const SECRET = 'kJ8vQm2xTz5rLw9pYc4nBd7hGs3fXe6aUo1iRt0jWqZ'

describe.runIf(findRedis() !== null)('a process whose publishers connect to another one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-doctor-'))
  let redis: TestRedis
  let shared: SharedState
  let origin: string
  /** Responses to requests for video: status by path, and whether they come from the process with publishers. */
  let [isOfPublishers, playlist] = [true, 200]
  let environment: Record<string, string>

  beforeAll(async () => {
    redis = await startRedis()
    shared = new SharedState(redis.url, silentLog)
    await shared.connect()
    const video = createServer(({ url = '' }, response) => {
      response.statusCode = /^\/media\/live-7\/index\.m3u8\?e=\d+&s=/.test(url) ? playlist : 404
      if (isOfPublishers) response.setHeader('x-publishers', '1')
      response.end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => video.once('listening', resolve))
    origin = `http://127.0.0.1:${(video.address() as AddressInfo).port}`
    environment = {
      MODE: 'production',
      PORT: '0',
      DATA_DIR: folder,
      SECRET,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ALLOWED_ORIGINS: origin,
      REDIS_URL: redis.url,
    }
  })
  afterAll(async () => {
    await shared?.close()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Processes that report, to end after each test. */
  const reporting: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of reporting.splice(0)) await end()
  })

  /** A process that takes publishers, with this address for encoders and these live streams. */
  async function report(address: string, streams: readonly string[]) {
    const publishers = new SharedPublishers(shared, { secret: SECRET, log: silentLog })
    publishers.provide({
      address,
      stateOf: () => ON_AIR,
      states: () => Object.fromEntries(streams.map((stream) => [stream, ON_AIR])),
    })
    await publishers.claim()
    const end = async () => {
      await publishers.release()
      publishers.close()
    }
    reporting.push(end)
    return end
  }
  const found = async (more: Record<string, string> = {}) => {
    const findings = await examine({ ...environment, ...more })
    return findings.filter(({ check }) => check === 'publishers').map(({ outcome, text }) => `${outcome}: ${text}`)
  }

  it('hears of none, or of one that has ended', async () => {
    expect(await found()).toEqual(['warning: No process takes publishers.'])
    const end = await report('rtmp://127.0.0.1:1935/live', [])
    await end()
    expect(await found()).toEqual(['problem: The process that took publishers does not report any more.'])
    expect(await found({ SECRET: SECRET.toLowerCase() })).toEqual(['warning: No process takes publishers.'])
  })

  it('says whether encoders can connect, and whether requests for video reach that process', async () => {
    const rtmp = new URL(origin).port
    await report(`rtmp://localhost:${rtmp}/live`, [])
    expect(await found()).toEqual([
      `skipped: Encoders connect to rtmp://localhost:${rtmp}/live on the machine of the process with INGEST=1.`,
      `ok: Requests for video of ${origin} reach the process with publishers.`,
    ])
    isOfPublishers = false
    const ownIngest = { INGEST: '1', INGEST_PORT: rtmp, VIDEO_DOMAINS: 'http://127.0.0.1:1' }
    expect(await found(ownIngest)).toEqual([
      `ok: Encoders can connect to rtmp://localhost:${rtmp}/live.`,
      `problem: Requests for video of ${origin} do not reach the process with publishers.`,
      'skipped: Video of http://127.0.0.1:1 cannot be requested.',
    ])
    isOfPublishers = true
  })

  it('reports a process that takes publishers, but cannot listen for encoders', async () => {
    await report('', [])
    expect(await found()).toEqual([
      'problem: The process with INGEST=1 does not listen for RTMP.',
      `ok: Requests for video of ${origin} reach the process with publishers.`,
    ])
  })

  it('requests the playlist of a live stream', async () => {
    await report(`rtmp://live.invalid:1935/live`, ['live-7'])
    const [address, video] = await found()
    expect(address).toMatch(/^problem: Nothing accepts connections at rtmp:\/\/live\.invalid:1935\/live/)
    expect(video).toMatch(/^ok: \S+ shows a stream that is live now/)
    playlist = 404
    expect((await found())[1]).toBe(`problem: ${origin} does not show a stream that is live now (404).`)
  })
})
