import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { MAX_INFLATED_RESPONSE_BYTES } from '#protocol/constants.ts'
import { platform } from '#workers/platform.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { startedTransport } from './open-transport.ts'

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

beforeEach(() => server.reset())

afterAll(() => server.stop())

/** A signed-in transport with fake picture responses. */
async function withPicture(body: string | Uint8Array<ArrayBuffer>, type: string, status = 200) {
  const real = platform()
  const started = await startedTransport(server, {
    fetch: (url, init) =>
      url.includes('upload/v1/image?')
        ? Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))
        : real.fetch(url, init),
  })
  await started.transport.signIn({ name: 'fan001', password: 'Play2026x' })
  return started.transport.call('upload.image', { id: 'picture-0' })
}

describe('blobs', () => {
  it('S7.36 return bytes and the media type without parameters', async () => {
    expect(await withPicture(Uint8Array.of(1, 2, 3), 'Image/PNG; charset=binary')).toEqual({
      ok: true,
      data: { type: 'image/png', bytes: Uint8Array.of(1, 2, 3) },
    })
  })

  it('settled 3 refuse media types that no endpoint returns', async () => {
    for (const type of ['text/html', 'text/plain', 'application/octet-stream', 'image/', '']) {
      expect(await withPicture('<script>', type)).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    }
  })

  it('settled 3 accept a refusal in clear, but no success in clear JSON', async () => {
    const refused = JSON.stringify({ code: CODES.SEAL_REFUSED, msg: '', data: null, time: 1, traceId: '' })
    expect(await withPicture(refused, 'application/json', 400)).toMatchObject({ code: CODES.SEAL_REFUSED })
    const claimed = JSON.stringify({ code: 0, msg: '', data: { type: 'image/png' }, time: 1, traceId: '' })
    expect(await withPicture(claimed, 'application/json')).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
  })

  it('are limited in size', async () => {
    const bytes = new Uint8Array(MAX_INFLATED_RESPONSE_BYTES + 1)
    expect(await withPicture(bytes, 'image/png')).toMatchObject({ ok: false })
  })
})
