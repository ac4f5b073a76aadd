import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploymentOf, SKIN_LAYOUT } from '#protocol/sites.ts'
import { createHttpServer } from '#server/http-server.ts'
import { fillPage, siteOfQuery } from '#server/html.ts'
import { createLog } from '#server/log.ts'
import { socketSources } from '#server/page-policy.ts'
import { registerPages } from '#server/pages.ts'
import { proxyTrust } from '#server/proxy-trust.ts'
import { readProjectFile } from '../support/project.ts'

const FACTS = { siteId: 5009, isDemo: true, identity: 'A'.repeat(43), version: '0.1.0' }

describe('settled 29: what the server writes into the page', () => {
  it.each(['index.html', 'play.html'])('site, skin, layout, identity and version stand in %s', (name) => {
    const html = fillPage(readProjectFile(name), { ...FACTS, siteId: 5015 })
    expect(html).toMatch(/<html lang="zh-CN" data-site="5015" data-skin="fresh" data-layout="card" data-demo="true">/)
    expect(html.match(/data-skin/g)).toHaveLength(1)
    expect(html).toContain(`<meta name="grandstand-identity" content="${FACTS.identity}" />`)
    expect(html).toContain('<meta name="grandstand-version" content="0.1.0" />')
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })

  it('production pages do not say demo', () => {
    expect(fillPage(readProjectFile('index.html'), { ...FACTS, isDemo: false })).not.toContain('data-demo')
  })

  it('whatever a fact holds stays inside its attribute', () => {
    fc.assert(
      fc.property(fc.string(), (version) => {
        const html = fillPage('<html lang="zh-CN"><head></head></html>', { ...FACTS, version })
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

  it('a page without <html> or </head> is a fault that is told', () => {
    expect(() => fillPage('<head></head>', FACTS)).toThrow()
    expect(() => fillPage('<html>', FACTS)).toThrow()
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
    expect(siteOfQuery(query, 5009)).toBe(siteId)
  })
})

describe('pages and files over HTTP', () => {
  let folder: string
  let app: FastifyInstance

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'grandstand-pages-'))
    mkdirSync(path.join(folder, 'assets'))
    mkdirSync(path.join(folder, '.git'))
    const files: Record<string, string> = {
      'index.html': readProjectFile('index.html'),
      'play.html': readProjectFile('play.html'),
      'assets/index-a1b2c3.js': 'export {}',
      'assets/index-a1b2c3.js.br': 'not really brotli',
      'assets/index-a1b2c3.js.map': '{}',
      'mark.svg': '<svg/>',
      '.env': 'SECRET=1',
      '.git/config': '[core]',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    writeFileSync(path.join(path.dirname(folder), `${path.basename(folder)}.secret`), 'outside')
    app = createHttpServer({ log: createLog('silent'), isTrusted: proxyTrust(1), now: Date.now })
    await registerPages(app, {
      clientFolder: folder,
      vite: null,
      facts: FACTS,
      isTrustworthy: true,
    })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}.secret`)
  })

  it.each([
    '/',
    '/app/home',
    '/app/live/e-1',
    '/login',
    '/login?fromPage=/app/live',
    '/entry/login',
    '/gallery',
    '/play.html',
  ])('S2.1-S2.14 %s is a page', async (url) => {
    const answer = await app.inject({ url, headers: { host: 'live.example.com:8080' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain('data-site="5009"')
  })

  it('settled 29: ?siteId= chooses the site in demo mode', async () => {
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
  ])('red team 22: %s is 404', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body)).toMatchObject({ code: 10004, data: null })
  })

  it('caches what has its hash in its name for ever, other files for an hour', async () => {
    const hashed = await app.inject({ url: '/assets/index-a1b2c3.js' })
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const other = await app.inject({ url: '/mark.svg' })
    expect(other.headers['cache-control']).toBe('public, max-age=3600')
    const again = await app.inject({ url: '/mark.svg', headers: { 'if-none-match': String(other.headers['etag']) } })
    expect(again.statusCode).toBe(304)
  })

  it('sends the compressed file that was built beside the plain one', async () => {
    const { headers, body } = await app.inject({
      url: '/assets/index-a1b2c3.js',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect([headers['content-encoding'], headers['vary'], body]).toEqual(['br', 'accept-encoding', 'not really brotli'])
    expect(headers['content-type']).toMatch(/javascript/)
  })

  it('names one policy for pages, scripts and workers alike', async () => {
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
        'connect-src': "'self' ws://live.example.com:8080 wss://live.example.com:8080",
        'worker-src': "'self' blob:",
        'media-src': "'self' blob:",
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

  it('asks for https only where it is used', async () => {
    const { headers } = await app.inject({
      url: '/',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.1.1.1' },
    })
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  })

  it('a host that is none does not reach the policy', () => {
    expect(socketSources('live.example.com')).toBe('ws://live.example.com wss://live.example.com')
    expect(socketSources('[::1]:8080')).toBe('ws://[::1]:8080 wss://[::1]:8080')
    for (const host of ["a;script-src 'unsafe-inline'", 'a b', 'a,b', '', undefined]) {
      expect(socketSources(host)).toBe("'self'")
    }
  })
})
