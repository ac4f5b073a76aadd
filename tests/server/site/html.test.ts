import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploymentOf, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'
import { fillPage, siteOfPage, skinOfPage } from '#server/site/pages/html.ts'
import { PAGE_METADATA, servePages } from '../../support/page-files.ts'
import type { PageMetadata } from '#server/site/pages/html.ts'
import { socketSources } from '#server/site/pages/page-policy.ts'
import { readProjectFile } from '../../support/project.ts'

describe('settled 29: metadata of a page', () => {
  it.each(['index.html', 'play.html'])('%s has site, skin, layout, identity and version', (name) => {
    const html = fillPage(readProjectFile(name), { ...PAGE_METADATA, siteId: 5015 })
    expect(html).toMatch(
      /<html lang="zh-CN" data-site="5015" data-skin="fresh" data-layout="card" data-currency="USDT" data-demo="true">/,
    )
    expect(html.match(/data-skin/g)).toHaveLength(1)
    expect(html).toContain(`<meta name="grandstand-identity" content="${PAGE_METADATA.identity}" />`)
    expect(html).toContain('<meta name="grandstand-version" content="0.1.0" />')
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })

  it('S8.17 a page has the other API origins, so that it starts without the first one', () => {
    const lines = ['https://one.example', 'https://two.example']
    const html = fillPage(readProjectFile('index.html'), { ...PAGE_METADATA, lines })
    expect(html).toContain('<meta name="grandstand-lines" content="https://one.example https://two.example" />')
    expect(fillPage(readProjectFile('index.html'), { ...PAGE_METADATA, lines: [] })).not.toContain('grandstand-lines')
  })

  it('a production page has no demo attribute', () => {
    expect(fillPage(readProjectFile('index.html'), { ...PAGE_METADATA, hasDemoTools: false })).not.toContain(
      'data-demo',
    )
  })

  it('values are escaped inside their attributes', () => {
    fc.assert(
      fc.property(fc.string(), (version) => {
        const html = fillPage('<html lang="zh-CN"><head></head></html>', { ...PAGE_METADATA, version })
        const [, inside] = /<meta name="grandstand-version" content="([^"]*)" \/>/.exec(html) ?? []
        const read = inside
          ?.replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
        expect(read).toBe(version)
      }),
    )
  })

  it('a page without <html> or </head> is an error', () => {
    expect(() => fillPage('<head></head>', PAGE_METADATA)).toThrow()
    expect(() => fillPage('<html>', PAGE_METADATA)).toThrow()
  })

  it.each([
    [{ siteId: '5015' }, 5015],
    [{ siteId: '5028' }, 5028],
    [{ siteId: '5029' }, 5009],
    [{ siteId: '4999' }, 5009],
    [{ siteId: ['5015', '5016'] }, 5009],
    [{ siteId: '5015"><script>' }, 5009],
    [{}, 5009],
    [null, 5009],
  ])('?siteId of %j is site %i', (query, siteId) => {
    expect(siteOfPage(PAGE_METADATA, 'live.example.com', query)).toBe(siteId)
  })
})

