import { CODES } from '#protocol/codes.ts'
import { LIVE_TABLES, tableRules } from '#protocol/games/tables/tables.ts'
import { POINTS_ITEM_IDS } from '#protocol/club/points.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { dateOfDay, siteDayOf } from '#protocol/time.ts'
import type { Random } from '#server/demo/world/random.ts'
import { REAL_GAMES } from '../support/e-game-play.ts'
import { SimulatedMember, typed, WITHDRAW_PASSWORD } from './simulated-member.ts'

/** What an action needs besides its member. */
export interface ActionWorld {
  readonly random: Random
  readonly now: () => number
  /** Posts a message in a room. Returns when it is known whether it was posted, or the attempts have ended. */
  readonly say: (member: SimulatedMember) => Promise<void>
  /** Anchors whose rooms are open. */
  readonly anchors: () => readonly string[]
}

type Action = (member: SimulatedMember, world: ActionWorld) => Promise<unknown>

const CURRENCY = 'CNY'
const SPORTS = { venueEnName: 'YBTY', currency: CURRENCY } as const
const E_GAMES = { venueEnName: 'YBDZ', currency: CURRENCY } as const
const TABLES = { venueEnName: 'YBZR', currency: CURRENCY } as const

const money = (random: Random, low = 100_00, high = 500_00): number => random.between(low, high)

/** An order of the member that can still change. */
async function openOrder(member: SimulatedMember, { random }: ActionWorld, kinds: readonly string[]) {
  const listed = await member.call('dealRecord.list', {})
  const list = listed?.code === CODES.SUCCESS ? listed.data.list : []
  const open = list.filter(({ kind }) => kinds.includes(kind)).slice(0, 5)
  return open.length === 0 ? null : random.pick(open)
}

async function deposit(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const amount = money(random)
  const order = random.chance(0.2)
    ? await member.keyed('usdt.pay', { chain: random.pick(['TRC20', 'ERC20']), amount: amount * 1_000 })
    : await member.keyed('pay.create', { payTypeId: random.pick(['demo-bank', 'demo-qr', 'demo-speed']), amount })
  if (order && random.chance(0.8)) await member.call('speedDeposit.confirm', { orderNo: order.orderNo })
}

async function withdraw(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const name = random.chance(0.5) ? ('withdraw.create' as const) : ('fastWithdraw.create' as const)
  const accountId = random.pick(member.accounts)
  const amount = money(random) * (accountId === member.accounts[1] ? 1_000 : 1)
  await member.keyed(name, (client) => ({ accountId, amount, withdrawPwd: typed(WITHDRAW_PASSWORD, client) }))
}

async function changeOrder(member: SimulatedMember, world: ActionWorld): Promise<void> {
  const order = await openOrder(member, world, ['deposit', 'speedDeposit', 'withdraw', 'fastWithdraw'])
  if (!order) return
  const { orderNo } = order
  const isIn = order.kind === 'deposit' || order.kind === 'speedDeposit'
  const change = world.random.next()
  if (change < 0.4) await member.call(isIn ? 'deposit.cancel' : 'withdraw.cancel', { orderNo })
  else if (change < 0.8) await member.call(isIn ? 'speedDeposit.confirm' : 'withdraw.confirm', { orderNo })
  else await member.call(isIn ? 'speedDeposit.appeal' : 'withdraw.appeal', { orderNo, reason: '未到账' })
}

async function transfer(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const venue = random.pick([SPORTS, E_GAMES, TABLES])
  await member.keyed(random.chance(0.6) ? 'transfer.in' : 'transfer.out', { ...venue, amount: money(random) })
}

async function recover(member: SimulatedMember): Promise<void> {
  await member.keyed('transfer.oneKeyRecover', { currency: CURRENCY })
}

async function convert(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const [from, to] = random.chance(0.5) ? (['CNY', 'USDT'] as const) : (['USDT', 'CNY'] as const)
  const wanted = money(random) * (from === 'CNY' ? 1 : 1_000)
  const quoted = await member.call('usdt.quote', { from, to, amount: wanted })
  if (quoted?.code !== CODES.SUCCESS) return
  const { quoteId, amount } = quoted.data
  await member.keyed('usdt.transfer', { from, to, amount, quoteId })
}

