import { SHELL_CACHE_PREFIX, TAKE_OVER } from '#protocol/shell.ts'

/** Null where service workers are not available: on plain http, in some private windows, in development. */
export function container(): ServiceWorkerContainer | null {
  return !import.meta.env.DEV && 'serviceWorker' in navigator ? navigator.serviceWorker : null
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return container()
    ?.getRegistration('/')
    .catch(() => undefined)
}

/** Fetches the service worker of the served build, which caches the new shell. */
export async function prepareUpdate(): Promise<void> {
  await (await registration())?.update().catch(() => undefined)
}

/** Activates the waiting service worker, if any. Has no time limit of its own. */
export async function takeUpdate(): Promise<void> {
  const waiting = (await registration())?.waiting
  if (!waiting) return
  await new Promise<void>((resolve) => {
    container()?.addEventListener('controllerchange', () => resolve(), { once: true })
    waiting.postMessage(TAKE_OVER)
  })
}

/** Unregisters the service workers. Their caches remain for the next registration. */
export async function letGo(): Promise<void> {
  await (await registration())?.unregister().catch(() => false)
}

/** S8: the server has rejected this page for good, so the cached shell is deleted. */
export async function dropShell(): Promise<void> {
  if (container() === null) return
  await letGo()
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX)).map((name) => caches.delete(name)))
}
