import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { consolePath } from '#protocol/console/action.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { createTestInstallation } from '../app/app-support.ts'

const ORIGIN = 'https://live.example.com'

describe.runIf(STORE_KINDS.includes('postgres'))('the first start in production', () => {
  it('prints a set-up link until there is an operator, and then uses the stored site id', async () => {
    const installation = createTestInstallation()
    const database = await createTestDatabase()
    const environment = {
      MODE: 'production',
      CROWD: '0',
      DATABASE_URL: database.url.href,
      SECRET: 'a secret of this test, which is long enough',
      ALLOWED_ORIGINS: ORIGIN,
    }
    const tokens = new Set<string>()
    const start = async () => {
      const server = await installation.start(environment)
      const link = server.notes.at(-1)
      if (link === undefined) return { server, token: null }
      expect(link).toMatch(/^https:\/\/live\.example\.com\/console\/setup#[A-Za-z0-9_-]{43}$/)
      const token = link.split('#')[1] ?? ''
      tokens.add(token)
      return { server, token }
    }
    const first = await start()
    await first.server.close()
    const { server, token } = await start()
    expect(tokens.size).toBe(2)
    const site = { siteName: '绿茵直播', siteId: 5015, timeZone: 'UTC' }
    const response = await fetch(server.url + consolePath('setup.complete'), {
      method: 'POST',
      headers: { origin: ORIGIN, 'x-console': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ token, name: 'root', password: 'correct horse battery', site }),
    })
    expect(await response.json()).toMatchObject({ code: CODES.SUCCESS, data: { state: 'enrol' } })
    expect(await (await fetch(`${server.url}/console/setup`)).text()).toContain('<div id="console">')
    await server.close()

    const third = await start()
    expect(third.token).toBeNull()
    const html = await (await fetch(`${third.server.url}/login`)).text()
    expect(html).toContain('data-site="5015"')
    await third.server.close()
    installation.remove()
    await database.drop()
  }, 120_000)
})
