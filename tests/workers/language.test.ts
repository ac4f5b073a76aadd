import { describe, expect, it } from 'vitest'
import { LogicalHeaders } from '#protocol/headers.ts'
import type { StorageAdapter, StoredKey } from '#protocol/worker/storage.ts'
import { createPureJs } from '#workers/crypto/pure-js.ts'
import { clientIdentity } from '#workers/transport.ts'

const OPTIONS = {
  origin: 'https://live.example',
  siteId: 5009,
  clientType: 1,
  appVersion: '1.0.0',
  serverIdentity: 'A'.repeat(43),
  platform: 'Chrome on Linux',
} as const

/** A storage with this language only. */
function storing(language: string | null): StorageAdapter {
  return {
    get: async (key: StoredKey) => (key === 'language' ? language : null),
    set: async () => true,
    remove: async () => undefined,
  }
}

describe('S1.6 Annex F accept-language header', () => {
  it.each([
    [null, 'zh-CN'],
    ['zh-CN', 'zh-CN'],
    ['en-US', 'en-US'],
    ['', 'zh-CN'],
    ['en', 'zh-CN'],
    ['__proto__', 'zh-CN'],
    ['zh-CN\r\nx-token: 1', 'zh-CN'],
    ['x'.repeat(100_000), 'zh-CN'],
  ])('a stored %j is %s', async (stored, language) => {
    const identity = await clientIdentity(OPTIONS, createPureJs(crypto), storing(stored))
    expect(identity.language).toBe(language)
    expect(LogicalHeaders.shape['accept-language'].safeParse(identity.language).success).toBe(true)
  })
})
