import { afterEach, expect, it } from 'vitest'
import { createLog } from '#server/config/log.ts'
import { RtmpProcess } from '#server/media/ingest/rtmp-process.ts'
import { signingKeyOf } from '#server/media/ingest/stream-key.mjs'

const PROGRAM = process.execPath
afterEach(() => {
  process.execPath = PROGRAM
})

function openProcess() {
  const reports: string[] = []
  const nothing = (): void => undefined
  const rtmp = new RtmpProcess({
    host: '127.0.0.1',
    port: 0,
    signingKey: signingKeyOf('a secret of the tests'),
    log: createLog('silent'),
    onPublish: () => null,
    onTags: nothing,
    onStopped: nothing,
    onLost: () => reports.push('lost'),
  })
  return { rtmp, reports }
}

it.each([
  ['cannot be found', '/nowhere/node'],
  ['is refused before it is tried', ''],
])('restarts the RTMP process when its program %s', async (_name, program) => {
  const { rtmp, reports } = openProcess()
  process.execPath = program
  await rtmp.start()
  expect([rtmp.port, reports]).toEqual([null, ['lost']])
  process.execPath = PROGRAM
  await expect.poll(() => rtmp.port).toBeGreaterThan(0)
  await rtmp.stop()
  expect(rtmp.pid).toBeNull()
})

it('stops while it waits to restart', async () => {
  const { rtmp } = openProcess()
  process.execPath = '/nowhere/node'
  await rtmp.start()
  await rtmp.stop()
  expect(rtmp.pid).toBeNull()
})

it('kills an RTMP process that hangs', async () => {
  const { rtmp } = openProcess()
  await rtmp.start()
  const pid = rtmp.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  await rtmp.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
