import { SHELL_CACHE_PREFIX } from '#protocol/shell.ts'

/*
 * Served instead of the service worker while SERVICE_WORKER=0. Browsers with a service worker fetch it at their next visit.
 * It deletes all caches and unregisters itself. A page from the cache may register it again, which does not activate it
 * again, so it does the same at the next request.
 */

// TypeScript's library types `self` as any worker. This file runs as a service worker only.
const scope = self as unknown as ServiceWorkerGlobalScope

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting())
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(uninstall())
})

scope.addEventListener('fetch', (event) => {
  event.waitUntil(uninstall())
})

async function uninstall(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX)).map((name) => caches.delete(name)))
  await scope.registration.unregister()
}
