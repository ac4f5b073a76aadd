import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOLD_AFTER_END_MS, HOLD_MS } from '#server/media/ingest/ingest.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { HAS_FFMPEG, NO_FFMPEG, publish, type Publisher } from '../../support/ffmpeg.ts'
import { INGEST, keyFor, publishAddress } from '../../support/ingest.ts'
import { createTestInstallation, type TestInstallation } from '../app/app-support.ts'
import { isAnother, shownIn, WAIT } from './ingest-support.ts'

const publishTo = (server: RunningServer): Publisher => publish(publishAddress(server, keyFor('a2001')))
const shown = (server: RunningServer): ReturnType<typeof shownIn> => shownIn(server, 'a2001')

describe.skipIf(!HAS_FFMPEG)(`a room that has lost its publisher${NO_FFMPEG}`, () => {
  let installation: TestInstallation
  let server: RunningServer
  let publisher: Publisher
  /** Offset of the server's clock. */
  let ahead = 0
  const start = async (): Promise<RunningServer> =>
    startServer({
      environment: {
        MODE: 'demo',
        PORT: '0',
        CROWD: '0',
        LOG_LEVEL: 'silent',
        DATA_DIR: installation.dataDir,
        ...INGEST,
      },
      clientFolder: installation.clientFolder,
      now: () => Date.now() + ahead,
    })
  const memory = (): string => path.join(installation.dataDir, 'media/published.json')
  const remembered = (): unknown => JSON.parse(readFileSync(memory(), 'utf8')) as unknown

  beforeAll(async () => {
    installation = createTestInstallation()
    server = await start()
  })
  afterEach(async () => {
    publisher.kill('SIGKILL')
    await publisher.ended
  })
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  it('keeps waiting for a publisher over a server restart, without the clip', async () => {
    expect(await shown(server)).toBe('clip')
    publisher = publishTo(server)
    await expect.poll(() => shown(server), WAIT).toBe('publisher')
    await expect.poll(remembered, WAIT).toEqual(['a2001'])
    await server.close()
    server = await start()
    expect(await shown(server)).toBe('nothing')
    publisher = publishTo(server)
    await expect.poll(() => shown(server), WAIT).toBe('publisher')
  })

  it('returns the room to the demo after ten minutes, until the publisher is back', async () => {
    await expect.poll(() => shown(server), WAIT).toBe('nothing')
    ahead += HOLD_MS - 60_000
    server.ingest?.check()
    expect(await shown(server)).toBe('nothing')
    ahead += 60_000
    await expect.poll(() => shown(server), WAIT).toBe('clip')
    await expect.poll(() => existsSync(memory()), WAIT).toBe(false)
    publisher = publishTo(server)
    await expect.poll(() => shown(server), WAIT).toBe('publisher')
  })

  it('returns the room after one minute when the publisher has stopped', async () => {
    publisher = publishTo(server)
    await expect.poll(() => shown(server), WAIT).toBe('publisher')
    publisher.kill('SIGTERM')
    await expect.poll(() => shown(server), WAIT).toBe('nothing')
    ahead += HOLD_AFTER_END_MS
    await expect.poll(() => shown(server), WAIT).toBe('clip')
    publisher = publishTo(server)
    await expect.poll(() => shown(server), WAIT).toBe('publisher')
  })

  it('replaces an RTMP process that hangs', async () => {
    const pid = server.ingest?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    await expect.poll(() => shown(server), WAIT).toBe('nothing')
    await isAnother(server, pid)
    publisher = publishTo(server)
    await expect.poll(() => shown(server), WAIT).toBe('publisher')
  })
})
