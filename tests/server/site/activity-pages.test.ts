import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { serveActivityPages } from '#server/site/pages/pages.ts'

async function site() {
  const app = Fastify()
  await app.register(async (pages) => {
    pages.get('/app/*', async () => 'page')
    pages.get('/art/mark.svg', async () => 'file')
    serveActivityPages(pages, async () => 'activity')
  })
  app.post('/api/carnivalactivity/check', async () => 'call')
  return async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const { statusCode, body } = await app.inject({ method, url })
    return statusCode === 200 ? body : statusCode
  }
}

describe('S2.8 paths with carnivalactivity', () => {
  it('S2.8 are served as a page, with the segment anywhere', async () => {
    const open = await site()
    for (const url of [
      '/carnivalactivity',
      '/m/carnivalactivity2026/derby-week?from=mail',
      '/x/y/oldcarnivalactivity/z',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- few, and the order tells which one failed
      expect(await open(url), url).toBe('activity')
    }
  })

  it('S2.8 do not affect pages, files, calls, unknown paths, or queries with the word', async () => {
    const open = await site()
    expect(await open('/app/news')).toBe('page')
    expect(await open('/art/mark.svg')).toBe('file')
    expect(await open('/api/carnivalactivity/check', 'POST')).toBe('call')
    expect(await open('/nowhere')).toBe(404)
    expect(await open('/nowhere?to=carnivalactivity')).toBe(404)
  })
})
