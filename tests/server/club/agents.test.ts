import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { AgentDecision } from '#protocol/club/agents.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import { siteDateOf, siteDayOf } from '#protocol/time.ts'
import { agentCalls } from '#server/calls/account/agent.ts'
import { agentApplication, member } from '#server/database/schema/member.ts'
import { vipHistory } from '#server/database/schema/club.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { InviteCodeRepository } from '#server/members/invite-codes.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from '../console/console-support.ts'
import { createTestRouter, type TestRouter } from '../http/router-support.ts'

const FORM = { contact: '13900001234', channel: '朋友圈', note: '<script>alert(1)</script>' }

describe.each(STORE_KINDS)('agents on %s', (storeKind) => {
  let console: TestConsole
  let root: ConsoleClient
  let router: TestRouter

  beforeAll(async () => {
    console = await openTestConsole(storeKind)
    root = (await console.setUp()).client
    const { services } = console
    const clock = { get now() { return console.clock.now() } } // prettier-ignore
    router = await createTestRouter({
      handlers: agentCalls(services),
      find: (token, deviceId) => services.sessions.find(token, deviceId),
      clock,
    })
  }, 120_000)
  afterAll(async () => {
    await router.app.close()
    await console.close()
  })

  /** A member as the registration makes it. */
  async function invited(invitedBy: string): Promise<string> {
    const name = `f${newKey().slice(0, 9)}`
    const profile = { name, password: 'Play2026x', siteId: 5009, realName: null, birthDate: '2000-01-01' }
    const made = await console.services.members.register({ ...profile, contact: {}, invitedBy, coins: 0 })
    if ('taken' in made) throw new Error('the name is taken')
    return made.memberId
  }

  async function join(invitedBy: string | null = null) {
    const { database, services, clock } = console
    clock.move(1_000)
    const memberId = invitedBy === null ? await memberWith(database, 0, () => clock.now()) : await invited(invitedBy)
    const client = await SealedClient.connect(sendInto(router.app), { now: () => clock.now() })
    client.uuid = `device-${memberId}`
    const options = { deviceId: client.uuid, clientType: 1, address: '192.0.2.1' } as const
    client.token = (await services.sessions.create(memberId, options)).token
    return { memberId, client }
  }
  async function data<Name extends EndpointName>(client: SealedClient, name: Name, params: RequestOf<Name>) {
    const response = await client.call(name, params)
    expect([name, response.code]).toEqual([name, 0])
    return ENDPOINTS[name].data.parse(response.data) as DataOf<Name>
  }
  const waiting = async () => (await root.call('agent.list', { isOpen: true })).data.list
  async function decide(decision: AgentDecision, isOpen = true, reason = '资料齐全') {
    console.clock.move(1_000)
    const [agent] = (await root.call('agent.list', { isOpen })).data.list
    return root.call('agent.decide', { id: agent?.id ?? '', version: agent?.version ?? 0, decision, reason })
  }

  it('S1.2 S1.28 S6.9 Annex E.10 a member applies, is refused with a reason, applies again, is approved and gets a link and codes', async () => {
    const me = await join()
    expect(await data(me.client, 'agent.status', {})).toMatchObject({ isOpen: true, status: 0, link: null })
    expect(await data(me.client, 'agent.apply', FORM)).toMatchObject({ status: 1, reason: '', link: null })
    expect((await me.client.call('agent.apply', FORM)).code).toBe(CODES.ACTIVITY_STATE)
    expect(await waiting()).toMatchObject([{ ...FORM, status: 1 }])
    expect((await decide('refuse', true, '渠道说明不足')).code).toBe(0)
    expect(await data(me.client, 'agent.status', {})).toMatchObject({ status: 3, reason: '渠道说明不足', link: null })
    console.clock.move(1_000)
    await data(me.client, 'agent.apply', FORM)
    expect((await decide('approve')).data.agent.status).toBe(2)
    const codes = await new InviteCodeRepository(console.database).of(me.memberId)
    const { status, link } = await data(me.client, 'agent.status', {})
    expect([status, link?.i_code, link?.r_code]).toEqual([2, codes?.iCode, codes?.rCode])
    expect((await decide('freeze', false, '违规推广')).code).toBe(0)
    expect(await data(me.client, 'agent.status', {})).toMatchObject({ status: 4, reason: '违规推广', link: null })
    const inbox = await console.services.inbox.list(me.memberId, 'private', { pageNum: 1, pageSize: 10 })
    expect(inbox.list.map(({ title }) => title)).toEqual(['代理资格已冻结', '代理申请已通过', '代理申请未通过'])
    const { list } = (await root.call('audit.list', {})).data
    const lines = list.filter(({ action }) => action === 'agent.decide')
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain(FORM.contact)
  })

  it('S1.28 discloses nothing by the phone numbers of others, and stores them sealed', async () => {
    const [one, other] = [await join(), await join()]
    await console.services.contacts.bind(one.memberId, { kind: 'phone', areaCode: '86', phone: '13900001234' })
    const known = await data(other.client, 'agent.apply', FORM)
    const third = await join()
    const unknown = await data(third.client, 'agent.apply', { ...FORM, contact: '13900009999' })
    const withoutTimes = (shown: DataOf<'agent.apply'>) => ({ ...shown, appliedAt: null })
    expect(withoutTimes(known)).toEqual(withoutTimes(unknown))
    expect(JSON.stringify(known)).not.toContain('1390000')
    const rows = await console.database.db.select().from(agentApplication)
    expect(JSON.stringify(rows)).not.toContain('1390000')
    expect((await other.client.call('agent.apply', { ...FORM, note: 'x'.repeat(40_000) })).code).toBe(CODES.PARAM_ERROR)
  })

  it('S1.21 counts invited and qualified friends, names nobody, and never moves an invitation', async () => {
    const me = await join()
    const friends = [await join(me.memberId), await join(me.memberId)]
    const { database, clock } = console
    await database.db.insert(vipHistory).values({
      id: uuidV7(clock.now()),
      memberId: friends[0]?.memberId ?? '',
      day: siteDayOf(clock.now()),
      fromGrade: 0,
      toGrade: 1,
      reason: 'turnover',
      at: clock.now(),
    })
    const { invited, qualified, rungs } = await data(me.client, 'invite.ladder', {})
    expect([invited, qualified, rungs.filter(({ isReached }) => isReached)]).toEqual([
      2,
      1,
      [{ count: 1, isReached: true }],
    ])
    const { list, total } = await data(me.client, 'invite.friends', { pageNum: 1, pageSize: 20 })
    const date = siteDateOf(clock.now())
    expect([total, list]).toEqual([
      2,
      [
        { number: 2, date, isQualified: false },
        { number: 1, date, isQualified: true },
      ],
    ])
    const move = (id: string, invitedBy: string) =>
      database.db
        .update(member)
        .set({ invitedBy })
        .where(eq(member.id, id))
        .then(
          () => 'moved',
          () => 'refused',
        )
    expect(await move(friends[0]?.memberId ?? '', friends[1]?.memberId ?? '')).toBe('refused')
    expect(await move(me.memberId, me.memberId)).toBe('refused')
  })
})