async function interest(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const name = random.chance(0.6) ? ('interest.to' as const) : ('interest.from' as const)
  await member.keyed(name, { currency: CURRENCY, amount: money(random) })
}

async function gift(member: SimulatedMember, { random, anchors }: ActionWorld): Promise<void> {
  const open = anchors()
  if (open.length === 0) return
  const anchorRoomId = random.pick(open)
  const comboId = `combo-${random.between(1_000_000, 9_999_999)}`
  for (let taps = random.between(1, 3); taps > 0; taps -= 1) {
    await member.keyed('gift.reward', {
      giftId: random.between(1, 3),
      count: random.between(1, 3),
      anchorRoomId,
      comboId,
    })
  }
}

async function coins(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  await member.keyed('coin.buy', { coins: random.between(1, 90) })
}

async function bet(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const listed = await member.call('sport.matchList', { kind: 'all', type: 'live' })
  const list = listed?.code === CODES.SUCCESS ? listed.data.list : []
  const open = list.flatMap(({ markets }) => markets.filter(({ state }) => state === 'open').slice(0, 1))
  if (open.length === 0) return
  const legs = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => {
    const market = random.pick(open)
    const { outcome, price } = random.pick(market.selections)
    return { selection: `${market.matchId}.${market.kind}.${market.line}.${outcome}`, price }
  })
  const accept = random.pick(['any', 'better', 'none'] as const)
  await member.keyed('bet.place', { currency: CURRENCY, stake: money(random, 10_00, 200_00), legs, accept })
}

async function cashOut(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const listed = await member.call('bet.list', { state: 'open', currency: CURRENCY, pageNum: 1 })
  const list = listed?.code === CODES.SUCCESS ? listed.data.list : []
  if (list.length === 0) return
  const { betId } = random.pick(list)
  const quoted = await member.call('bet.cashOutQuote', { betId })
  if (quoted?.code === CODES.SUCCESS) await member.keyed('bet.cashOut', { betId, quoteId: quoted.data.quoteId })
}

async function playRound(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const { gameId, stake, options, moves } = random.pick(REAL_GAMES)
  const opened = await member.call('gameRound.open', { gameId })
  if (opened?.code !== CODES.SUCCESS) return
  const terms = { gameId, currency: CURRENCY, stake, options, memberSeed: 'seed 7' } as const
  let round: DataOf<'gameRound.start'> | null =
    opened.data.round ?? (await member.keyed('gameRound.start', { ...terms, commitment: opened.data.commitment }))
  // Some rounds stay open for a while.
  while (round && round.payout === null && !random.chance(0.1)) {
    const { roundId, steps }: DataOf<'gameRound.start'> = round
    if (moves[steps] === undefined) return
    round = await member.keyed('gameRound.move', { roundId, step: steps, move: moves[steps] })
  }
}

async function betAtTable(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const listed = await member.call('table.list', {})
  if (listed?.code !== CODES.SUCCESS) return
  const open = listed.data.list.filter(({ state }) => state.phase === 'betting' && state.roundId !== null)
  if (open.length === 0) return
  const { tableId, state } = random.pick(open)
  const table = LIVE_TABLES.find((one) => one.tableId === tableId)
  if (!table || state.roundId === null) return
  const { id: side } = random.pick(tableRules(table.game).sides)
  const bets = [{ side, amount: Math.min(table.max, table.min * random.between(1, 3)) }]
  await member.keyed('table.bet', { tableId, roundId: state.roundId, currency: CURRENCY, bets })
}

