import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveFiles } from '#server/site/pages/static-files.ts'
import { packFiles } from '../../../scripts/pack-files.mjs'

describe.each([
  { form: 'a folder', isPacked: false },
  { form: 'a pack', isPacked: true },
])('files of a build in $form', ({ isPacked }) => {
  let folder: string
  let app: FastifyInstance

  const write = (build: string): void => {
    writeFileSync(path.join(folder, 'build.json'), `{"build":"${build}"}`)
    writeFileSync(path.join(folder, 'sw.js'), `"${build}"`)
    writeFileSync(path.join(folder, 'sw.js.br'), `${build} in brotli`)
    writeFileSync(path.join(folder, 'sw.js.gz'), `${build} in gzip`)
    writeFileSync(path.join(folder, 'sw-off.js'), `"${build}, farewell"`)
    if (isPacked) packFiles(folder)
  }

  async function serve(hasServiceWorker: boolean): Promise<FastifyInstance> {
    const server = Fastify()
    serveFiles(server, folder, hasServiceWorker)
    return server
  }

  const bodyOf = async (url: string, encoding = 'identity'): Promise<string> =>
    (await app.inject({ url, headers: { 'accept-encoding': encoding } })).body

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'grandstand-kept-'))
    mkdirSync(path.join(folder, 'assets'))
    mkdirSync(path.join(folder, 'live'))
    for (const name of [
      'assets/page-a1.js',
      'assets/page-a1.js.map',
      'icon.png',
      '.hidden',
      'index.html',
      'live/clip.flv',
    ]) {
      writeFileSync(path.join(folder, name), name)
    }
    writeFileSync(path.join(folder, 'assets/page-a1.js.br'), 'brotli')
    write('first')
    app = await serve(true)
  })
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('return the build of the start while another one is deployed', async () => {
    write('second')
    expect(await bodyOf('/build.json')).toBe('{"build":"first"}')
    expect(await bodyOf('/sw.js')).toBe('"first"')
    expect(await bodyOf('/sw.js', 'gzip, br')).toBe('first in brotli')
    const restarted = await serve(true)
    expect((await restarted.inject('/build.json')).json()).toEqual({ build: 'second' })
    await restarted.close()
  })

  it('are still returned when the folder is emptied', async () => {
    rmSync(folder, { recursive: true })
    expect(await bodyOf('/build.json')).toBe('{"build":"first"}')
    expect(await bodyOf('/sw.js')).toBe('"first"')
    expect(await bodyOf('/assets/page-a1.js')).toBe('assets/page-a1.js')
    expect(await bodyOf('/assets/page-a1.js', 'br')).toBe('brotli')
    expect(await bodyOf('/icon.png')).toBe('icon.png')
  })

  it('are cached for a year with a hash in their name, else for an hour', async () => {
    const headersOf = async (url: string) => (await app.inject(url)).headers
    expect(await headersOf('/assets/page-a1.js')).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(await headersOf('/icon.png')).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    })
  })

  it.each([
    '/assets/page-a1.js.map',
    '/assets/page-a1.js.br',
    '/.hidden',
    '/index.html',
    '/live/clip.flv',
    '/assets/../x',
  ])('do not include %s', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  })

  it('are revalidated, and sent only when changed', async () => {
    for (const [url, type] of [
      ['/build.json', /^application\/json/],
      ['/sw.js', /^text\/javascript/],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers['cache-control'], headers['vary']]).toEqual([200, 'no-cache', 'accept-encoding'])
      expect(headers['content-type']).toMatch(type)
      // oxlint-disable-next-line no-await-in-loop -- two
      const again = await app.inject({ url, headers: { 'if-none-match': `W/${headers['etag']}` } })
      expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-cache'])
    }
  })

  it.each([
    ['br;q=1.0, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['', undefined],
  ])('are sent compressed if the client accepts %j', async (accepted, expected) => {
    const { headers } = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': accepted } })
    expect([headers['content-encoding'], headers['service-worker-allowed']]).toEqual([expected, '/'])
  })

  it('unregister the service worker if it is disabled, and do nothing without a build', async () => {
    const off = await serve(false)
    expect((await off.inject('/sw.js')).body).toBe('"first, farewell"')
    await off.close()
    for (const name of ['build.json', 'sw.js']) rmSync(path.join(folder, name))
    if (isPacked) packFiles(folder)
    const bare = await serve(true)
    expect((await bare.inject('/sw.js')).statusCode).toBe(404)
    expect((await bare.inject('/build.json')).statusCode).toBe(404)
    await bare.close()
  })
})
