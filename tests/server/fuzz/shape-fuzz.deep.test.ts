import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { RunningServer } from '#server/main.ts'
import { scaled } from '../../support/depth.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn } from '../app/app-support.ts'
import { type Known, paramsOf } from './shape-fuzz-cases.ts'

/** Per endpoint. */
const RUNS = scaled({ short: 4, full: 2_000 })
/** Ends the session of the other calls, or makes them fail on purpose. */
const LEFT_OUT: readonly EndpointName[] = ['auth.logout', 'demo.provoke']
const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name) => ['sealed', 'blob'].includes(ENDPOINTS[name].response) && !LEFT_OUT.includes(name),
)

describe('valid calls with one invalid value', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  let clients: readonly SealedClient[]
  let http: Record<string, string>
  let known: Known
  const served = new Set<EndpointName>()

  beforeAll(async () => {
    server = await installation.start()
    const loadToken = readFileSync(path.join(installation.dataDir, 'load-token'), 'utf8').trim()
    http = { 'x-load-token': loadToken }
    const [member, administrator] = [await connectTo(server), await connectTo(server)]
    const { member: profile } = await signIn(member, 'fan001')
    await signIn(administrator, 'admin01')
    clients = [member, administrator]
    const list = await member.call('live.popularList', { size: 200, page: 1, kind: 'football' })
    const rows = (list.data as DataOf<'live.popularList'>).list.slice(0, 3)
    const gifts = (await member.call('gift.list', {})).data as DataOf<'gift.list'>
    const { chatRoomNo = '' } = rows[0] ?? {}
    const messages = ['one', 'two'].map((user) => ({ user, cid: `cid-of-${user}`, text: '好球' }))
    await member.call('demo.say', { loadToken, chatRoomNo, messages })
    const history = await member.call('chatroom.webHistory', {
      chatRoomNo,
      beforeSeq: Number.MAX_SAFE_INTEGER,
      size: 50,
    })
    const { list: entries } = history.data as DataOf<'chatroom.webHistory'>
    const ids = entries.map(({ entry }) => (entry as { id: string }).id)
    expect(ids.length).toBeGreaterThan(1)
    known = {
      id: ids,
      loadToken: [loadToken],
      chatRoomNo: rows.map(({ chatRoomNo }) => chatRoomNo),
      matchId: rows.map(({ matchId }) => matchId),
      eid: rows.map(({ eid }) => eid),
      userId: [profile.userId],
      giftId: gifts.list.slice(0, 3).map(({ giftId }) => giftId),
      anchorRoomId: rows.map(({ anchorRoomId }) => anchorRoomId),
    }
  }, 120_000)
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  it.each(NAMES)('%s do not cause an internal error', { timeout: 600_000 }, async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), paramsOf(name, known), async (who, params) => {
        // Calls of administrators seldom succeed as a member.
        const isMember = ENDPOINTS[name].access === 'room-admin' ? who === 0 : who < 2
        const client = clients[isMember ? 0 : 1]
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const response = await client?.fetch(name, params as RequestOf<EndpointName>, { headers, http })
        // A query may exceed the limit of a request line.
        expect([200, 431]).toContain(response?.status)
        const code = response?.response?.code ?? CODES.SUCCESS
        expect(code).not.toBe(CODES.INTERNAL_ERROR)
        if (code === CODES.SUCCESS) served.add(name)
      }),
      { numRuns: RUNS, seed: 20_261_122 },
    )
  })

  it('many of these calls succeeded', () => {
    // Calls with a password, a code or a ticket do not succeed.
    expect(served.size).toBeGreaterThan(NAMES.length / 3)
    expect(Object.prototype).not.toHaveProperty('admin')
  })
})
