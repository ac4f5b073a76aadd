import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { OPEN_BET_STATES } from '#protocol/sports/bet-terms.ts'
import type { BetLeg } from '#protocol/sports/bets.ts'
import { SETTLEMENT_RULES } from '#protocol/sports/settlement.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { betLegTexts, betTitle } from '#lib/match/bet-text.ts'
import { formatOdds } from '#lib/format.ts'
import { roomPath } from '#lib/room-path.ts'
import { gamesText } from '#messages/zh/games.ts'
import { slipText } from '#messages/zh/slip.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { Amount, HideAmounts, useAmountText } from '../Amount.tsx'
import { OrderColumn } from '../order/OrderView.tsx'
import order from '../order/order.module.css'
import { CashOut } from './CashOut.tsx'
import { GameState } from './GameRecords.tsx'
import styles from './games.module.css'
import { Postings } from './Postings.tsx'

type Detail = DataOf<'bet.detail'>
type Bet = Detail['bet']

/** Why a leg has its result; null for a rule that this version does not know. */
function ruleText(rule: string | undefined): string | null {
  const known = [...SETTLEMENT_RULES, 'operator' as const].find((one) => one === rule)
  return known ? gamesText(`rule.${known}`) : null
}

/** States that no result changes. */
const FINAL_STATES: readonly Bet['state'][] = ['rejected', 'cashed-out', 'cancelled']
/** Time after the decision of a pending bet, or between reads on a visible page: a settled bet can be corrected. */
const PENDING_MS = 1_000
const DECIDED_MS = 15_000
/** Time after a failed read of a pending bet. */
const FAILED_MS = 3_000

/** The score with those of the periods; maps of esports as they are: 2:1（1:0 1:1）. */
function resultText({ facts, match: { sport } }: Pick<BetLeg, 'facts' | 'match'>): string {
  const periods = facts.split(' ').map((score) => score.split(':').map(Number))
  if (sport === 'esports' || periods.length < 2) return gamesText('leg.facts', { facts })
  const sum = (side: number) => periods.reduce((total, points) => total + (points[side] ?? 0), 0)
  return gamesText('leg.factsOf', { score: `${sum(0)}:${sum(1)}`, facts })
}

/** One bet of the member: state, legs with facts and rules, postings, early settlement (E.7). Keyed by its id. */
export function BetDetail({ betId }: { readonly betId: string }) {
  const query = useServerData('bet.detail', { betId })
  const { data, failure, isLoading, retry } = query
  const bet = data === null || FINAL_STATES.includes(data.bet.state) ? null : data.bet
  const leastMs = failure === null ? PENDING_MS : FAILED_MS
  useEffect(() => {
    if (bet === null || isLoading) return
    const { state, decidesAt } = bet
    const delay = state === 'pending' ? Math.max(leastMs, (decidesAt ?? 0) - serverNow()) : DECIDED_MS
    const timer = window.setTimeout(() => {
      if (!document.hidden) retry()
    }, delay)
    return () => window.clearTimeout(timer)
  }, [bet, isLoading, leastMs, retry])
  const isFollowed = bet !== null
  useEffect(() => (isFollowed ? onForeground(retry) : undefined), [isFollowed, retry])

  // A malformed number is refused as a parameter.
  if (data === null && (failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR)) {
    return (
      <Panel>
        <EmptyState title={gamesText('bet.gone')} text={gamesText('bet.goneText')} scene="search" level={2} />
      </Panel>
    )
  }
  if (data === null) {
    return (
      <Panel>
        <Loaded query={query} title={gamesText('bet.failed')} rows={5} height={52} />
      </Panel>
    )
  }
  return <BetView detail={data} onChange={retry} />
}

function BetView({ detail, onChange }: { readonly detail: Detail; readonly onChange: () => void }) {
  const { bet } = detail
  const textOf = useAmountText()
  const isOpen = OPEN_BET_STATES.includes(bet.state)
  const onDone = ({ returned }: Bet) => {
    toast({
      text: gamesText('cashOut.done', { amount: textOf({ value: returned, currency: bet.currency }) }),
      tone: 'success',
      id: 'cash-out',
    })
    onChange()
  }
  return (
    <div className={order.columns}>
      <OrderColumn>
        <BetHead bet={bet} isOpen={isOpen} onChange={onChange} />
        <Panel title={gamesText('legs.title')}>
          <ul className={styles.legs}>
            {bet.legs.map((leg) => (
              <Leg key={leg.selection} leg={leg} />
            ))}
          </ul>
        </Panel>
      </OrderColumn>
      <OrderColumn>
        {bet.state === 'accepted' && <CashOut detail={detail} onDone={onDone} onStale={onChange} />}
        <Postings postings={detail.postings} currency={bet.currency} />
      </OrderColumn>
    </div>
  )
}

