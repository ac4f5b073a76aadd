import { request as httpRequest } from 'node:http'
import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { concatBytes, utf8 } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { CALL_RATES } from '#server/http/pipeline/call-limits.ts'
import { uploadCalls } from '#server/calls/account/upload.ts'
import { PictureDecoder } from '#server/members/uploads/picture-decoder.ts'
import { pictureSize } from '#server/members/uploads/picture-size.ts'
import { stripMetadata } from '#server/members/uploads/strip.ts'
import { Uploads, MAX_PICTURES } from '#server/members/uploads/uploads.ts'
import type { Database } from '#server/database/database.ts'
import { multipartBody, SealedClient, sendInto, sendTo, type TestFile } from '../../support/sealed-client.ts'
import { exifOf, jpegSegment, pngChunk, pngOf, readPicture, riff } from '../../support/pictures.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { createTestRouter, sessionMember, START, type TestRouter, UNLIMITED_RATES } from '../http/router-support.ts'

const ROW = ENDPOINTS['upload.images']

const PIXELS = deflateSync(Buffer.alloc(2))

function png(...extra: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return pngOf({ width: 1, height: 1, extra, pixels: PIXELS })
}

/** EXIF with orientation and location. */
const EXIF = exifOf(6)
const JFIF = jpegSegment(0xe0, concatBytes(utf8('JFIF\0'), new Uint8Array(9)))

/** The container of a JPEG. Its tables and pixels are invented. */
function jpeg(...extra: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatBytes(
    Uint8Array.of(0xff, 0xd8),
    JFIF,
    ...extra,
    jpegSegment(0xdb, new Uint8Array(65)),
    jpegSegment(0xda, new Uint8Array(6)),
    // A stuffed byte and a restart marker inside the picture.
    Uint8Array.of(1, 2, 0xff, 0, 3, 0xff, 0xd0, 4),
    Uint8Array.of(0xff, 0xd9),
  )
}

const file = (bytes: Uint8Array, more: Partial<TestFile> = {}): TestFile => ({
  name: '图.png',
  type: 'image/png',
  bytes,
  ...more,
})

