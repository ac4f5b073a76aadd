import { afterEach, describe, expect, it } from 'vitest'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { createTestInstallation } from '../app/app-support.ts'
import { createTestRouter, type TestRouter } from '../http/router-support.ts'

const PAGE = 'https://pages.example.com'
const PATHS = [...new Set(Object.values(ENDPOINTS).map(({ path }) => path))]

let router: TestRouter

async function preflight(url: string, origin: string, allowedOrigins: readonly string[] = [PAGE]) {
  router = await createTestRouter({ allowedOrigins })
  const headers = {
    origin,
    host: 'line-2.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': `content-type,${ENVELOPE_HEADER}`,
  }
  return router.app.inject({ method: 'OPTIONS', url, headers })
}

describe('S8.17 requests from pages of other origins', () => {
  afterEach(() => router.app.close())

  it('every endpoint answers the preflight of an allowed page', async () => {
    router = await createTestRouter({ allowedOrigins: [PAGE] })
    const responses = await Promise.all(
      PATHS.map((url) =>
        router.app.inject({
          method: 'OPTIONS',
          url,
          headers: { origin: PAGE, 'access-control-request-method': 'POST' },
        }),
      ),
    )
    for (const { statusCode, headers } of responses) {
      expect(statusCode).toBe(204)
      expect(headers).toMatchObject({
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': `content-type, ${ENVELOPE_HEADER}`,
        vary: 'origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  it.each(['https://evil.example', 'null', 'https://pages.example.com.evil', 'http://pages.example.com'])(
    '%s is not allowed anywhere',
    async (origin) => {
      const { statusCode, headers } = await preflight(ENDPOINTS['site.perInfo'].path, origin)
      expect(statusCode).toBe(403)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('access-control-allow-methods')
    },
  )

  it('without ALLOWED_ORIGINS there are no CORS headers', async () => {
    const { headers } = await preflight(ENDPOINTS['site.perInfo'].path, 'https://line-2.example.com', [])
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('responses and refusals are readable with trace id and risk token; a GET of another origin is not', async () => {
    router = await createTestRouter({ allowedOrigins: [PAGE] })
    const get = (origin: string) => router.app.inject({ url: '/timeServer', headers: { origin } })
    const response = await get(PAGE)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': 'x-risk-token, x-trace-id',
    })
    expect((await get('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
    const refused = await router.app.inject({
      method: 'POST',
      url: ENDPOINTS['site.perInfo'].path,
      headers: { origin: PAGE, 'content-type': 'application/json' },
      payload: '{}',
    })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([400, PAGE])
    const tooLarge = await router.app.inject({
      method: 'POST',
      url: ENDPOINTS['site.perInfo'].path,
      headers: { origin: PAGE, 'content-type': 'application/json' },
      payload: 'x'.repeat(70_000),
    })
    expect([tooLarge.statusCode, tooLarge.headers['access-control-allow-origin']]).toEqual([413, PAGE])
  })
})

it('video is readable for allowed pages only', async () => {
  const installation = createTestInstallation()
  const server = await installation.start({ ALLOWED_ORIGINS: PAGE, VIDEO_DOMAINS: 'https://video.example.com' })
  try {
    const fetchAs = (origin: string) => fetch(`${server.url}/media/a2001/index.m3u8`, { headers: { origin } })
    expect((await fetchAs(PAGE)).headers.get('access-control-allow-origin')).toBe(PAGE)
    expect((await fetchAs('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const stop = new AbortController()
    const stream = await fetch(`${server.url}/media/a2001.flv`, { headers: { origin: PAGE }, signal: stop.signal })
    expect(stream.headers.get('access-control-allow-origin')).toBe(PAGE)
    stop.abort()
    const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy')
    expect(policy).toContain("media-src 'self' blob: https://video.example.com")
  } finally {
    await server.close()
    installation.remove()
  }
})