describe('pages and files over HTTP', () => {
  let folder: string
  let app: FastifyInstance

  const serve = (metadata: PageMetadata): Promise<FastifyInstance> =>
    servePages(folder, metadata, {
      domains: {
        api: ['https://line-1.example.com'],
        news: ['https://news.example.com'],
        video: ['https://video.example.com'],
        chat: ['http://chat.example.com:81'],
      },
      shortUrls: { find: async (code) => (code === 'abcdefghij' ? '/app/live?kind=football' : null) },
    })

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'grandstand-pages-'))
    mkdirSync(path.join(folder, 'assets'))
    mkdirSync(path.join(folder, '.git'))
    const files: Record<string, string> = {
      'index.html': readProjectFile('index.html'),
      'play.html': readProjectFile('play.html'),
      'gallery.html': readProjectFile('gallery.html'),
      'console.html': readProjectFile('console.html'),
      'assets/index-a1b2c3.js': 'export {}',
      'assets/index-a1b2c3.js.br': 'not really brotli',
      'assets/index-a1b2c3.js.map': '{}',
      'mark.svg': '<svg/>',
      '.env': 'SECRET=1',
      '.git/config': '[core]',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    writeFileSync(path.join(path.dirname(folder), `${path.basename(folder)}.secret`), 'outside')
    app = await serve(PAGE_METADATA)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}.secret`)
  })

  it('S7.35 a short URL redirects to its path only', async () => {
    const known = await app.inject('/s/abcdefghij')
    expect([known.statusCode, known.headers.location]).toEqual([302, '/app/live?kind=football'])
    expect((await app.inject('/s/unknown-00')).statusCode).toBe(404)
    for (const path of ['/s/', '/s/..%2f..%2fetc', '/s/%00', '/s/a/b']) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      expect((await app.inject(path)).statusCode).toBe(404)
    }
  })

  it.each([
    ['S2.22', '/'],
    ['S2.5', '/app/home'],
    ['S2.22', '/app/live/e-1'],
    ['S2.1', '/login'],
    ['S2.2', '/login?fromPage=/app/live'],
    ['S2.4', '/entry/login'],
    ['settled 29', '/gallery'],
    ['S2.14', '/play.html'],
  ])('%s %s is a page', async (_number, url) => {
    const response = await app.inject({ url, headers: { host: 'live.example.com:8080' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.body).toContain('data-site="5009"')
  })

  it('settled 29: the gallery is served in demo mode only', async () => {
    const production = await serve({ ...PAGE_METADATA, hasDemoTools: false, allowsSiteChoice: false })
    for (const url of ['/gallery', '/gallery/outcomes']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const [demo, live] = await Promise.all([app.inject(url), production.inject(url)])
      expect([demo.statusCode, live.statusCode]).toEqual([200, 404])
    }
    await production.close()
  })

  it('settled 29: a page has the skin of the cookie, unless the URL names a site', async () => {
    const skinOf = async (url: string, cookie: string) => {
      const { body } = await app.inject({ url, headers: { cookie } })
      return /data-skin="(\w+)" data-layout="(\w+)"/.exec(body)?.slice(1)
    }
    for (const skin of SKINS) {
      // oxlint-disable-next-line no-await-in-loop -- the second response depends on the first
      expect(await skinOf('/app/home', `a=b; skin=${skin}; c=d`)).toEqual([skin, SKIN_LAYOUT[skin]])
    }
    const skin = ['glow', SKIN_LAYOUT.glow]
    expect(await skinOf('/app/home', '')).toEqual(skin)
    expect(await skinOf('/app/home', 'skin=no-such-skin')).toEqual(skin)
    expect(await skinOf('/app/home?siteId=5009', 'skin=simple')).toEqual(skin)
    expect(skinOfPage({ ...PAGE_METADATA, allowsSiteChoice: false }, {}, 'skin=simple')).toBeUndefined()
    fc.assert(
      fc.property(fc.string(), (cookie) => {
        const skin = skinOfPage(PAGE_METADATA, {}, `skin=${cookie}`)
        expect(skin === undefined || SKINS.includes(skin)).toBe(true)
      }),
    )
  })

  it('settled 29: ?siteId= selects the site in demo mode', async () => {
    for (const siteId of [5001, 5003, 5010, 5028]) {
      // oxlint-disable-next-line no-await-in-loop
      const { body } = await app.inject({ url: `/app/live?siteId=${siteId}` })
      const { skin } = deploymentOf(siteId)
      expect(body).toContain(`data-site="${siteId}" data-skin="${skin}" data-layout="${SKIN_LAYOUT[skin]}"`)
    }
  })

  it.each([
    '/nothing',
    '/.env',
    '/.git/config',
    '/assets/index-a1b2c3.js.map',
    '/assets/index-a1b2c3.js.br',
    '/index.html',
    '/assets/',
    '/%00',
    '/assets/%00',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%5c..%5cindex.html',
    '/assets/../.env',
    '//etc/passwd',
    '/%zz',
    '/package.json',
    '/data/secret',
  ])('%s is 404', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body)).toMatchObject({ code: 10004, data: null })
  })

  it('S2.22 unknown paths return the application with 404 to browsers, and a plain 404 to programs', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const url of ['/nothing', '/app2/home', '/assets/none.js', '/package.json']) {
      // oxlint-disable-next-line no-await-in-loop -- few, and the order tells which one failed
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept } })
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 404, 'no-cache'])
      expect(body).toContain('data-site="')
    }
    const { headers } = await app.inject({ url: '/nothing', headers: { accept: '*/*' } })
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  it('files with a hash in their name are cached for ever, others for an hour', async () => {
    const hashed = await app.inject({ url: '/assets/index-a1b2c3.js' })
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const other = await app.inject({ url: '/mark.svg' })
    expect(other.headers['cache-control']).toBe('public, max-age=3600')
    const again = await app.inject({ url: '/mark.svg', headers: { 'if-none-match': String(other.headers['etag']) } })
    expect(again.statusCode).toBe(304)
  })

  it('compressed files of the build are used', async () => {
    const { headers, body } = await app.inject({
      url: '/assets/index-a1b2c3.js',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect([headers['content-encoding'], headers['vary'], body]).toEqual(['br', 'accept-encoding', 'not really brotli'])
    expect(headers['content-type']).toMatch(/javascript/)
  })

  it('settled 37 violations of Trusted Types are reported, not blocked', async () => {
    const { headers } = await app.inject({ url: '/', headers: { host: 'live.example.com:8080' } })
    expect(headers['content-security-policy-report-only']).toBe("require-trusted-types-for 'script'")
    expect(headers['content-security-policy']).not.toContain('trusted-types')
  })

  it('play.html may be framed by pages of this origin, and no other page', async () => {
    const framing = async (url: string) => {
      const { headers } = await app.inject({ url, headers: { host: 'live.example.com:8080' } })
      const policy = String(headers['content-security-policy'])
      return [
        /frame-ancestors ([^;]+)/.exec(policy)?.[1],
        headers['x-frame-options'],
        /script-src [^;]+/.exec(policy)?.[0],
      ]
    }
    const [page, play] = await Promise.all([framing('/'), framing('/play.html')])
    expect(page.slice(0, 2)).toEqual(["'none'", 'DENY'])
    expect(play).toEqual(["'self'", 'SAMEORIGIN', page[2]])
  })

  it('the CSP is the same for pages, scripts and workers', async () => {
    for (const url of ['/', '/assets/index-a1b2c3.js']) {
      // oxlint-disable-next-line no-await-in-loop
      const { headers } = await app.inject({ url, headers: { host: 'live.example.com:8080' } })
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split(';')
          .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
      )
      expect(policy).toEqual({
        'default-src': "'self'",
        'script-src': "'self'",
        'script-src-attr': "'none'",
        'style-src': "'self' 'sha256-UP0QZg7irvSMvOBz9mH2PIIE28+57UiavRfeVea0l3g='",
        'style-src-attr': "'unsafe-inline'",
        'connect-src': [
          "'self' ws://live.example.com:8080 wss://live.example.com:8080",
          'https://line-1.example.com https://news.example.com https://video.example.com http://chat.example.com:81',
          'wss://video.example.com ws://chat.example.com:81',
        ].join(' '),
        'worker-src': "'self' blob:",
        'media-src': "'self' blob: https://video.example.com",
        'img-src': "'self' data: blob:",
        'font-src': "'self'",
        'frame-ancestors': "'none'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
      })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  it('HSTS is sent on https only', async () => {
    const { headers } = await app.inject({
      url: '/',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.1.1.1' },
    })
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  })

  it('with ALLOWED_ORIGINS no requested host reaches the CSP', async () => {
    const pageOrigins = ['https://live.example.com', 'http://lan.example.com:8080']
    const production = await servePages(folder, PAGE_METADATA, { pageOrigins })
    const { headers } = await production.inject({ url: '/', headers: { host: 'evil.example' } })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' wss://live.example.com ws://lan.example.com:8080;")
    expect(JSON.stringify(headers)).not.toContain('evil.example')
    await production.close()
  })

  it('an invalid host does not reach the CSP', () => {
    expect(socketSources([], 'live.example.com')).toBe('ws://live.example.com wss://live.example.com')
    expect(socketSources([], '[::1]:8080')).toBe('ws://[::1]:8080 wss://[::1]:8080')
    for (const host of ["a;script-src 'unsafe-inline'", 'a b', 'a,b', '', undefined]) {
      expect(socketSources([], host)).toBe("'self'")
    }
  })
})
