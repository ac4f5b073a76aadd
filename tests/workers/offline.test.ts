import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fillPage } from '#server/site/pages/html.ts'
import {
  respondAsset,
  respondPage,
  type RespondContext,
  kindOfRequest,
  isTakeOver,
} from '#workers/offline/responses.ts'
import { isShell, shellAddress, shellFor } from '#workers/offline/shell-page.ts'
import { ShellCache } from '#workers/offline/shell-cache.ts'
import { SHELL_CACHE_PREFIX, TAKE_OVER } from '#protocol/shell.ts'
import { PAGE_METADATA } from '../support/page-files.ts'
import { readProjectFile } from '../support/project.ts'
import { MemoryCaches } from './memory-caches.ts'

const ORIGIN = 'https://live.example.com'
const BUILD = '0123456789abcdef'
const get = (path: string, mode = 'cors') => ({ method: 'GET', url: `${ORIGIN}${path}`, mode })

function pageOf(siteId: number, build = BUILD): string {
  const metadata = { ...PAGE_METADATA, siteId, build, hasServiceWorker: true }
  return fillPage(readProjectFile('index.html'), metadata)
}

/** A network response: of this origin, not redirected. */
function networkResponse(body: string, type = 'text/html; charset=utf-8', status = 200): Response {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  const isNetwork = {
    get: (target: Response, name: string | symbol): unknown => {
      if (name === 'type') return 'basic'
      if (name === 'clone') return () => networkResponse(body, type, status)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }
  return new Proxy(response, isNetwork)
}

describe('requests that the service worker handles', () => {
  it.each([
    ['/assets/base-5oR3qckt.js', 'cors', 'asset'],
    ['/assets/base-C6LVnbXG.css', 'no-cors', 'asset'],
    ['/assets/figures-Bk3_x-1.woff2', 'cors', 'asset'],
    ['/app/live/2001', 'navigate', 'page'],
    ['/login?fromPage=/app/live', 'navigate', 'page'],
    ['/play.html?url=x', 'navigate', 'other'],
    ['/s/abcdefghij', 'navigate', 'other'],
    ['/app/live', 'cors', 'other'],
    ['/api/gw/ic/v2/vvm', 'cors', 'other'],
    ['/api/gw/ic/v2/vvm', 'navigate', 'other'],
    ['/timeServer', 'cors', 'other'],
    ['/socket.io/?EIO=4', 'websocket', 'other'],
    ['/media/2001.flv', 'cors', 'other'],
    ['/blobs/1', 'no-cors', 'other'],
    ['/art/av-1.svg', 'no-cors', 'other'],
    ['/build.json', 'cors', 'other'],
    ['/assets/a.js?member=1', 'cors', 'other'],
    ['/assets/../api/x.js', 'cors', 'other'],
  ] as const)('%s (%s) is %s', (path, mode, kind) => {
    expect(kindOfRequest(get(path, mode), ORIGIN)).toBe(kind)
  })

  it('do not include calls, media and other paths', () => {
    const path = fc.string().map((text) => encodeURI(text.replaceAll(/[\uD800-\uDFFF]/g, '')))
    const begin = fc.constantFrom('/api/', '/media/', '/socket.io/', '/healthz', '/blobs/', '/metrics')
    const mode = fc.constantFrom('navigate', 'cors', 'no-cors', 'same-origin')
    fc.assert(
      fc.property(begin, path, mode, (start, rest, requestMode) => {
        // URL parsing resolves dot segments, which may lead to another path.
        fc.pre(!/\.\.|%2e/i.test(rest))
        expect(kindOfRequest(get(start + rest.replace(/^\/+/, ''), requestMode), ORIGIN)).toBe('other')
      }),
    )
    expect(kindOfRequest({ ...get('/app/home', 'navigate'), method: 'POST' }, ORIGIN)).toBe('other')
    expect(kindOfRequest({ method: 'GET', url: 'https://else.example/assets/a.js', mode: 'cors' }, ORIGIN)).toBe(
      'other',
    )
  })
})

describe('shell of a site', () => {
  it.each([
    ['/app/live', '/'],
    ['/app/live?siteId=5015', '/?siteId=5015'],
    ['/app/live?siteId=5015%22x', '/'],
    ['/app/live?siteId=', '/'],
    ['/?q=1&siteId=5001#x', '/?siteId=5001'],
  ])('of %s is cached under %s', (path, address) => {
    expect(shellAddress(ORIGIN + path)).toBe(address)
  })

  const page = { status: 200, type: 'basic', isRedirected: false, contentType: 'text/html; charset=utf-8' }
  it('is a complete page of this build and of the requested site', () => {
    expect(isShell({ ...page, html: pageOf(5015) }, '/?siteId=5015', BUILD)).toBe(true)
    expect(isShell({ ...page, html: pageOf(5009) }, '/', BUILD)).toBe(true)
    expect(isShell({ ...page, html: pageOf(5009) }, '/?siteId=5015', BUILD)).toBe(false)
    expect(isShell({ ...page, html: pageOf(5009, 'fedcba9876543210') }, '/', BUILD)).toBe(false)
    expect(isShell({ ...page, html: '<html><body>登录此网络</body></html>' }, '/', BUILD)).toBe(false)
    for (const wrong of [{ status: 502 }, { type: 'opaqueredirect' }, { isRedirected: true }, { contentType: 'x/y' }]) {
      expect(isShell({ ...page, ...wrong, html: pageOf(5009) }, '/', BUILD)).toBe(false)
    }
  })

  it('gets the placeholder of the requested screen', () => {
    const html = pageOf(5009)
    expect(shellFor(html, '/app/live/2001')).toBe(html.replace('data-screen="page"', 'data-screen="room"'))
  })
})

describe('responses of the service worker', () => {
  const shell = { build: BUILD, files: [] }
  function world(
    caches: MemoryCaches,
    network: () => Promise<Response>,
    wait = async () => new Promise<void>(() => undefined),
  ) {
    const work: Promise<unknown>[] = []
    const cache = new ShellCache(caches as unknown as CacheStorage, shell)
    const context: RespondContext = { cache, fetch: network, waitUntil: (promise) => void work.push(promise), wait }
    return { context, settled: () => Promise.all(work) }
  }
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
  const requestOf = (path: string) => new Request(ORIGIN + path)

  it('fetches and caches a page, and returns the cached shell without network', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const online = world(caches, async () => networkResponse(pageOf(5009)))
    expect(await (await respondPage(requestOf('/app/live'), online.context)).text()).toBe(pageOf(5009))
    await online.settled()
    const offline = await respondPage(requestOf('/login'), world(caches, noNetwork).context)
    expect(offline.status).toBe(200)
    expect(await offline.text()).toBe(pageOf(5009).replace('data-screen="page"', 'data-screen="login"'))
  })

  it('returns the cached shell if the network is slow or fails', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const online = world(caches, async () => networkResponse(pageOf(5009)))
    await respondPage(requestOf('/'), online.context)
    await online.settled()
    const slow = world(
      caches,
      () => new Promise<Response>(() => undefined),
      async () => undefined,
    )
    expect((await respondPage(requestOf('/app/home'), slow.context)).status).toBe(200)
    const broken = world(caches, async () => networkResponse('<h1>Bad gateway</h1>', 'text/html', 502))
    expect(await (await respondPage(requestOf('/app/home'), broken.context)).text()).toContain('data-site="5009"')
  })

  it('uses the network if the cache cannot be read', async () => {
    const damaged = new MemoryCaches(ORIGIN)
    const fail = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'))
    damaged.open = fail
    damaged.match = fail
    // Writing to the cache fails as well.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined)
    const page = world(damaged, async () => networkResponse(pageOf(5009)))
    expect(await (await respondPage(requestOf('/app/live'), { ...page.context, waitUntil })).text()).toBe(pageOf(5009))
    const code = world(damaged, async () => networkResponse('export {}', 'application/javascript'))
    expect(await (await respondAsset(requestOf('/assets/a-1.js'), { ...code.context, waitUntil })).text()).toBe(
      'export {}',
    )
    expect((await respondPage(requestOf('/app/live'), world(damaged, noNetwork).context)).status).toBe(503)
  })

  it('does not return the shell of another site', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const online = world(caches, async () => networkResponse(pageOf(5009)))
    await respondPage(requestOf('/'), online.context)
    await online.settled()
    const other = await respondPage(requestOf('/app/home?siteId=5015'), world(caches, noNetwork).context)
    expect(other.status).toBe(503)
    expect(await other.text()).toContain('现在没有网络')
  })

  it('fetches code once and does not cache other types under its address', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const first = world(caches, async () => networkResponse('export {}', 'application/javascript'))
    await respondAsset(requestOf('/assets/a-1.js'), first.context)
    await first.settled()
    expect(await (await respondAsset(requestOf('/assets/a-1.js'), world(caches, noNetwork).context)).text()).toBe(
      'export {}',
    )
    const portal = world(caches, async () => networkResponse('<html>', 'text/html'))
    await respondAsset(requestOf('/assets/b-1.js'), portal.context)
    await portal.settled()
    await expect(respondAsset(requestOf('/assets/b-1.js'), world(caches, noNetwork).context)).rejects.toThrow()
  })

  it('returns a font of the shell without network and caches no other font', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const cache = await caches.open(`grandstand-shell-${BUILD}`)
    await cache.put(requestOf('/assets/figures-1.woff2'), networkResponse('figures', 'font/woff2'))
    expect(
      await (await respondAsset(requestOf('/assets/figures-1.woff2'), world(caches, noNetwork).context)).text(),
    ).toBe('figures')
    const other = world(caches, async () => networkResponse('other', 'font/woff2'))
    await respondAsset(requestOf('/assets/other-1.woff2'), other.context)
    await other.settled()
    await expect(respondAsset(requestOf('/assets/other-1.woff2'), world(caches, noNetwork).context)).rejects.toThrow()
  })

  it('deletes caches of other builds, except the newest one while its pages may be open', async () => {
    const caches = new MemoryCaches(ORIGIN)
    for (const name of ['grandstand-shell-1', 'another-cache', 'grandstand-shell-2']) await caches.open(name)
    const { context } = world(caches, noNetwork)
    await caches.open(`grandstand-shell-${BUILD}`)
    await context.cache.deleteOthers(true)
    expect(await caches.keys()).toEqual(['another-cache', 'grandstand-shell-2', `grandstand-shell-${BUILD}`])
    await context.cache.deleteOthers(false)
    expect(await caches.keys()).toEqual(['another-cache', `grandstand-shell-${BUILD}`])
  })

  it('deletes the cache of a waiting build that a newer one replaces, and not the one in use', async () => {
    const caches = new MemoryCaches(ORIGIN)
    for (const name of ['grandstand-shell-1', 'grandstand-shell-2']) await caches.open(name)
    const { context } = world(caches, noNetwork)
    await caches.open(`grandstand-shell-${BUILD}`)
    await context.cache.deleteReplaced()
    expect(await caches.keys()).toEqual(['grandstand-shell-1', `grandstand-shell-${BUILD}`])
    // The waiting build has no cache any more. The remaining one is in use.
    await context.cache.deleteReplaced()
    await context.cache.deleteOthers(true)
    expect(await caches.keys()).toEqual(['grandstand-shell-1', `grandstand-shell-${BUILD}`])
  })

  it('activates a new build if the user asks for it or a page of it is open', () => {
    const messages = [TAKE_OVER, BUILD, 'fedcba9876543210', '', null, { build: BUILD }]
    expect(messages.map((message) => isTakeOver(message, BUILD))).toEqual([true, true, false, false, false, false])
  })
})

describe('the uninstaller (SERVICE_WORKER=0)', () => {
  it('deletes the caches of the shell and unregisters on activation, and again on a request', async () => {
    const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>()
    const unregister = vi.fn(async () => true)
    const caches = new MemoryCaches(ORIGIN)
    vi.stubGlobal('caches', caches)
    vi.stubGlobal('self', {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      registration: { unregister },
    })
    await import('#workers/offline/uninstall.ts')
    const cachesAfter = async (type: string) => {
      const work: Promise<unknown>[] = []
      await Promise.all([`${SHELL_CACHE_PREFIX}${BUILD}`, 'of-another-program'].map((name) => caches.open(name)))
      listeners.get(type)?.({ waitUntil: (done) => work.push(done) })
      await Promise.all(work)
      return caches.keys()
    }
    expect(await cachesAfter('activate')).toEqual(['of-another-program'])
    expect(await cachesAfter('fetch')).toEqual(['of-another-program'])
    expect(unregister).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })
})
