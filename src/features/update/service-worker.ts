import { SHELL_CACHE_PREFIX, TAKE_OVER } from '#protocol/shell.ts'

/** Null where browsers have none: on plain http, in private windows of some, in development. */
export function container(): ServiceWorkerContainer | null {
  return !import.meta.env.DEV && 'serviceWorker' in navigator ? navigator.serviceWorker : null
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return container()
    ?.getRegistration('/')
    .catch(() => undefined)
}

/** Fetches the service worker of the served build, so that its shell is there before the viewer asks for it. */
export async function prepareUpdate(): Promise<void> {
  await (await registration())?.update().catch(() => undefined)
}

/** Hands the page over to the service worker that waits, if there is one. Whoever calls it says how long to wait. */
export async function takeUpdate(): Promise<void> {
  const waiting = (await registration())?.waiting
  if (!waiting) return
  await new Promise<void>((resolve) => {
    container()?.addEventListener('controllerchange', () => resolve(), { once: true })
    waiting.postMessage(TAKE_OVER)
  })
}

/** Has no service worker for the next page that is loaded; what is kept of the shell stays for the one that it registers. */
export async function letGo(): Promise<void> {
  await (await registration())?.unregister().catch(() => false)
}

/** Settled 16: the server does not talk to this page any more, so nothing of its shell may come again. */
export async function dropShell(): Promise<void> {
  if (container() === null) return
  await letGo()
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX)).map((name) => caches.delete(name)))
}
