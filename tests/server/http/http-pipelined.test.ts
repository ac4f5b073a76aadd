import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { AddressCounter } from '#server/net/address-counter.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createLog } from '#server/config/log.ts'
import { registerMedia } from '#server/media/media.ts'
import { CLIP_DIRECTORY } from '../media/media-support.ts'

const ENDLESS = '/media/a.flv'
const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

describe('pipelined requests on a closed connection', () => {
  let app: FastifyInstance
  let taken: MockInstance<AddressCounter['take']>
  let files: Readable[]
  beforeEach(async () => {
    taken = vi.spyOn(AddressCounter.prototype, 'take')
    files = []
    const log = createLog('silent')
    app = createHttpServer({ log, now: Date.now })
    registerMedia(app, { clipDirectory: CLIP_DIRECTORY, now: Date.now, log })
    app.get('/file', (_request, reply) => {
      const file = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024)))
      files.push(file)
      return reply.send(file)
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  /** Number of addresses that hold a slot, for each kind of slot. */
  const held = (): number[] => taken.mock.contexts.map((places) => (places as AddressCounter).size)

  /** Sends all requests in one write. */
  function send(...requests: string[]): { reset(): void } {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    client.resume()
    client.write(requests.join(''))
    return { reset: () => void client.resetAndDestroy() }
  }

  it('release their video slot', async () => {
    const init = request('/media/a/init.mp4')
    const client = send(request(ENDLESS), init, init, request(ENDLESS), request(ENDLESS), request('/file'))
    await expect.poll(() => files).toHaveLength(1)
    expect(held()).toEqual([1, 1, 1, 1, 1])
    client.reset()
    await expect.poll(held).toEqual([0, 0, 0, 0, 0])
  })

  it('release open files', async () => {
    const client = send(request(ENDLESS), request('/file'))
    await expect.poll(() => files).toHaveLength(1)
    expect(files[0]?.destroyed).toBe(false)
    client.reset()
    await expect.poll(() => files[0]?.destroyed).toBe(true)
  })

  it('are answered in order if the connection stays open', async () => {
    send(request('/media/a/init.mp4'), request('/file'), request('/media/a/init.mp4'), request('/file'))
    await expect.poll(() => files.map(({ readableEnded }) => readableEnded)).toEqual([true, true])
    await expect.poll(held).toEqual([0, 0])
  })

  it('do not take a slot for a missing stream', async () => {
    const client = send(request('/media/a/none.txt'), request('/media/-a/init.mp4'), request('/file'))
    await expect.poll(() => files).toHaveLength(1)
    expect(held()).toEqual([])
    client.reset()
  })
})
