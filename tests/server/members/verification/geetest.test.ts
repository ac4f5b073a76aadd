import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pagePolicy } from '#server/site/pages/page-policy.ts'
import { Geetest, GEETEST_LIFETIME_MS } from '#server/members/verification/geetest.ts'
import { GEETEST_ORIGINS, GeetestVendor } from '#server/members/verification/geetest-vendor.ts'
import { testClock } from '../../../support/store.ts'

const KEYS = { id: 'a'.repeat(32), key: 'b'.repeat(32) }
const DEVICE = 'device-1'
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
/** The vendor's challenge; the browser gets its hash with the key. */
const RAW = '0123456789abcdef0123456789abcdef'

/** The two endpoints of the vendor. */
function vendorServer(): Server & {
  seen: string[]
  respond: (request: IncomingMessage, response: ServerResponse) => void
} {
  const seen: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`)
      made.respond(request, response)
    })
  })
  const made = Object.assign(server, {
    seen,
    respond: (request: IncomingMessage, response: ServerResponse): void => {
      const isRegister = request.url?.startsWith('/register.php') === true
      const seccode = new URLSearchParams(seen.at(-1)?.split(' ')[2] ?? '').get('seccode') ?? ''
      response.end(JSON.stringify(isRegister ? { challenge: RAW } : { seccode: md5(seccode) }))
    },
  })
  return made
}

describe('geetest', () => {
  let clock: ReturnType<typeof testClock>
  let vendor: ReturnType<typeof vendorServer>
  let online: Geetest
  let offline: Geetest
  beforeEach(async () => {
    clock = testClock()
    vendor = vendorServer()
    vendor.listen(0, '127.0.0.1')
    await once(vendor, 'listening')
    const address = vendor.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    online = new Geetest({ vendor: new GeetestVendor({ keys: KEYS, fetch, origin }), now: clock.now })
    offline = new Geetest({ vendor: null, now: clock.now })
  })
  afterEach(() => {
    vendor.closeAllConnections()
    vendor.close()
  })

  const fieldsOf = (challenge: string, validate = md5(`${KEYS.key}geetest${challenge}`)) => ({
    geetest_challenge: challenge,
    geetest_validate: validate,
    geetest_seccode: `${validate}|jordan`,
  })
  const PASSED = { isPassed: true, needsCaptcha: false }
  const REFUSED = { isPassed: false, needsCaptcha: false, until: 0 }
  const OFFLINE = { isPassed: false, needsCaptcha: true }

  it('S7.52 registers at the vendor and returns the hashed challenge', async () => {
    const given = await online.register(DEVICE, 2)
    expect(given).toEqual({ success: 1, gt: KEYS.id, challenge: md5(RAW + KEYS.key), new_captcha: true })
    expect(vendor.seen[0]).toContain(`GET /register.php?gt=${KEYS.id}&json_format=1&`)
    expect(vendor.seen[0]).toContain('client_type=h5')
    expect(vendor.seen.join()).not.toContain(KEYS.key)
  })

  it('S7.52 validates a result at the vendor, once, for one sign-in', async () => {
    const { challenge } = await online.register(DEVICE, 1)
    const fields = fieldsOf(`${challenge}k7`)
    expect(await online.stateOf(fields, DEVICE)).toBe('refused')
    expect(await online.validate(fields, DEVICE)).toMatchObject({ ...PASSED, until: clock.now() + GEETEST_LIFETIME_MS })
    expect(await online.validate(fields, DEVICE)).toEqual(REFUSED)
    expect(vendor.seen).toHaveLength(2)
    expect(await online.stateOf(fields, DEVICE)).toBe('passed')
    expect(await online.stateOf({ ...fields, geetest_seccode: 'x' }, DEVICE)).toBe('refused')
    expect(await online.stateOf(fields, 'device-2')).toBe('refused')
    expect(await online.spend(fields)).toBe(true)
    expect(await online.spend(fields)).toBe(false)
    expect(await online.stateOf(fields, DEVICE)).toBe('refused')
  })

  it('refuses results that the vendor did not sign or confirm, and unknown challenges', async () => {
    const unsigned = await online.register(DEVICE, 1)
    expect(await online.validate(fieldsOf(unsigned.challenge, md5(unsigned.challenge)), DEVICE)).toEqual(REFUSED)
    expect(vendor.seen.filter((line) => line.includes('validate.php'))).toEqual([])
    vendor.respond = (request, response) => {
      response.end(JSON.stringify(request.url?.includes('register') ? { challenge: RAW } : { seccode: 'false' }))
    }
    const { challenge } = await online.register(DEVICE, 1)
    expect(await online.validate(fieldsOf(challenge), 'device-2')).toEqual(REFUSED)
    expect(await online.validate(fieldsOf(challenge), DEVICE)).toEqual(REFUSED)
    expect(await online.validate(fieldsOf('c'.repeat(32)), DEVICE)).toEqual(REFUSED)
  })

  it('S7.52 is offline by its own decision, stored with the challenge, and then requires another check', async () => {
    const { success, gt, challenge } = await offline.register(DEVICE, 1)
    expect({ success, gt }).toEqual({ success: 0, gt: '' })
    expect(challenge).toMatch(/^[0-9a-f]{32}$/)
    const fields = fieldsOf(challenge, md5(challenge))
    expect(await offline.validate(fields, DEVICE)).toMatchObject({
      ...OFFLINE,
      until: clock.now() + GEETEST_LIFETIME_MS,
    })
    expect(await offline.stateOf(fields, DEVICE)).toBe('offline')
    const other = await offline.register(DEVICE, 1)
    expect(await offline.validate(fieldsOf(other.challenge, 'made up'), DEVICE)).toEqual(REFUSED)
    clock.move(GEETEST_LIFETIME_MS)
    expect(await offline.stateOf(fields, DEVICE)).toBe('refused')
  })

  it('S7.52 is offline after an invalid response, an error or a timeout of the vendor', async () => {
    const failures: ((request: IncomingMessage, response: ServerResponse) => void)[] = [
      (_request, response) => response.end('<html>busy</html>'),
      (_request, response) => response.writeHead(502).end('{}'),
      (_request, response) => response.end(JSON.stringify({ challenge: 'short' })),
      (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (request) => request.socket.destroy(),
    ]
    for (const fail of failures) {
      vendor.respond = fail
      expect((await online.register(DEVICE, 1)).success).toBe(0)
    }
  })

  it('S7.52 requires another check if the vendor stops responding between the two calls', async () => {
    const { challenge, success } = await online.register(DEVICE, 1)
    expect(success).toBe(1)
    vendor.respond = (request) => request.socket.destroy()
    expect(await online.validate(fieldsOf(challenge), DEVICE)).toMatchObject(OFFLINE)
    expect(await online.stateOf(fieldsOf(challenge), DEVICE)).toBe('offline')
  })

  it('S7.52 allows the vendor in the CSP only if an account is configured', () => {
    const policyWith = (vendors: readonly string[]) =>
      JSON.stringify(pagePolicy(true, { api: [], news: [], video: [], chat: [] }, vendors))
    expect(policyWith(GEETEST_ORIGINS)).toContain(`"scriptSrc":["'self'","https://static.geetest.com"`)
    expect(policyWith([])).not.toContain('geetest')
  })

  it('S7.52 waits at most two seconds for the vendor', async () => {
    vendor.respond = () => {}
    const startedAt = performance.now()
    expect((await online.register(DEVICE, 1)).success).toBe(0)
    expect(performance.now() - startedAt).toBeGreaterThan(1_900)
    expect(vendor.seen).toHaveLength(1)
  })
})
