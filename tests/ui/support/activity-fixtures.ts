import { CONTINUE_DEPOSIT, FIRST_DEPOSIT } from '#protocol/activities/deposit-bonus.ts'
import { lastPeriod, WEEKLY_DIVIDEND } from '#protocol/activities/dividend.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import { NOON } from './feed-fixtures.ts'

type Check = DataOf<'activity.check'>

const COMMON: Omit<Check, 'activityId' | 'name' | 'title' | 'rule' | 'steps' | 'progress'> = {
  summary: '条件写在前面',
  currency: 'CNY',
  start: NOON - DAY_MS,
  end: NOON + 3 * DAY_MS,
  claimUntil: NOON + 10 * DAY_MS,
  isStopped: false,
  budget: 50_000_00,
  left: 49_800_00,
  block: null,
  draw: null,
}

export const ORDER = 'D2611250000000001'

export const stepOfOrder = (status: ActivityStep['status']): ActivityStep => ({
  cycle: ORDER,
  status,
  amount: 200_00,
  until: COMMON.claimUntil,
  data: {},
})

/** A first deposit of 1,000 yuan that can have its bonus. */
export const FIRST_DEPOSIT_CHECK: Check = {
  ...COMMON,
  activityId: 'first-deposit-0a1b2c3d',
  name: 'firstDeposit',
  title: '首存奖励',
  rule: { ...FIRST_DEPOSIT.example },
  steps: [stepOfOrder('eligible')],
  progress: {
    hasDeposited: true,
    bonusesLeft: 1,
    deposits: [{ cycle: ORDER, amount: 1_000_00, at: NOON - HOUR_MS, turnover: 6_000_00 }],
    turnoverLeft: 0,
  },
}

export const CONTINUE_DEPOSIT_CHECK: Check = {
  ...COMMON,
  activityId: 'continue-deposit-0a1b2c3d',
  name: 'continueDeposit',
  title: '续存奖励',
  rule: { ...CONTINUE_DEPOSIT.example },
  steps: [],
  progress: { hasDeposited: true, bonusesLeft: 4, deposits: [], turnoverLeft: 1_234_00 },
}

const PERIOD = lastPeriod('week', NOON)

/** A week with a turnover of 2,000 yuan whose dividend can be claimed. */
export const WEEKLY_DIVIDEND_CHECK: Check = {
  ...COMMON,
  activityId: 'weekly-dividend-0a1b2c3d',
  name: 'weeklyDividend',
  title: '周分红',
  start: PERIOD.from,
  rule: { ...WEEKLY_DIVIDEND.example },
  steps: [{ cycle: PERIOD.cycle, status: 'eligible', amount: 2_00, until: PERIOD.until, data: {} }],
  progress: {
    last: { from: PERIOD.from, to: PERIOD.to, opensAt: PERIOD.opensAt, counted: 2_000_00 },
    running: { from: PERIOD.to, to: PERIOD.until, counted: 345_00 },
  },
}

export const NO_RECORDS: DataOf<'activity.records'> = { list: [], total: 0, pageNum: 1, pageSize: 20 }