/** Signs in for the day, turns the wheel, or takes a reward of the first tasks. */
export async function takePart(member: SimulatedMember, { random, now }: ActionWorld): Promise<void> {
  const name = random.pick(['signIn', 'spinWheel', 'novice'] as const)
  const checked = await member.call('activity.check', { name })
  if (checked?.code !== CODES.SUCCESS) return
  const { activityId, draw, steps } = checked.data
  if (name === 'spinWheel' && draw) {
    await member.call('activity.draw', { name, activityId, nonce: draw.nonce, memberSeed: 'wheel 7' })
  } else if (name === 'signIn') {
    await member.call('activity.apply', { name, activityId, cycle: dateOfDay(siteDayOf(now())) })
  } else {
    const step = steps.find(({ status }) => status === 'eligible')
    if (step) await member.call('activity.apply', { name, activityId, cycle: step.cycle })
  }
  const again = await member.call('activity.check', { name, activityId })
  const won = again?.code === CODES.SUCCESS ? again.data.steps.filter(({ status }) => status === 'claimable') : []
  // Two devices claim the same part with keys of their own.
  await Promise.all(
    won.flatMap(({ cycle }) => {
      const claim = () => member.keyed('activity.receive', { name, activityId, cycle })
      return random.chance(0.3) ? [claim(), claim()] : [claim()]
    }),
  )
}

export async function claim(member: SimulatedMember): Promise<void> {
  const listed = await member.call('rebate.list', {})
  if (listed?.code !== CODES.SUCCESS) return
  const due = listed.data.list.filter(({ state }) => state === 'claimable')
  await Promise.all(due.flatMap(({ id }) => [1, 2].map(() => member.keyed('rebate.receive', { id }))))
}

async function points(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  if (random.chance(0.5)) {
    await member.keyed('points.exchange', { id: random.pick(POINTS_ITEM_IDS) })
    return
  }
  const info = await member.call('soccerLottery.info', {})
  if (info?.code !== CODES.SUCCESS) return
  await member.keyed('soccerLottery.draw', { commitment: info.data.commitment, memberSeed: 'draw 7' })
}

async function messages(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const kind = random.pick(['private', 'notice', 'public'] as const)
  const listed = await member.call(`${kind}Message.list`, { pageNum: 1, pageSize: 20 })
  const list = listed?.code === CODES.SUCCESS ? listed.data.list : []
  if (list.length === 0) return
  const { id } = random.pick(list)
  if (random.chance(0.6)) await member.call(`${kind}Message.read`, { id })
  else if (random.chance(0.5)) await member.call(`${kind}Message.sticky`, { id, top: random.chance(0.5) })
  else await member.call(`${kind}Message.delete`, { id })
}

/** I9, I10: a limit that is often lower than what the member plays, a time-out, or the answer to a reality check. */
async function restrict(member: SimulatedMember, { random }: ActionWorld): Promise<void> {
  const chance = random.next()
  if (chance < 0.05) await member.call('responsible.timeOut', { hours: 24 })
  else if (chance < 0.3) await member.call('responsible.setLimit', { kind: 'deposit', period: 'day', amount: 2_000_00 })
  else if (chance < 0.5) await member.call('responsible.setLimit', { kind: 'loss', period: 'week', amount: 3_000_00 })
  else if (chance < 0.6) await member.call('responsible.setLimit', { kind: 'stake', period: 'day', amount: 5_000_00 })
  else {
    const session = await member.call('responsible.session', {})
    if (session?.code !== CODES.SUCCESS) return
    await member.call('responsible.answerCheck', { seconds: session.data.seconds })
  }
}

const speak: Action = (member, { say }) => say(member)

/** What members do, with how often. */
export const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [8, deposit],
  [5, withdraw],
  [6, changeOrder],
  [8, transfer],
  [1, recover],
  [4, convert],
  [4, interest],
  [12, gift],
  [3, coins],
  [16, speak],
  [8, bet],
  [4, cashOut],
  [10, playRound],
  [8, betAtTable],
  [4, takePart],
  [1, claim],
  [3, points],
  [3, messages],
  [1, restrict],
]
const TOTAL = ACTIONS.reduce((sum, [weight]) => sum + weight, 0)

export function pickAction(random: Random): Action {
  let left = random.next() * TOTAL
  for (const [weight, action] of ACTIONS) {
    left -= weight
    if (left < 0) return action
  }
  return speak
}
