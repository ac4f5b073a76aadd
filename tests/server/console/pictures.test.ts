import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { consolePath } from '#protocol/console/action.ts'
import { PICTURE_MAX_CHARACTERS } from '#protocol/console/constants.ts'
import { createLog } from '#server/config/log.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'
import { PICTURE_PROBLEMS } from '#server/members/uploads/read-picture.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { addPictures } from '#server/site/picture-routes.ts'
import { pngOf, readPicture } from '../../support/pictures.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Signature and header. */
const PNG_HEAD_BYTES = 33
const AUTHOR = Buffer.concat([Buffer.from('tEXt'), Buffer.from('Author\0Secret')])
const size = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
/** A picture of one pixel whose metadata name an author. */
const PNG_WITH_TEXT = Buffer.concat([
  PNG.subarray(0, PNG_HEAD_BYTES),
  size(AUTHOR.length - 4),
  AUTHOR,
  size(crc32(AUTHOR)),
  PNG.subarray(PNG_HEAD_BYTES),
])

describe('pictures that operators upload', () => {
  let console: TestConsole
  let root: ConsoleClient
  let http: FastifyInstance

  beforeAll(async () => {
    console = await openTestConsole()
    root = (await console.setUp()).client
    const log = createLog('silent')
    http = createHttpServer({ log, proxies: new TrustedProxies(1, log), now: console.clock.now })
    addPictures(http, { database: console.database, covers: console.services.liveRooms.repository })
  }, 120_000)
  afterAll(async () => {
    await http.close()
    await console.close()
  })

  const get = (url: string) => http.inject({ method: 'GET', url })
  const picture = PNG_WITH_TEXT.toString('base64')

  it('are served under the hash of their bytes, without metadata, and cached for ever', async () => {
    const { path } = (await root.call('picture.add', { picture })).data
    expect(path).toMatch(/^\/picture\/[0-9a-f]{64}\.png$/)
    const served = await get(path)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(served.rawPayload.subarray(0, 8)).toEqual(PNG_WITH_TEXT.subarray(0, 8))
    expect(served.rawPayload.includes('Secret')).toBe(false)
    expect((await root.call('picture.add', { picture })).data.path).toBe(path)
    const banner = { position: 'home', title: '决赛夜', img: path, imgH5: path, jumpType: 0, jumpUrl: '' }
    const item = { id: null, version: 0, kind: 'banner' as const, isPublished: true, startsAt: null, endsAt: null }
    expect((await root.call('content.save', { ...item, body: banner, reason: '新活动' })).code).toBe(CODES.SUCCESS)
  })

  it.each([
    '/picture/' + 'a'.repeat(64) + '.png',
    '/picture/..%2f..%2fetc%2fpasswd',
    "/picture/' or 1=1",
    '/cover/L1/' + 'a'.repeat(64),
    '/cover/1/' + 'a'.repeat(64),
    '/cover/L1/x',
  ])('answers 404 for %s, which is not cached', async (url) => {
    const served = await get(encodeURI(url).replaceAll('%25', '%'))
    expect(served.statusCode).toBe(404)
    expect(served.headers['cache-control']).toBe('no-store')
  })

  it('may be larger than other requests; other files and larger ones are refused', async () => {
    const svg = Buffer.from('<svg onload="alert(1)">').toString('base64')
    expect(await root.call('picture.add', { picture: svg })).toMatchObject({
      code: CODES.PARAM_ERROR,
      data: { fields: { picture: expect.any(String) } },
    })
    // 900 million pixels in 33 bytes and some more.
    const huge = pngOf({ width: 30_000, height: 30_000, pixels: new Uint8Array(4) })
    expect(await root.call('picture.add', { picture: Buffer.from(huge).toString('base64') })).toMatchObject({
      code: CODES.PARAM_ERROR,
      data: { fields: { picture: PICTURE_PROBLEMS.pixels } },
    })
    const cmyk = Buffer.from(readPicture('cmyk.jpg')).toString('base64')
    expect(await root.call('picture.add', { picture: cmyk })).toMatchObject({
      data: { fields: { picture: PICTURE_PROBLEMS.cmyk } },
    })
    const broken = PNG_WITH_TEXT.subarray(0, 60).toString('base64')
    expect((await root.call('picture.add', { picture: broken })).code).toBe(CODES.PARAM_ERROR)
    // Within the limit of the body, so the content is checked.
    const large = 'A'.repeat(PICTURE_MAX_CHARACTERS)
    expect((await root.call('picture.add', { picture: large })).code).toBe(CODES.PARAM_ERROR)
    const headers = { cookie: root.cookie ?? '' }
    const body = JSON.stringify({ picture: 'A'.repeat(PICTURE_MAX_CHARACTERS + 2_000) })
    expect((await console.send(consolePath('picture.add'), body, headers)).status).toBe(413)
    const reason = JSON.stringify({ reason: 'A'.repeat(70_000) })
    expect((await console.send(consolePath('content.remove'), reason, headers)).status).toBe(413)
  })

  it('S1.19 serves the cover of a live room under its current hash only', async () => {
    const { anchor } = (await root.call('anchor.create', { nick: '阿晴', account: null, maxKbps: 6_000 })).data
    const { room } = (
      await root.call('room.create', {
        anchorId: anchor.id,
        title: '阿晴的夜谈',
        intro: '',
        startsAt: console.clock.now(),
      })
    ).data
    const webp = readFileSync('public/art/cover-anchor-3.webp').toString('base64')
    const set = (await root.call('room.setCover', { id: room.id, version: room.version, picture: webp })).data.room
    const served = await get(set.coverUrl)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(served.headers['cache-control']).toContain('immutable')
    const huge = Buffer.from(pngOf({ width: 30_000, height: 30_000, pixels: new Uint8Array(4) })).toString('base64')
    const refused = await root.call('room.setCover', { id: set.id, version: set.version, picture: huge })
    expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { picture: PICTURE_PROBLEMS.pixels } } })
    await root.call('room.setCover', { id: set.id, version: set.version, picture })
    expect((await get(set.coverUrl)).statusCode).toBe(404)
  })
})
