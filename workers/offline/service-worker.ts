import type { Answering } from './answers.ts'
import { answerAsset, answerPage, treatmentOf } from './answers.ts'
import { shellAddress } from './shell-page.ts'
import type { BuiltShell } from './shell-store.ts'
import { ShellStore } from './shell-store.ts'
import { isTakeOver } from './take-over.ts'

/** Replaced by the build. */
declare const BUILT_SHELL: BuiltShell

/**
 * Keeps the shell of the pages for times without a network: page, code and styles, nothing that belongs to anybody. A new
 * build waits until the viewer asks for it, a page of it is loaded, or all pages are closed. To take it back from every browser: SERVICE_WORKER=0.
 */
// The library types `self` as any worker; this file runs as a service worker alone.
const scope = self as unknown as ServiceWorkerGlobalScope
const store = new ShellStore(caches, BUILT_SHELL)

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
  const treatment = treatmentOf(request, scope.location.origin)
  if (treatment === 'none') return
  const answering: Answering = {
    store,
    fetch: async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(request),
    afterwards: (work) => event.waitUntil(work.catch(() => undefined)),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }
  event.respondWith(treatment === 'asset' ? answerAsset(request, answering) : answerPage(request, answering))
})

async function install(): Promise<void> {
  await store.fill()
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const addresses = new Set(['/', ...windows.map(({ url }) => shellAddress(url))])
  await Promise.all([...addresses].map(keepShell))
  if (scope.registration.waiting !== null) await store.dropOvertaken()
}

/** Without cookies, so that nobody's page is asked for. */
async function keepShell(address: string): Promise<void> {
  await store.keepPage(address, await fetch(address, { credentials: 'omit', cache: 'no-cache' }))
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable()
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await store.dropOthers(windows.length > 1)
  await scope.clients.claim()
}
