import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { RunningServer } from '#server/main.ts'
import { scaled } from '../../support/depth.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { SealedClient as Client, sendTo } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn, type TestInstallation } from '../app/app-support.ts'
import { containsInternals } from './body-fuzz-run.ts'
import { anyParams, isSealable, rawCases, sealedNames, sendGarbage, sendRaw, sendSealed } from './http-fuzz-cases.ts'

const runs = (few: number): number => scaled({ short: few, full: few * 300 })

let installation: TestInstallation
let server: RunningServer
let member: SealedClient
let loadToken: string

beforeAll(async () => {
  installation = createTestInstallation()
  server = await installation.start()
  loadToken = readFileSync(path.join(installation.dataDir, 'load-token'), 'utf8').trim()
  member = await connectTo(server)
  await signIn(member, 'fan001')
}, 120_000)
afterAll(async () => {
  await server.close()
  installation.remove()
})

/** The calls of a member succeed meanwhile. */
async function isHealthy(): Promise<boolean> {
  const response = await member.call('coin.balance', {}, { http: { 'x-load-token': loadToken } })
  return response.code === CODES.SUCCESS
}

describe('random input does not affect other clients', () => {
  it('requests with any method, path, header and body', async () => {
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.array(rawCases, { minLength: 4, maxLength: 4 }), async (cases) => {
        const responses = await Promise.all(cases.map((one) => sendRaw(server.port, one)))
        for (const { status, body } of responses) {
          seen.add(status)
          expect(status).toBeLessThan(500)
          if (status >= 400) expect([body, containsInternals(body)]).toEqual([body, false])
        }
        expect(await isHealthy()).toBe(true)
      }),
      { numRuns: runs(60), seed: 20_261_121 },
    )
    // The requests reached pages, calls and all kinds of refusals.
    for (const status of [200, 400, 403, 404, 415]) expect(seen).toContain(status)
  })

  it('bytes that are not HTTP', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        await sendGarbage(server.port, bytes)
        expect(await isHealthy()).toBe(true)
      }),
      { numRuns: runs(20), seed: 20_261_121 },
    )
  })

  it('sealed calls of any endpoint with any parameters, as member, administrator and visitor', async () => {
    const http = { 'x-load-token': loadToken }
    const visitor = await Client.connect(sendTo(server.url), { http })
    const administrator = await Client.connect(sendTo(server.url), { http })
    await signIn(administrator, 'admin01')
    const callers = fc.constantFrom(member, administrator, visitor)
    await fc.assert(
      fc.asyncProperty(callers, fc.constantFrom(...sealedNames), anyParams, async (caller, name, params) => {
        fc.pre(isSealable(name, params))
        const { code, status } = await sendSealed(caller, name, params)
        expect([200, 400, 413, 431]).toContain(status)
        expect(code).not.toBe(CODES.INTERNAL_ERROR)
        expect(await isHealthy()).toBe(true)
      }),
      { numRuns: runs(150), seed: 20_261_121 },
    )
    expect(Object.prototype).not.toHaveProperty('admin')
  })
})
