import type { Members } from '../../members/members.ts'
import type { MemberSeed } from '../../members/new-members.ts'
import { PUBLIC_PASSWORD_COST } from '../../members/passwords.ts'

/** The password of all demo accounts, printed at start. Exists in demo mode only. */
const DEMO_PASSWORD = 'Play2026x'

/** Points of each demo account, so that exchange and lottery can be tried at once. */
const DEMO_POINTS = 600

interface DemoAccount {
  readonly name: string
  readonly nickname: string
  readonly vipLevel: number
  readonly coins: number
  readonly about: string
  readonly tags?: readonly string[]
}

const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { name: 'fan001', nickname: '南看台小白', vipLevel: 2, coins: 12_680, about: '会员' },
  { name: 'rich001', nickname: '北看台大刘', vipLevel: 6, coins: 1_000_000, about: '金币很多' },
  { name: 'admin01', nickname: '房管阿岩', vipLevel: 3, coins: 5_000, about: '房管' },
  { name: 'vip0009', nickname: '包厢老周', vipLevel: 9, coins: 88_000, about: 'VIP 9' },
  // S8.22: a member who may not join activities.
  { name: 'quiet01', nickname: '只看球阿默', vipLevel: 0, coins: 1_000, about: '不参加活动', tags: ['ACT_BLACK'] },
]

/** The demo account that administers all rooms. */
const ADMINISTRATOR = 'admin01'

/** Creates missing demo accounts. Returns the internal ids of the room administrators. */
export async function ensureDemoAccounts(members: Members, siteId: number): Promise<string[]> {
  const seeds = DEMO_ACCOUNTS.map(({ name, nickname, vipLevel, coins, tags = [] }): MemberSeed => ({
    name,
    password: DEMO_PASSWORD,
    nickname,
    vipLevel,
    level: 8,
    siteId,
    coins,
    points: DEMO_POINTS,
    tags,
  }))
  const made = await members.ensure(seeds, { cost: PUBLIC_PASSWORD_COST })
  return made.filter((_, index) => seeds[index]?.name === ADMINISTRATOR).map(({ memberId }) => memberId)
}

/** Lines of the start report: the accounts, and that the content is fictional. */
export function demoNotes(): string[] {
  const accounts = DEMO_ACCOUNTS.map(
    ({ name, about, coins }) => `  ${name.padEnd(8)} ${about}, ${coins.toLocaleString('en-US')} coins`,
  )
  const closing = 'Play money only; the matches and the crowd are made up. Ctrl-C stops it.'
  return ['', `Demo accounts, password ${DEMO_PASSWORD}:`, ...accounts, '', closing]
}