interface BetHeadProps {
  readonly bet: Bet
  readonly isOpen: boolean
  readonly onChange: () => void
}

function BetHead({ bet, isOpen, onChange }: BetHeadProps) {
  const { currency, rejection } = bet
  return (
    <Panel isLead title={betTitle(bet)} aside={<HideAmounts />}>
      <div className={order.head}>
        <div className={order.words} aria-live="polite">
          <GameState state={bet.state} />
          <p>{rejection ? slipText(`rejection.${rejection}`) : gamesText(isOpen ? 'bet.maxReturn' : 'bet.returned')}</p>
        </div>
        <b className={order.amount}>
          <Amount value={isOpen ? bet.maxReturn : bet.returned} currency={currency} isInFull />
        </b>
      </div>
      <div className={styles.facts}>
        <Facts layout="lines">
          <Fact name={gamesText('bet.stake')}>
            <Amount value={bet.stake} currency={currency} isInFull />
          </Fact>
          <Fact name={gamesText('bet.price')}>{formatOdds(bet.price)}</Fact>
          <Fact name={gamesText('bet.accept')}>{slipText(`accept.${bet.accept}`)}</Fact>
          <Fact name={gamesText('bet.placed')}>{siteDateTimeOf(bet.placedAt)}</Fact>
          {bet.settledAt !== null && <Fact name={gamesText('bet.settled')}>{siteDateTimeOf(bet.settledAt)}</Fact>}
          <Fact name={gamesText('bet.number')}>{bet.betId}</Fact>
        </Facts>
        <Shown bet={bet} onChange={onChange} />
      </div>
    </Panel>
  )
}

/** Whether the bet is shown in a room, and the way to show it or to take it back. */
function Shown({ bet, onChange }: Pick<BetHeadProps, 'bet' | 'onChange'>) {
  const [isBusy, setBusy] = useState(false)
  const [first] = bet.legs
  if (bet.shownIn !== null) {
    const takeBack = async () => {
      setBusy(true)
      const result = await call('bet.show', { betId: bet.betId, chatRoomNo: null })
      setBusy(false)
      toast({ text: result.ok ? gamesText('bet.takenBack') : result.message, id: 'show-bet' })
      onChange()
    }
    return (
      <div className={styles.line}>
        <span className={styles.muted}>{gamesText('bet.shown')}</span>
        <Button size="small" isLoading={isBusy} onClick={() => void takeBack()}>
          {gamesText('bet.takeBack')}
        </Button>
      </div>
    )
  }
  return (
    bet.state === 'accepted' &&
    first && (
      <p className={styles.small}>
        <Link to={`${roomPath(first.match.eid)}?slip=1`}>{gamesText('bet.showIn')}</Link>
      </p>
    )
  )
}

function Leg({ leg }: { readonly leg: BetLeg }) {
  const { match, price, result, facts } = leg
  const texts = betLegTexts(leg)
  const rule = ruleText(leg.rule)
  return (
    <li>
      <div className={styles.line}>
        <b dir="auto">{texts.pick}</b>
        <span className={styles.price}>{formatOdds(price)}</span>
      </div>
      <div className={styles.line}>
        <span className={styles.muted} dir="auto">{`${texts.market} · ${texts.match}`}</span>
        <Badge tone={result === 'won' || result === 'half-won' ? 'coin' : 'neutral'}>
          {result === null ? gamesText('leg.open') : gamesText(`result.${result}`)}
        </Badge>
      </div>
      <p className={styles.small}>
        <span>
          {match.isLive && match.score !== ''
            ? gamesText('leg.score', { score: match.score })
            : gamesText('leg.start', { time: siteDateTimeOf(match.startAt) })}
        </span>
        {facts !== '' && <span>{resultText(leg)}</span>}
        {rule && <span>{rule}</span>}
        <Link to={roomPath(match.eid)}>{gamesText('leg.match')}</Link>
      </p>
    </li>
  )
}
