import { RefreshCw, ShieldCheck } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { isNotFound } from '#lib/failures.ts'
import { verifyText } from '#messages/zh/verify.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import type { BlockData } from '#ui/state/Block.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { EGameReport, SoccerReport, TableReport } from './RoundReport.tsx'
import styles from './VerifyRound.module.css'

const ROUND_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The round number in a text, such as a link to this page; null without one. */
export function roundIdIn(text: string): string | null {
  return ROUND_ID.exec(text)?.[0].toLowerCase() ?? null
}

interface VerifyFormProps {
  /** The number in the URL. */
  readonly roundId: string
  readonly onSubmit: (roundId: string) => void
}

/** The form for the number of a round. */
export function VerifyForm({ roundId, onSubmit }: VerifyFormProps) {
  const [typed, setTyped] = useState(roundId)
  const [isWrong, setWrong] = useState(roundId !== '' && roundIdIn(roundId) === null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = roundIdIn(typed)
    setWrong(found === null)
    if (found === null) return
    setTyped(found)
    onSubmit(found)
  }
  return (
    <Panel title={verifyText('form.title')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={verifyText('form.label')}
          value={typed}
          onValueChange={(value) => {
            setTyped(value)
            setWrong(false)
          }}
          hint={verifyText('form.hint')}
          error={isWrong ? verifyText('form.wrong') : null}
          isMessageReserved
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" kind="primary" size="large" icon={<ShieldCheck size={20} />}>
          {verifyText('form.action')}
        </Button>
      </form>
    </Panel>
  )
}

/** The report of a round of an e-game or of a table, or of a draw of the soccer lottery. Mount it again for another round. */
export function VerifyRound({ roundId }: { readonly roundId: string }) {
  const game = useServerData('gameRound.proof', { roundId })
  const isNoGame = isNotFound(game.failure)
  const table = useServerData('table.proof', isNoGame ? { roundId } : null)
  const isNoTable = isNoGame && isNotFound(table.failure)
  const soccer = useServerData('soccerLottery.proof', isNoTable ? { drawId: roundId } : null)
  if (game.data) return <EGameReport proof={game.data} />
  if (table.data) return <TableReport proof={table.data} />
  if (soccer.data) return <SoccerReport proof={soccer.data} />
  return <VerifyState query={isNoTable ? soccer : isNoGame ? table : game} />
}

/** Why there is no report: not loaded yet, open, unknown, or failed. */
function VerifyState({ query }: { readonly query: BlockData<unknown> }) {
  const { failure, isLoading, retry } = query
  if (failure?.code === CODES.ROUND_OPEN) {
    return (
      <Panel>
        <EmptyState
          scene="closed"
          level={2}
          title={verifyText('state.open')}
          text={verifyText('state.openText')}
          action={
            <Button icon={<RefreshCw size={16} />} isLoading={isLoading} onClick={retry}>
              {verifyText('state.openAgain')}
            </Button>
          }
        />
      </Panel>
    )
  }
  if (isNotFound(failure)) {
    return (
      <Panel>
        <EmptyState scene="search" level={2} title={verifyText('state.gone')} text={verifyText('state.goneText')} />
      </Panel>
    )
  }
  return (
    <Panel>
      <Loaded query={query} level={2} title={verifyText('state.failed')} rows={6} height={64} />
    </Panel>
  )
}

const GUIDE = ['before', 'during', 'after'] as const

/** How commitments and seeds make rounds fair. */
export function VerifyGuide() {
  return (
    <Panel title={verifyText('guide.title')}>
      <ol className={styles.guide}>
        {GUIDE.map((step) => (
          <li key={step}>
            <b>{verifyText(`guide.${step}`)}</b>
            <p>{verifyText(`guide.${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <p className={styles.note}>{verifyText('guide.table')}</p>
      <p className={styles.note}>{verifyText('guide.here')}</p>
    </Panel>
  )
}
