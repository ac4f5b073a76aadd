import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import { OLDEST_SERVED_VERSION, PROTOCOL_VERSION, VERSION_HISTORY } from '#protocol/version.ts'
import { openApiText } from '#server/site/api-docs/openapi.ts'
import { socketEventsText } from '../../scripts/docs/socket-events.ts'
import { KINDS, ROWS, wireHash } from '#server/site/api-docs/wire-schemas.ts'
import { readProjectFile } from '../support/project.ts'

describe('settled 16: protocol version', () => {
  it('is the last one of its history, which has one line per version', () => {
    expect(VERSION_HISTORY.map(({ version }) => version)).toEqual(
      Array.from({ length: PROTOCOL_VERSION }, (_, index) => index + 1),
    )
    expect(OLDEST_SERVED_VERSION).toBe(Math.max(1, PROTOCOL_VERSION - 1))
  })

  it('is raised when a wire schema changes', () => {
    const newest = VERSION_HISTORY.at(-1)
    expect(
      newest?.schemas,
      'The wire schemas changed. Raise PROTOCOL_VERSION in src/protocol/version.ts and add a line to its history ' +
        `with this hash: ${wireHash()} (a version that was never released keeps its number and gets the new hash).`,
    ).toBe(wireHash())
  })
})

describe('generated documents', () => {
  it('docs/socket-events.md is fresh', () => {
    const isFresh = readProjectFile('docs/socket-events.md') === socketEventsText()
    expect(isFresh, 'docs/socket-events.md is stale; run: npm run docs').toBe(true)
    for (const kind of KINDS) expect(socketEventsText()).toContain(`\`${kind}\`\n`)
  })

  it('openapi.json contains all calls with method, access and schemas', () => {
    const { paths } = JSON.parse(openApiText()) as {
      paths: Record<string, Record<string, Record<string, unknown>>>
    }
    expect(Object.keys(paths)).toHaveLength(Object.keys(ENDPOINTS).length)
    for (const [name, endpoint] of ROWS) {
      const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(operation).toMatchObject({
        operationId: name,
        'x-access': endpoint.access,
        'x-idempotent': endpoint.idempotent,
        'x-password-fields': endpoint.passwordFields,
      })
      expect(JSON.stringify(operation?.['responses'])).toContain('"data"')
      if (endpoint.encoding !== 'query') expect(operation).toHaveProperty('requestBody.content')
    }
  })
})

it('S7.44 openapi.json declares the parameter of a path, and not in the body', () => {
  const { paths } = JSON.parse(openApiText()) as { paths: Record<string, { post: Record<string, unknown> }> }
  const operation = paths['/api/lg/ve4/{hash}']?.post
  expect(operation?.['parameters']).toMatchObject([{ name: 'hash', in: 'path', required: true }])
  expect(JSON.stringify(operation?.['requestBody'])).not.toContain('"hash"')
})

describe('endpoints', () => {
  it.each(ROWS)('%s is complete', (name, endpoint) => {
    expect(name).toMatch(/^[a-zA-Z]+\.[a-zA-Z0-9]+$/)
    expect(endpoint.path).toMatch(/^\/(?:(?:api|open|member)(?:\/(?:[A-Za-z0-9_-]+|\{\w+\}))+|timeServer)$/)
    expect(endpoint.summary.length).toBeGreaterThan(10)
    expect(endpoint.encoding === 'query').toBe(endpoint.method !== 'POST')
    // S9.5 S9.6: 30 s, or 5 s without credentials (and for the clock, S9.4).
    expect(endpoint.timeoutMs).toBe(endpoint.credentials && name !== 'gateway.getSysTime' ? 30_000 : 5_000)
  })

  it('S7.11 blank tokens are not used for calls of members', () => {
    for (const [name, endpoint] of ROWS) {
      if (endpoint.access !== 'public') expect(isTokenBlanked(endpoint.path), name).toBe(false)
    }
  })

  it('settled 3: only the handshake and the plain clock are not sealed', () => {
    const responded = (response: string) =>
      ROWS.filter(([, endpoint]) => endpoint.response === response).map(([name]) => name)
    expect(responded('plain')).toEqual(['gateway.vvm', 'gateway.timeServer'])
    expect(responded('blob')).toEqual(['captcha.image', 'captcha.audio', 'upload.image'])
    expect(responded('field')).toEqual(['video.play'])
  })

  it('settled 7: money calls are idempotent, of the calls with a secret only withdrawals', () => {
    const idempotent = ROWS.filter(([, endpoint]) => endpoint.idempotent).map(([name]) => name)
    expect(idempotent).toEqual([
      'activity.receive',
      'redRain.grab',
      'gift.reward',
      'coin.buy',
      'gameRound.start',
      'gameRound.move',
      'bet.place',
      'bet.cashOut',
      'game.launch',
      'table.bet',
      'pay.create',
      'usdt.pay',
      'withdraw.create',
      'fastWithdraw.create',
      'transfer.in',
      'transfer.out',
      'transfer.oneKeyRecover',
      'usdt.transfer',
      'interest.to',
      'interest.from',
      'birthCash.receive',
      'rebate.receive',
      'welfare.receive',
      'points.exchange',
      'soccerLottery.draw',
    ])
    const secret = ROWS.filter(([, endpoint]) => endpoint.secret)
    const secretMoney = secret.filter(([, endpoint]) => endpoint.idempotent).map(([name]) => name)
    expect(secretMoney).toEqual(['withdraw.create', 'fastWithdraw.create'])
    expect(secret.map(([name]) => name)).toEqual(
      expect.arrayContaining(['verification.verify', 'captcha.check', 'afs.analyze', 'geetest.validate']),
    )
  })

  it('S3.1 calls with a password, a code or a ticket are secret', () => {
    for (const [name, { passwordFields, secret, request }] of ROWS) {
      const fields = 'shape' in request ? Object.keys(request.shape as object) : []
      const hasSecret = passwordFields.length > 0 || fields.some((field) => field === 'timewd' || field === 'ticket')
      if (hasSecret) expect(secret, name).toBe(true)
      expect(
        passwordFields.filter((field) => !fields.includes(field)),
        name,
      ).toEqual([])
    }
  })

  it('refuse unknown fields', () => {
    for (const [name, endpoint] of ROWS) {
      expect(endpoint.request.safeParse({ unexpected: true }).success, name).toBe(false)
    }
  })
})
