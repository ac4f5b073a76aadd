import { useSetAtom } from 'jotai'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { formatOdds } from '#lib/format.ts'
import { slipText } from '#messages/zh/slip.ts'
import { removeSelectionAtom } from '#state/slip/slip-atoms.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import type { LegView, SlipBet } from './slip-model.ts'
import styles from './SlipLegs.module.css'
import { StakeField } from './StakeField.tsx'
import type { SlipController } from './use-slip.ts'

interface SlipLegsProps {
  readonly controller: SlipController
  readonly hasPad: boolean
}

/** The selections of the slip. Singles have a stake each, if there are stakes. */
export function SlipLegs({ controller, hasPad, hasStakes }: SlipLegsProps & { readonly hasStakes: boolean }) {
  const { views, bets } = controller
  return (
    <ul className={styles.legs} aria-label={slipText('leg.list')}>
      {views.map((view) => {
        const bet = bets.find(({ id }) => id === view.leg.id)
        return (
          <li key={view.leg.id} className={styles.leg} data-state={view.state} data-selection={view.leg.id}>
            <LegText view={view} controller={controller} />
            <LegNote view={view} controller={controller} />
            {hasStakes && bet && <StakeField controller={controller} bet={bet} name={view.pickText} hasPad={hasPad} />}
          </li>
        )
      })}
    </ul>
  )
}

interface LegProps {
  readonly view: LegView
  readonly controller: SlipController
}

function LegText({ view, controller }: LegProps) {
  const remove = useSetAtom(removeSelectionAtom)
  const { leg, matchText, marketText, pickText, price, change, isLive, match } = view
  const { placing } = controller
  return (
    <>
      <div className={styles.head}>
        <span className={styles.match} dir="auto">
          {isLive && match ? <b className={styles.live}>{`${match.homeScore} : ${match.guestScore}`}</b> : null}
          {matchText}
        </span>
        <IconButton
          size="small"
          label={slipText('leg.remove', { pick: pickText })}
          icon={<X size={16} />}
          disabled={placing.isBusy || placing.unsettled !== null}
          onClick={() => {
            placing.clear()
            remove(leg.id)
          }}
        />
      </div>
      <div className={styles.pick}>
        <span className={styles.what}>
          <b dir="auto">{pickText}</b>
          <small>{marketText}</small>
        </span>
        <span className={styles.price} data-change={change ?? undefined}>
          {change === 'up' && <ArrowUp size={16} aria-hidden="true" />}
          {change === 'down' && <ArrowDown size={16} aria-hidden="true" />}
          <span className="visually-hidden">
            {change === null
              ? slipText('leg.price', { price: '' })
              : slipText(`leg.${change}`, { price: formatOdds(leg.price) })}
          </span>
          <b>{formatOdds(price)}</b>
        </span>
      </div>
    </>
  )
}

/** Why the selection cannot be bet now, or from what its price has changed. The line is always there. */
function LegNote({ view, controller }: LegProps) {
  const { leg, state, change } = view
  const conflict = controller.conflicts.get(leg.id)
  const follows = leg.follows === undefined ? null : slipText('leg.follows', { name: leg.follows })
  const before = formatOdds(leg.price)
  const text =
    state === 'suspended' || state === 'closed'
      ? slipText(`leg.${state}`)
      : conflict !== undefined
        ? slipText(`conflict.${conflict}`)
        : change === null
          ? null
          : slipText(follows === null ? 'leg.was' : 'leg.then', { price: before })
  const isProblem = conflict !== undefined || state === 'suspended' || state === 'closed'
  return (
    <p className={styles.note} data-problem={isProblem || undefined}>
      {[follows, text].filter(Boolean).join(' · ')}
    </p>
  )
}

interface ParlayProps extends SlipLegsProps {
  readonly bet: SlipBet
  readonly price: number
}

/** Price and stake of the 串关. */
export function ParlayBet({ controller, hasPad, bet, price }: ParlayProps) {
  const name = slipText('parlayOf', { count: bet.legs.length })
  return (
    <div className={styles.parlay}>
      <div className={styles.pick}>
        <b>{name}</b>
        <span className={styles.price}>
          <span className="visually-hidden">{slipText('leg.price', { price: '' })}</span>
          <b>{formatOdds(price)}</b>
        </span>
      </div>
      <StakeField controller={controller} bet={bet} name={name} hasPad={hasPad} />
    </div>
  )
}
