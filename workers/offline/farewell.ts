import { SHELL_CACHE_PREFIX } from '#protocol/shell.ts'

/**
 * Stands at the address of the service worker while SERVICE_WORKER=0: browsers that have one fetch it at their next
 * visit, give back all that was kept, and have none from then on.
 */
// The library types `self` as any worker; this file runs as a service worker alone.
const scope = self as unknown as ServiceWorkerGlobalScope

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting())
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(leave())
})

async function leave(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX)).map((name) => caches.delete(name)))
  await scope.registration.unregister()
}
