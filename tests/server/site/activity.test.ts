import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { activityCalls } from '#server/calls/site/activity.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Members } from '#server/members/members.ts'
import type { MemberSeed } from '#server/members/new-members.ts'
import { ensureDemoAccounts } from '#server/demo/world/demo-accounts.ts'
import { sessionMember, START } from '../http/router-support.ts'

// Campaigns need none of the services.
const calls = activityCalls({} as Parameters<typeof activityCalls>[0])
const visitor = { now: START, session: null } as CallContext

function signedIn(tags: readonly string[]): CallContext {
  const session = sessionMember('m-1')
  return { now: START, session: { ...session, member: { ...session.member, tags: [...tags] } } } as CallContext
}

async function check(params: { activityId?: string }, call: CallContext) {
  const result = await calls['activity.carnivalCheck'](params, call)
  return result.ok ? ENDPOINTS['activity.carnivalCheck'].data.parse(result.data) : result
}

describe('S2.8 Annex D.8 campaigns', () => {
  it('S2.8 without an id return the current one, for visitors and members', async () => {
    const campaign = await check({}, visitor)
    expect(campaign).toMatchObject({ activityId: 'derby-week' })
    expect(await check({}, signedIn(['NO_GRADE']))).toEqual(campaign)
    if (!('start' in campaign)) throw new Error('no campaign')
    expect(campaign.start <= START && START < campaign.end).toBe(true)
    expect(campaign.stops.every(({ path }) => path.startsWith('/app/'))).toBe(true)
  })

  it('S2.8 can be coming or over; an unknown one is not found', async () => {
    const coming = await check({ activityId: 'winter-nights' }, visitor)
    const over = await check({ activityId: 'early-lights' }, visitor)
    expect('start' in coming && coming.start > START).toBe(true)
    expect('end' in over && over.end < START).toBe(true)
    expect(await check({ activityId: 'constructor' }, visitor)).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('S8.22 have such a member in the demo', async () => {
    let seeds: readonly MemberSeed[] = []
    const members = {
      ensure: async (given: readonly MemberSeed[]) => {
        seeds = given
        return given.map(({ name }) => ({ memberId: name, member: sessionMember(name).member }))
      },
    } as unknown as Members
    expect(await ensureDemoAccounts(members, 5009)).toEqual(['admin01'])
    expect(seeds.filter(({ tags }) => tags?.includes('ACT_BLACK')).map(({ name }) => name)).toEqual(['quiet01'])
  })
})
