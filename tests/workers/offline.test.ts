import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPage } from '#server/site/pages/html.ts'
import { answerAsset, answerPage, type Answering, treatmentOf } from '#workers/offline/answers.ts'
import { isShell, shellAddress, shellFor } from '#workers/offline/shell-page.ts'
import { ShellStore } from '#workers/offline/shell-store.ts'
import { isTakeOver } from '#workers/offline/take-over.ts'
import { TAKE_OVER } from '#protocol/shell.ts'
import { readProjectFile } from '../support/project.ts'
import { MemoryCaches } from './memory-caches.ts'

const ORIGIN = 'https://live.example.com'
const BUILD = '0123456789abcdef'
const get = (path: string, mode = 'cors') => ({ method: 'GET', url: `${ORIGIN}${path}`, mode })

function pageOf(siteId: number, build = BUILD): string {
  const facts = { siteId, isDemo: true, identity: 'A'.repeat(43), version: '0.1.0', build, hasServiceWorker: true }
  return fillPage(readProjectFile('index.html'), facts)
}

/** An answer as the network gives it: of this origin, not redirected. */
function answer(body: string, type = 'text/html; charset=utf-8', status = 200): Response {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  const isNetwork = {
    get: (target: Response, name: string | symbol): unknown => {
      if (name === 'type') return 'basic'
      if (name === 'clone') return () => answer(body, type, status)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }
  return new Proxy(response, isNetwork)
}

describe('issue 5.7: what the keeper of the shell touches', () => {
  it.each([
    ['/assets/base-5oR3qckt.js', 'cors', 'asset'],
    ['/assets/base-C6LVnbXG.css', 'no-cors', 'asset'],
    ['/assets/figures-Bk3_x-1.woff2', 'cors', 'asset'],
    ['/app/live/2001', 'navigate', 'page'],
    ['/login?fromPage=/app/live', 'navigate', 'page'],
    ['/play.html?url=x', 'navigate', 'none'],
    ['/s/abcdefghij', 'navigate', 'none'],
    ['/app/live', 'cors', 'none'],
    ['/api/gw/ic/v2/vvm', 'cors', 'none'],
    ['/api/gw/ic/v2/vvm', 'navigate', 'none'],
    ['/timeServer', 'cors', 'none'],
    ['/socket.io/?EIO=4', 'websocket', 'none'],
    ['/media/2001.flv', 'cors', 'none'],
    ['/blobs/1', 'no-cors', 'none'],
    ['/art/av-1.svg', 'no-cors', 'none'],
    ['/build.json', 'cors', 'none'],
    ['/assets/a.js?member=1', 'cors', 'none'],
    ['/assets/../api/x.js', 'cors', 'none'],
  ] as const)('%s (%s) is %s', (path, mode, treatment) => {
    expect(treatmentOf(get(path, mode), ORIGIN)).toBe(treatment)
  })

  it('never an address of calls, media or others, whatever is asked', () => {
    const path = fc.string().map((text) => encodeURI(text.replaceAll(/[\uD800-\uDFFF]/g, '')))
    const begin = fc.constantFrom('/api/', '/media/', '/socket.io/', '/healthz', '/blobs/', '/metrics')
    const mode = fc.constantFrom('navigate', 'cors', 'no-cors', 'same-origin')
    fc.assert(
      fc.property(begin, path, mode, (start, rest, asked) => {
        // Dots in a path can lead elsewhere before anybody is asked.
        fc.pre(!/\.\.|%2e/i.test(rest))
        expect(treatmentOf(get(start + rest.replace(/^\/+/, ''), asked), ORIGIN)).toBe('none')
      }),
    )
    expect(treatmentOf({ ...get('/app/home', 'navigate'), method: 'POST' }, ORIGIN)).toBe('none')
    expect(treatmentOf({ method: 'GET', url: 'https://else.example/assets/a.js', mode: 'cors' }, ORIGIN)).toBe('none')
  })
})

describe('issue 5.7: which page is kept for which site', () => {
  it.each([
    ['/app/live', '/'],
    ['/app/live?siteId=5015', '/?siteId=5015'],
    ['/app/live?siteId=5015%22x', '/'],
    ['/app/live?siteId=', '/'],
    ['/?q=1&siteId=5001#x', '/?siteId=5001'],
  ])('%s has the shell of %s', (path, address) => {
    expect(shellAddress(ORIGIN + path)).toBe(address)
  })

  const page = { status: 200, type: 'basic', isRedirected: false, contentType: 'text/html; charset=utf-8' }
  it('keeps a whole page of this build and of the very site', () => {
    expect(isShell({ ...page, html: pageOf(5015) }, '/?siteId=5015', BUILD)).toBe(true)
    expect(isShell({ ...page, html: pageOf(5009) }, '/', BUILD)).toBe(true)
    expect(isShell({ ...page, html: pageOf(5009) }, '/?siteId=5015', BUILD)).toBe(false)
    expect(isShell({ ...page, html: pageOf(5009, 'fedcba9876543210') }, '/', BUILD)).toBe(false)
    expect(isShell({ ...page, html: '<html><body>登录此网络</body></html>' }, '/', BUILD)).toBe(false)
    for (const wrong of [{ status: 502 }, { type: 'opaqueredirect' }, { isRedirected: true }, { contentType: 'x/y' }]) {
      expect(isShell({ ...page, ...wrong, html: pageOf(5009) }, '/', BUILD)).toBe(false)
    }
  })

  it('draws the grey likeness of the screen that is asked for', () => {
    const kept = pageOf(5009)
    expect(shellFor(kept, '/app/live/2001')).toBe(kept.replace('data-screen="page"', 'data-screen="room"'))
  })
})

describe('issue 5.7: answers with and without a network', () => {
  const shell = { build: BUILD, files: [] }
  function standing(
    caches: MemoryCaches,
    network: () => Promise<Response>,
    wait = async () => new Promise<void>(() => undefined),
  ) {
    const after: Promise<unknown>[] = []
    const store = new ShellStore(caches as unknown as CacheStorage, shell)
    const parts: Answering = { store, fetch: network, afterwards: (work) => void after.push(work), wait }
    return { parts, settled: () => Promise.all(after) }
  }
  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  const ask = (path: string) => new Request(ORIGIN + path)

  it('a page comes from the network and is kept; without the network what was kept comes', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const online = standing(caches, async () => answer(pageOf(5009)))
    expect(await (await answerPage(ask('/app/live'), online.parts)).text()).toBe(pageOf(5009))
    await online.settled()
    const offline = await answerPage(ask('/login'), standing(caches, away).parts)
    expect(offline.status).toBe(200)
    expect(await offline.text()).toBe(pageOf(5009).replace('data-screen="page"', 'data-screen="form"'))
  })

  it('a slow or broken network is not waited for when the page is kept', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const online = standing(caches, async () => answer(pageOf(5009)))
    await answerPage(ask('/'), online.parts)
    await online.settled()
    const slow = standing(
      caches,
      () => new Promise<Response>(() => undefined),
      async () => undefined,
    )
    expect((await answerPage(ask('/app/home'), slow.parts)).status).toBe(200)
    const broken = standing(caches, async () => answer('<h1>Bad gateway</h1>', 'text/html', 502))
    expect(await (await answerPage(ask('/app/home'), broken.parts)).text()).toContain('data-site="5009"')
  })

  it('a store that cannot be read keeps nothing: the network answers', async () => {
    const damaged = new MemoryCaches(ORIGIN)
    const fail = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'))
    damaged.open = fail
    damaged.match = fail
    // The browser looks on while it cannot be kept either.
    const afterwards = (work: Promise<unknown>) => void work.catch(() => undefined)
    const page = standing(damaged, async () => answer(pageOf(5009)))
    expect(await (await answerPage(ask('/app/live'), { ...page.parts, afterwards })).text()).toBe(pageOf(5009))
    const code = standing(damaged, async () => answer('export {}', 'application/javascript'))
    expect(await (await answerAsset(ask('/assets/a-1.js'), { ...code.parts, afterwards })).text()).toBe('export {}')
    expect((await answerPage(ask('/app/live'), standing(damaged, away).parts)).status).toBe(503)
  })

  it('another site is never shown in place of the asked one', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const online = standing(caches, async () => answer(pageOf(5009)))
    await answerPage(ask('/'), online.parts)
    await online.settled()
    const other = await answerPage(ask('/app/home?siteId=5015'), standing(caches, away).parts)
    expect(other.status).toBe(503)
    expect(await other.text()).toContain('现在没有网络')
  })

  it('code is fetched once, and an answer that is no code is not kept', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const first = standing(caches, async () => answer('export {}', 'application/javascript'))
    await answerAsset(ask('/assets/a-1.js'), first.parts)
    await first.settled()
    expect(await (await answerAsset(ask('/assets/a-1.js'), standing(caches, away).parts)).text()).toBe('export {}')
    const portal = standing(caches, async () => answer('<html>', 'text/html'))
    await answerAsset(ask('/assets/b-1.js'), portal.parts)
    await portal.settled()
    await expect(answerAsset(ask('/assets/b-1.js'), standing(caches, away).parts)).rejects.toThrow()
  })

  it('a font that the shell brings is given without a network, and no other one is kept', async () => {
    const caches = new MemoryCaches(ORIGIN)
    const kept = await caches.open(`grandstand-shell-${BUILD}`)
    await kept.put(ask('/assets/figures-1.woff2'), answer('figures', 'font/woff2'))
    expect(await (await answerAsset(ask('/assets/figures-1.woff2'), standing(caches, away).parts)).text()).toBe(
      'figures',
    )
    const other = standing(caches, async () => answer('other', 'font/woff2'))
    await answerAsset(ask('/assets/other-1.woff2'), other.parts)
    await other.settled()
    await expect(answerAsset(ask('/assets/other-1.woff2'), standing(caches, away).parts)).rejects.toThrow()
  })

  it('other builds go, but for the last one while pages of it may be open; foreign caches stay', async () => {
    const caches = new MemoryCaches(ORIGIN)
    for (const name of ['grandstand-shell-1', 'of-somebody-else', 'grandstand-shell-2']) await caches.open(name)
    const { parts } = standing(caches, away)
    await caches.open(`grandstand-shell-${BUILD}`)
    await parts.store.dropOthers(true)
    expect(await caches.keys()).toEqual(['of-somebody-else', 'grandstand-shell-2', `grandstand-shell-${BUILD}`])
    await parts.store.dropOthers(false)
    expect(await caches.keys()).toEqual(['of-somebody-else', `grandstand-shell-${BUILD}`])
  })

  it('the build that waits goes when a newer one takes its place, and the one in use is what is spared later', async () => {
    const caches = new MemoryCaches(ORIGIN)
    for (const name of ['grandstand-shell-1', 'grandstand-shell-2']) await caches.open(name)
    const { parts } = standing(caches, away)
    await caches.open(`grandstand-shell-${BUILD}`)
    await parts.store.dropOvertaken()
    expect(await caches.keys()).toEqual(['grandstand-shell-1', `grandstand-shell-${BUILD}`])
    // What waited has no files here any more: what is left is in use.
    await parts.store.dropOvertaken()
    await parts.store.dropOthers(true)
    expect(await caches.keys()).toEqual(['grandstand-shell-1', `grandstand-shell-${BUILD}`])
  })

  it('a new build takes over when the viewer asks for it, or for a page that is of it already', () => {
    const words = [TAKE_OVER, BUILD, 'fedcba9876543210', '', null, { build: BUILD }]
    expect(words.map((word) => isTakeOver(word, BUILD))).toEqual([true, true, false, false, false, false])
  })
})
