import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGN_IN } from '#protocol/activities/sign-in.ts'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { DAY_MS } from '#protocol/time.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { signInMemberWith } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

describe.each(STORE_KINDS)('the activities of operators on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let editor: ConsoleClient
  let draft: ConsoleRequestOf<'activity.dryRun'>

  beforeAll(async () => {
    console = await openTestConsole(kind)
    root = (await console.setUp()).client
    editor = await console.add(root, 'editor', 'editor')
    const start = console.clock.now()
    draft = {
      kind: 'signIn',
      title: '冬季签到',
      summary: '每天一次',
      rule: { ...SIGN_IN.example },
      currency: 'COIN',
      start,
      end: start + 7 * DAY_MS,
      budget: 1_000,
    }
  }, 120_000)
  afterAll(() => console.close())

  const save = (edit: Partial<ConsoleRequestOf<'activity.save'>> = {}) =>
    editor.call('activity.save', { ...draft, id: null, version: 0, reason: '新活动', ...edit })

  it('S1.17 are created, edited, started and stopped by data alone, and members can take part', async () => {
    const created = await save()
    const { id, version } = created.data.activity
    expect(created.data.activity).toMatchObject({ status: 'draft', version: 0, reserved: 0, members: 0 })
    const edited = await save({ id, version, title: '冬季每日签到' })
    expect(edited.data.activity).toMatchObject({ id, version: 1, title: '冬季每日签到' })
    expect(await save({ id, version })).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT })
    const one = { id, version: 1, reason: '按计划' }
    expect(await editor.call('activity.start', one)).toMatchObject({ code: CONSOLE_CODES.ROLE_REFUSED })
    expect((await root.call('activity.start', one)).data.activity).toMatchObject({ status: 'running', version: 2 })
    expect(await save({ id, version: 2 })).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT })
    const memberId = await signInMemberWith(console.database, 0, console.clock.now)
    const { activities } = console.services
    const shown = await activities.check(
      { name: 'signIn', activityId: id, currency: 'CNY' },
      memberId,
      console.clock.now(),
    )
    const cycle = shown?.steps[0]?.cycle ?? ''
    const application = { memberId, name: 'signIn' as const, activityId: id, cycle, input: null }
    expect((await activities.apply(application, console.clock.now())).ok).toBe(true)
    const stopped = await root.call('activity.stop', { ...one, version: 2 })
    expect(stopped.data.activity).toMatchObject({ status: 'stopped', members: 1, reserved: 1, claimed: 0 })
    expect(await root.call('activity.start', { ...one, version: 3 })).toMatchObject({
      code: CONSOLE_CODES.EDIT_CONFLICT,
    })
    await expectInvariants(console.database)
    expect(await reconcile(console.database.db)).toEqual([])
  })

  it.each([
    ['a window that ends before it begins', () => ({ end: draft.start - 1 }), 'end', '结束时间必须晚于开始时间'],
    ['an end in the past', () => ({ start: draft.start - DAY_MS, end: draft.start - 1 }), 'end', '结束时间已过'],
    ['a budget of 0', () => ({ budget: 0 }), 'budget', '预算必须大于 0'],
    ['a budget below the least reward', () => ({ budget: 7 }), 'budget', '预算少于至少要发的奖励'],
    ['a negative reward', () => ({ rule: { ...SIGN_IN.example, rewards: [1, -1] } }), 'rule.rewards.1', '超出允许范围'],
    [
      'rules that contradict themselves',
      () => ({ rule: { rewards: [1, 2], missed: 'restart', makeUpDays: 5 } }),
      'rule.makeUpDays',
      '与其他规则矛盾',
    ],
    ['an unknown field', () => ({ rule: { ...SIGN_IN.example, more: 1 } }), 'rule.more', '没有这一项'],
    ['the rule of another kind', () => ({ kind: 'sponsor' as const }), 'rule.rewards', '没有这一项'],
  ] as const)('refuse %s and name the field', async (_name, edit, field, text) => {
    const refused = await save(edit())
    expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, msg: text, data: { fields: { [field]: text } } })
    expect(await editor.call('activity.dryRun', { ...draft, ...edit() })).toMatchObject({ code: CODES.PARAM_ERROR })
  })

  it('a dry run against the members of yesterday writes nothing', async () => {
    const before = (await editor.call('activity.list', {})).data.list.length
    expect((await editor.call('activity.dryRun', draft)).data).toEqual({ members: 0, eligible: 0, cost: 0 })
    expect((await editor.call('activity.list', {})).data.list).toHaveLength(before)
  })
})
