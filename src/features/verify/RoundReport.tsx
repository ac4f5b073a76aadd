import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import { tableOf } from '#protocol/games/tables/tables.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { classNames } from '#lib/class-names.ts'
import { formatMoneyInFull } from '#lib/format.ts'
import { verifyText } from '#messages/zh/verify.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { CopyIcon } from '#ui/button/CopyButton.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import styles from './RoundReport.module.css'
import {
  eGameSteps,
  type RoundProofData,
  soccerRewardText,
  soccerSteps,
  type SoccerProofData,
  tableSteps,
  type TableProofData,
  type VerifyStep,
} from './verify-steps.ts'

/** A round of an e-game: what was published, and each step computed again. */
export function EGameReport({ proof }: { readonly proof: RoundProofData }) {
  const { currency, game, memberName, staked, payout, pool, endedAt } = proof
  const money = (amount: number): string => formatMoneyInFull(amount, CURRENCIES[currency])
  return (
    <Report
      roundId={proof.roundId}
      steps={eGameSteps(proof)}
      facts={
        <>
          <Fact name={verifyText('round.game')}>{verifyText(`game.${game}`)}</Fact>
          <Fact name={verifyText('round.member')}>{memberName}</Fact>
          <Fact name={verifyText('round.time')}>{siteDateTimeOf(endedAt)}</Fact>
          <Fact name={verifyText('round.stake')}>{money(staked)}</Fact>
          <Fact name={verifyText('round.payout')} isLead>
            {money(payout)}
          </Fact>
          {pool > 0 && <Fact name={verifyText('round.pool')}>{money(pool)}</Fact>}
        </>
      }
    />
  )
}

/** A round of a table. */
export function TableReport({ proof }: { readonly proof: TableProofData }) {
  const { tableId, game, number, shoe, settledAt } = proof
  return (
    <Report
      roundId={proof.roundId}
      steps={tableSteps(proof)}
      facts={
        <>
          <Fact name={verifyText('round.game')}>{verifyText(`game.${game}`)}</Fact>
          <Fact name={verifyText('round.table')}>{tableOf(tableId)?.title ?? tableId}</Fact>
          <Fact name={verifyText('round.which')}>{verifyText('round.tableNumber', { number, shoe: shoe.no })}</Fact>
          <Fact name={verifyText('round.time')}>{siteDateTimeOf(settledAt)}</Fact>
        </>
      }
    />
  )
}

/** A draw of the soccer lottery. */
export function SoccerReport({ proof }: { readonly proof: SoccerProofData }) {
  const { drawId, memberName, at, cost, prize, reward } = proof
  return (
    <Report
      roundId={drawId}
      steps={soccerSteps(proof)}
      facts={
        <>
          <Fact name={verifyText('round.game')}>{verifyText('game.soccer')}</Fact>
          <Fact name={verifyText('round.member')}>{memberName}</Fact>
          <Fact name={verifyText('round.time')}>{siteDateTimeOf(at)}</Fact>
          <Fact name={verifyText('round.cost')}>{verifyText('soccer.points', { amount: cost })}</Fact>
          <Fact name={verifyText('round.prize')} isLead>
            {verifyText(`prize.${prize}`)} · {soccerRewardText(reward)}
          </Fact>
        </>
      }
    />
  )
}

interface ReportProps {
  readonly roundId: string
  readonly steps: readonly VerifyStep[]
  readonly facts: ReactNode
}

function Report({ roundId, steps, facts }: ReportProps) {
  return (
    <>
      <Verdict steps={steps} />
      <Panel title={verifyText('round.title')}>
        <Facts layout="tiles" className={styles.facts}>
          {facts}
        </Facts>
        <p className={styles.number}>
          <span className={styles.name}>{verifyText('round.number')}</span>
          <code>{roundId}</code>
          <CopyIcon text={roundId} name={verifyText('round.number')} />
        </p>
      </Panel>
      <Panel title={verifyText('steps')}>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <Step key={step.name} step={step} />
          ))}
        </ol>
      </Panel>
    </>
  )
}

/** Whether all steps agree. Announced, because it replaces the placeholder. */
function Verdict({ steps }: { readonly steps: readonly VerifyStep[] }) {
  const wrong = steps.filter(({ state }) => state === 'differs').length
  const checked = steps.filter(({ state }) => state !== 'later').length
  const Icon = wrong === 0 ? CircleCheck : CircleX
  return (
    <section
      className={classNames(styles.verdict, wrong > 0 && styles.wrong)}
      aria-label={verifyText('verdict.region')}
      aria-live="polite"
    >
      <Icon className={styles.sign} size={32} aria-hidden="true" />
      <div>
        <h2 className={styles.outcome}>
          {wrong === 0 ? verifyText('verdict.agrees') : verifyText('verdict.differs', { count: wrong })}
        </h2>
        <p>{wrong === 0 ? verifyText('verdict.agreesText', { count: checked }) : verifyText('verdict.differsText')}</p>
      </div>
      {wrong > 0 && (
        <Link className={classNames(buttonClass({ size: 'small' }), styles.service)} to="/cs">
          {verifyText('verdict.service')}
        </Link>
      )}
    </section>
  )
}

const SIGNS = { agrees: CircleCheck, differs: CircleX, later: Clock } as const
const TONES = { agrees: 'plain', differs: 'danger', later: 'neutral' } as const

function Step({ step: { name, text, state, values, more } }: { readonly step: VerifyStep }) {
  const Sign = SIGNS[state]
  return (
    <li className={styles.step} data-state={state}>
      <Sign className={styles.sign} size={20} aria-hidden="true" />
      <div className={styles.body}>
        <h3 className={styles.title}>
          {name}
          <Badge tone={TONES[state]}>{verifyText(`step.${state}`)}</Badge>
        </h3>
        <p className={styles.text}>{text}</p>
        {values.length > 0 && (
          <dl className={styles.values}>
            {values.map((value) => (
              <div key={value.name}>
                <dt>{value.name}</dt>
                <dd className={value.isCode === true ? styles.code : undefined}>{value.text}</dd>
              </div>
            ))}
          </dl>
        )}
        {more && (
          <details className={styles.more}>
            <summary>{more.label}</summary>
            <p className={styles.code}>{more.text}</p>
          </details>
        )}
      </div>
    </li>
  )
}