describe('metadata of a picture', () => {
  const secrets = /GPS|Secret|Photoshop|<x:xmp/

  it('S7.72 is removed from a PNG, with data after its end', () => {
    const response = png(
      pngChunk('tEXt', utf8('Author\0Secret')),
      pngChunk('eXIf', EXIF),
      pngChunk('iCCP', utf8('profile')),
    )
    const stripped = stripMetadata(concatBytes(response, utf8('PK\u0003\u0004 Secret tail')))
    expect(Buffer.from(stripped ?? []).toString('latin1')).not.toMatch(secrets)
    expect(stripped).toEqual(Buffer.from(png(pngChunk('iCCP', utf8('profile')))))
  })

  it('S7.72 is removed from a JPEG, except for the orientation', () => {
    const response = jpeg(
      jpegSegment(0xe1, EXIF),
      jpegSegment(0xed, utf8('Photoshop 3.0')),
      jpegSegment(0xfe, utf8('Secret')),
    )
    const stripped = stripMetadata(concatBytes(response, utf8('Secret')))
    const text = Buffer.from(stripped ?? []).toString('latin1')
    expect(text).not.toMatch(secrets)
    expect(text).toContain('Exif\0\0II*\0')
    expect(text.charCodeAt(text.indexOf('Exif') + 24)).toBe(6)
    expect(text.endsWith('\u00ff\u00d0\u0004\u00ff\u00d9')).toBe(true)
    expect(stripMetadata(jpeg())).toEqual(Buffer.from(jpeg()))
  })

  it('S7.72 is removed from a WebP', () => {
    const head = Uint8Array.of(0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    const response = riff(['VP8X', head], ['VP8 ', Uint8Array.of(1, 2, 3)], ['EXIF', EXIF], ['XMP ', utf8('<x:xmp>')])
    const stripped = stripMetadata(response)
    const plain = Uint8Array.of(0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    expect(stripped).toEqual(Buffer.from(riff(['VP8X', plain], ['VP8 ', Uint8Array.of(1, 2, 3)])))
  })

  it('S7.72 a truncated picture is refused', () => {
    const whole = [png(), jpeg(jpegSegment(0xe1, EXIF)), riff(['VP8 ', Uint8Array.of(1, 2)])]
    for (const picture of whole) {
      for (let length = 0; length < picture.length; length += 1)
        expect(stripMetadata(picture.subarray(0, length))).toBeNull()
    }
  })
})

describe.each(STORE_KINDS)('pictures of members on %s', (kind) => {
  let store: Database
  let router: TestRouter
  const members = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'] as const

  beforeAll(async () => {
    store = await openTestStore(kind)
    for (const [index, id] of members.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- two rows
      await store.db.execute(`insert into member (id, name, public_id, nickname, avatar, site_id, currency, created_at)
        values ('${id}', 'upload${index}', 'upload-${index}', '看客', 'av-1', 5009, 'CNY', now())`)
    }
  })
  afterAll(() => store.close())
  afterEach(async () => {
    await router.app.close()
    await store.db.execute('delete from upload')
  })

  async function connect(rates = UNLIMITED_RATES): Promise<{ one: SealedClient; other: SealedClient }> {
    const uploads = new Uploads(store, { now: () => START })
    router = await createTestRouter({
      rates,
      handlers: uploadCalls({ uploads, pictures: new PictureDecoder() }),
      find: async (token) => {
        const memberId = members[token === 'one' ? 0 : 1]
        return { session: sessionMember(memberId), endedBy: null }
      },
    })
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (token) => {
        const client = await SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
        client.token = token
        return client
      }),
    )
    if (!one || !other) throw new Error('two clients')
    return { one, other }
  }

  const send = (client: SealedClient, files: TestFile[]) =>
    client.call('upload.images', { purpose: 'proof' }, { files })
  const idsOf = (data: unknown): string[] => ROW.data.parse(data).list.map(({ id }) => id)

  it('S7.72 are stored, returned without metadata in clear, and deleted', async () => {
    const { one } = await connect()
    const response = await send(one, [
      file(png(pngChunk('tEXt', utf8('Author\0Secret')))),
      file(readPicture('photo.jpg'), { type: 'image/jpeg' }),
      file(readPicture('lossless.webp'), { type: 'image/webp' }),
    ])
    expect(response).toMatchObject({ status: 200, code: 0 })
    const ids = idsOf(response.data)
    expect(ids).toHaveLength(3)
    const got = await one.fetch('upload.image', { id: ids[0] ?? '' })
    expect(Buffer.from(got.bytes).toString('latin1')).not.toContain('Secret')
    expect(pictureSize(got.bytes, 'image/png')).toEqual({ width: 1, height: 1 })
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await one.call('upload.remove', { id: ids[0] ?? '' })).code).toBe(0)
    expect((await one.fetch('upload.image', { id: ids[0] ?? '' })).response).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('of others are treated like missing ones', async () => {
    const { one, other } = await connect()
    const [id = ''] = idsOf((await send(one, [file(png())])).data)
    const [foreign, absent, malformed] = await Promise.all(
      [id, '0190a000-0000-7000-8000-00000000dead', 'not-a-uuid-at-all'].map((asked) =>
        other.fetch('upload.image', { id: asked }),
      ),
    )
    for (const { status, response } of [foreign, absent, malformed].filter((got) => got !== undefined)) {
      expect([status, response?.code, response?.msg, response?.data]).toEqual([
        200,
        CODES.NOT_FOUND,
        '内容不存在',
        null,
      ])
    }
    expect((await other.call('upload.remove', { id })).code).toBe(CODES.NOT_FOUND)
    expect((await one.fetch('upload.image', { id })).response).toBeNull()
  })

  it('S7.72 are limited to 30 per member, also for concurrent uploads', async () => {
    const { one, other } = await connect()
    const three = [file(png()), file(png()), file(png())]
    const responses = []
    for (let pair = 0; pair < 6; pair += 1) {
      // oxlint-disable-next-line no-await-in-loop -- two uploads of a member at a time
      responses.push(...(await Promise.all([send(one, three), send(one, three)])))
    }
    expect(responses.filter(({ code }) => code === 0).length * 3).toBe(MAX_PICTURES)
    const refused = responses.find(({ code }) => code === CODES.LIMIT_EXCEEDED)
    expect(refused?.msg).toContain('请先删除')
    expect((await send(other, three)).code).toBe(0)
  })

  it('S7.72 a third upload at the same time is refused with the time to wait, before its files are read', async () => {
    const { one, other } = await connect()
    const three = [file(png()), file(png()), file(png())]
    const responses = await Promise.all([send(one, three), send(one, three), send(one, three), send(other, three)])
    const [refused, ...more] = responses.filter(({ code }) => code !== 0)
    expect(more).toEqual([])
    expect(refused).toMatchObject({ code: CODES.CURRENT_LIMITING_B, data: { retryAfterMs: expect.any(Number) } })
    expect(refused?.msg).toMatch(/^您上传的图片还在处理，请 \d+ 秒后再试$/)
    expect((await send(one, [file(png())])).code).toBe(0)
  })

  it('S7.72 each upload call of a member has a rate of its own', async () => {
    const { one, other } = await connect(CALL_RATES)
    const uploads = Object.entries(ENDPOINTS).filter(([, { encoding }]) => encoding === 'multipart')
    expect(Object.keys(CALL_RATES.callOfMember).sort()).toEqual(uploads.map(([name]) => name).sort())
    const { burst } = CALL_RATES.callOfMember['upload.images']!
    for (let call = 0; call < burst; call += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      expect((await send(one, [])).code).toBe(CODES.PARAM_ERROR)
    }
    expect(await send(one, [])).toMatchObject({ code: CODES.CURRENT_LIMITING_B, data: { retryAfterMs: 10_000 } })
    expect((await send(other, [file(png())])).code).toBe(0)
  })

  it.each([
    ['no file', []],
    ['four files', [file(png()), file(png()), file(png()), file(png())]],
    ['another size than it says', [file(png(), { response: { size: 5 } })]],
    ['another hash than it says', [file(png(), { response: { sha256: 'a'.repeat(64) } })]],
    ['another type than it says', [file(jpeg())]],
    ['a type that is not taken', [file(utf8('<svg/>'), { type: 'image/svg+xml' })]],
    ['a page with the label of a picture', [file(utf8('<html><script>alert(1)</script>'))]],
    ['a picture that is cut off', [file(png().subarray(0, 50))]],
    ['a size beyond the row', [file(png(), { response: { size: 6 * 1024 * 1024 } })]],
    [
      'more bytes than the row takes',
      [file(concatBytes(png(), new Uint8Array(5 * 1024 * 1024)), { response: { size: 100 } })],
    ],
  ])('settled 3: %s is PARAM_ERROR, sealed', async (_name, files) => {
    const { one } = await connect()
    const response = await send(one, files)
    expect(response).toMatchObject({ status: 200, code: CODES.PARAM_ERROR })
    const { fields } = response.data as { fields: Record<string, string> }
    expect(Object.keys(fields)[0]).toMatch(/^files/)
  })

  it('S7.72 of exactly the size limit are accepted', async () => {
    const { one } = await connect()
    const overhead = png(pngChunk('iCCP', new Uint8Array())).length
    const bytes = png(pngChunk('iCCP', new Uint8Array((ROW.files?.maxBytes ?? 0) - overhead)))
    expect(bytes).toHaveLength(5 * 1024 * 1024)
    expect((await send(one, [file(bytes)])).code).toBe(0)
  })
})

