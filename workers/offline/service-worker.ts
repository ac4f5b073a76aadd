import { isTakeOver, kindOfRequest, respondAsset, type RespondContext, respondPage } from './responses.ts'
import { type BuiltShell, ShellCache } from './shell-cache.ts'
import { shellAddress } from './shell-page.ts'

/** Replaced by the build. */
declare const BUILT_SHELL: BuiltShell

/*
 * Caches the shell of the pages for use without network: page, code and styles, no personal data. A new build waits until
 * the user asks for it, one of its pages is loaded, or all pages are closed. SERVICE_WORKER=0 removes it from all browsers.
 */

// TypeScript's library types `self` as any worker. This file runs as a service worker only.
const scope = self as unknown as ServiceWorkerGlobalScope
const cache = new ShellCache(caches, BUILT_SHELL)

scope.addEventListener('install', (event) => {
  event.waitUntil(install())
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

scope.addEventListener('message', (event) => {
  if (isTakeOver(event.data, BUILT_SHELL.build)) event.waitUntil(scope.skipWaiting())
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const kind = kindOfRequest(request, scope.location.origin)
  if (kind === 'other') return
  const context: RespondContext = {
    cache,
    fetch: async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(request),
    waitUntil: (work) => event.waitUntil(work.catch(() => undefined)),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }
  event.respondWith(kind === 'asset' ? respondAsset(request, context) : respondPage(request, context))
})

async function install(): Promise<void> {
  await cache.fill()
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const addresses = new Set(['/', ...windows.map(({ url }) => shellAddress(url))])
  await Promise.all([...addresses].map(cacheShell))
  if (scope.registration.waiting !== null) await cache.deleteReplaced()
}

/** Fetches a page without cookies, so that it contains no personal data. */
async function cacheShell(address: string): Promise<void> {
  await cache.addPage(address, await fetch(address, { credentials: 'omit', cache: 'no-cache' }))
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable()
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await cache.deleteOthers(windows.length > 1)
  await scope.clients.claim()
}
