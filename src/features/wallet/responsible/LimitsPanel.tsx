import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '#protocol/wallet/limits.ts'
import { nextPeriod } from '#protocol/wallet/play-stop.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { momentText } from '#lib/play-stop-text.ts'
import { clockAtom } from '#state/data/clock.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { HideAmounts } from '../Amount.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { RaiseRow } from './RaiseRow.tsx'
import styles from './responsible.module.css'
import { type Limit, type ResponsibleState, useLimitText } from './use-responsible.ts'

interface Chosen {
  readonly kind: LimitKind
  readonly period: LimitPeriod
}

/** The limits of each kind by period with their use, and the raises that wait (E.12). */
export function LimitsPanel({ state }: { readonly state: ResponsibleState }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const limits = state.data?.limits ?? []
  const limitOf = ({ kind, period }: Chosen) => limits.find((one) => one.kind === kind && one.period === period) ?? null
  return (
    <Panel title={responsibleText('limits.title')} aside={<HideAmounts />}>
      <p className={styles.lead}>{responsibleText('limits.lead')}</p>
      {state.data?.hasNoLimit === true && (
        <p className={styles.hint}>
          <b>{responsibleText('limits.none')}</b>
          {responsibleText('limits.noneText')}
        </p>
      )}
      {LIMIT_KINDS.map((kind) => (
        <section key={kind} className={styles.kind} aria-label={responsibleText(`kind.${kind}`)}>
          <header className={styles.kindHead}>
            <h3>{responsibleText(`kind.${kind}`)}</h3>
            <small>{responsibleText(`note.${kind}`)}</small>
          </header>
          <ul className={styles.periods}>
            {LIMIT_PERIODS.map((period) => (
              <PeriodCell
                key={period}
                kind={kind}
                period={period}
                limit={limitOf({ kind, period })}
                onOpen={() => setChosen({ kind, period })}
              />
            ))}
          </ul>
          {limits.map(
            (limit) => limit.kind === kind && <RaiseRow key={limit.period} limit={limit} take={state.take} />,
          )}
        </section>
      ))}
      <LimitDialog
        chosen={chosen}
        current={chosen && (limitOf(chosen)?.amount ?? null)}
        take={state.take}
        onClose={() => setChosen(null)}
      />
    </Panel>
  )
}

interface PeriodCellProps extends Chosen {
  readonly limit: Limit | null
  readonly onOpen: () => void
}

function PeriodCell({ kind, period, limit, onOpen }: PeriodCellProps) {
  const amount = limit?.amount ?? null
  const names = { period: responsibleText(`period.${period}`), kind: responsibleText(`kind.${kind}`) }
  const text = useLimitText()
  return (
    <li className={styles.period}>
      <span>{names.period}</span>
      <b data-unset={amount === null || undefined}>
        {amount === null ? responsibleText('limit.unset') : text(kind, amount)}
      </b>
      <Button
        size="tiny"
        aria-haspopup="dialog"
        aria-label={responsibleText(amount === null ? 'limit.setName' : 'limit.changeName', names)}
        onClick={onOpen}
      >
        {responsibleText(amount === null ? 'limit.set' : 'limit.change')}
      </Button>
      {limit !== null && amount !== null && <Use limit={{ ...limit, amount }} />}
    </li>
  )
}

/** What was used of a limit. */
function Use({ limit }: { readonly limit: Limit & { readonly amount: number } }) {
  const { kind, period, amount, used, since } = limit
  const text = useLimitText()
  const now = useAtomValue(clockAtom)
  const isReached = used >= amount
  return (
    <>
      <span className={styles.bar} data-full={isReached || undefined} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (used / amount) * 100)}%` }} />
      </span>
      <small>
        {isReached
          ? responsibleText('limit.reached', { reset: momentText(nextPeriod(period, since), now) })
          : responsibleText('limit.used', { used: text(kind, used), left: text(kind, amount - used) })}
      </small>
    </>
  )
}