describe('settled 3: a multipart body', () => {
  let router: TestRouter
  let filesRead = 0
  afterEach(() => router.app.close())

  async function connect(): Promise<SealedClient> {
    filesRead = 0
    router = await createTestRouter({
      handlers: {
        'upload.images': async (_params, { readFiles }) => {
          filesRead += 1
          const files = await readFiles?.()
          if (!files?.ok) throw new Error('no files')
          return { ok: true, data: { list: [] } }
        },
      },
    })
    const client = await SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
    client.token = 'alive'
    return client
  }

  it('S8.8 of a visitor is refused before its files are read', async () => {
    const client = await connect()
    client.token = ''
    const response = await client.call('upload.images', { purpose: 'proof' }, { files: [file(png())] })
    expect([response.code, filesRead]).toEqual([CODES.NEED_LOGIN, 0])
  })

  it('S7.72 with an invalid field is refused before its files are read', async () => {
    const client = await connect()
    const params = { purpose: 'spy' } as unknown as { purpose: 'proof' }
    const response = await client.call('upload.images', params, { files: [file(png())] })
    expect([response.code, filesRead]).toEqual([CODES.PARAM_ERROR, 0])
  })

  const xx = { disposition: 'form-data; name="xx"', bytes: utf8('AAAA') }
  const picture = { disposition: 'form-data; name="file0"; filename="a.png"', type: 'image/png', bytes: png() }

  it.each([
    ['with its file first', multipartBody([picture, xx])],
    ['with two sealed parts', multipartBody([xx, xx])],
    ['with a sealed part that is not sealed', multipartBody([xx])],
    ['without parts', utf8('nothing')],
    ['that breaks off', multipartBody([xx, picture]).subarray(0, 150)],
    ['whose head never ends', utf8(`--the-boundary-of-this-test\r\ncontent-disposition: ${'a'.repeat(100_000)}`)],
    ['with prototype names', multipartBody([{ disposition: 'form-data; name="__proto__"', bytes: utf8('x') }])],
  ])('%s is refused like any invalid seal', async (_name, parts) => {
    const client = await connect()
    const { request } = await client.prepare('upload.images', { purpose: 'proof' }, { files: [file(png())] })
    const response = await sendInto(router.app)({ ...request, parts })
    expect(response.status).toBe(400)
    expect(JSON.parse(response.body)).toMatchObject({ code: CODES.SEAL_REFUSED, data: null })
  })

  it('with a length over the limit is refused unread', async () => {
    const client = await connect()
    const { request } = await client.prepare('upload.images', { purpose: 'proof' }, { files: [file(png())] })
    const headers = { ...request.headers, 'content-length': String(MAX_UPLOAD_BYTES + 1) }
    const response = await sendInto(router.app)({ ...request, headers })
    expect([response.status, filesRead]).toEqual([400, 0])
  })

  it('S8.8 S7.72 of 15 MB from a visitor is refused without reading it', async () => {
    const client = await connect()
    client.token = ''
    const url = await router.app.listen({ host: '127.0.0.1', port: 0 })
    const large = file(concatBytes(png(), new Uint8Array(15 * 1024 * 1024)))
    const first = await client.prepare('upload.images', { purpose: 'proof' }, { files: [large] })
    expect(await first.open((await sendTo(url)(first.request)).body)).toMatchObject({ code: CODES.NEED_LOGIN })
    // The connection can be reused.
    const next = await client.prepare('upload.images', { purpose: 'proof' }, { files: [file(png())] })
    expect(await next.open((await sendTo(url)(next.request)).body)).toMatchObject({ code: CODES.NEED_LOGIN })
    expect(filesRead).toBe(0)
  })

  it('that stalls is aborted, without affecting others', async () => {
    const client = await connect()
    client.token = 'alive'
    const url = new URL(await router.app.listen({ host: '127.0.0.1', port: 0 }))
    const { request } = await client.prepare('upload.images', { purpose: 'proof' }, { files: [file(png())] })
    const body = Buffer.from(request.parts ?? [])
    const sent = httpRequest({
      host: url.hostname,
      port: url.port,
      path: request.url,
      method: 'POST',
      headers: request.headers,
    })
    sent.on('error', () => {})
    sent.write(body.subarray(0, body.length - 60))
    await expect.poll(() => filesRead).toBe(1)
    sent.destroy()
    await expect.poll(() => router.calls.at(-1)?.code).toBe(CODES.INTERNAL_ERROR)
    const next = await client.prepare('upload.images', { purpose: 'proof' }, { files: [file(png())] })
    expect(await next.open((await sendTo(url.origin)(next.request)).body)).toMatchObject({ code: 0 })
  })

  it('is accepted by multipart endpoints only, which accept nothing else', async () => {
    const client = await connect()
    const wrong = async (name: 'upload.images' | 'site.perInfo', type: string): Promise<number> => {
      const { request } = await client.prepare(name, {})
      const sent = { ...request, headers: { ...request.headers, 'content-type': type } }
      return (await sendInto(router.app)(sent)).status
    }
    expect(await wrong('upload.images', 'application/json')).toBe(415)
    expect(await wrong('site.perInfo', 'multipart/form-data; boundary=x')).toBe(415)
  })
})
