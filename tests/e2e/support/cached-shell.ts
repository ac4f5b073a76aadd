import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

export interface CachedResponse {
  readonly cache: string
  readonly url: string
  readonly text: string
}

/** Contents of all caches of the origin. */
export function cachedResponses(page: Page): Promise<CachedResponse[]> {
  return page.evaluate(async () => {
    const all: { cache: string; url: string; text: string }[] = []
    for (const cache of await caches.keys()) {
      const store = await caches.open(cache)
      for (const request of await store.keys()) {
        const response = await store.match(request)
        all.push({ cache, url: request.url, text: (await response?.text()) ?? '' })
      }
    }
    return all
  })
}

/** Waits until a service worker controls the page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true)
}
