import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Responsible } from '#protocol/endpoints/responsible.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { raiseState } from '#protocol/wallet/limits.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { momentText } from '#lib/play-stop-text.ts'
import { clockAtom } from '#state/data/clock.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './responsible.module.css'
import { type Limit, limitText, type ResponsibleState, useLimitText } from './use-responsible.ts'

interface RaiseRowProps extends Pick<ResponsibleState, 'take'> {
  readonly limit: Limit
}

/** A raise or removal that waits: it is cancelled at any time, and confirmed after its delay until it lapses (E.12). */
export function RaiseRow({ limit, take }: RaiseRowProps) {
  const [isAsking, setAsking] = useState(false)
  const now = useAtomValue(clockAtom)
  const { raise } = limit
  const isDue = raise !== null && raiseState(raise.effectiveAt, now) === 'awaitingConfirm'
  const { busy, failure, run } = useChange(take)
  if (raise === null || raiseState(raise.effectiveAt, now) === 'lapsed') return null
  const { id } = raise
  const cancel = () => run('cancel', () => call('responsible.cancelRaise', { id }), responsibleText('raise.cancelled'))
  const confirm = async () => {
    if (await run('confirm', () => call('responsible.confirmRaise', { id }), responsibleText('raise.done')))
      setAsking(false)
  }
  return (
    <div className={styles.raise} data-due={isDue || undefined}>
      <RaiseText limit={limit} isDue={isDue} now={now} />
      <span className={styles.raiseActions}>
        <Button size="small" isLoading={busy === 'cancel' && !isAsking} onClick={() => void cancel()}>
          {responsibleText('raise.cancel')}
        </Button>
        {isDue && (
          <Button size="small" kind="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {responsibleText('raise.confirm')}
          </Button>
        )}
      </span>
      {failure && !isAsking && <FormFailure failure={failure} />}
      <Dialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        isQuestion
        title={questionOf(limit)}
        description={responsibleText('raise.questionText')}
        actions={
          <>
            <Button isLoading={busy === 'confirm'} onClick={() => void confirm()}>
              {responsibleText('raise.confirm')}
            </Button>
            <Button kind="primary" onClick={() => setAsking(false)}>
              {responsibleText('raise.keep')}
            </Button>
          </>
        }
      >
        {failure && <FormFailure failure={failure} />}
      </Dialog>
    </div>
  )
}

/** The wait of a raise, or until when it can be confirmed. */
function RaiseText({ limit, isDue, now }: { readonly limit: Limit; readonly isDue: boolean; readonly now: number }) {
  const text = useLimitText()
  const { kind, raise } = limit
  if (raise === null) return null
  const period = responsibleText(`period.${limit.period}`)
  const time = momentText(isDue ? raise.lapsesAt : raise.effectiveAt, now)
  if (raise.amount === null)
    return <p>{responsibleText(isDue ? 'raise.removalDue' : 'raise.removal', { period, time })}</p>
  return (
    <p>{responsibleText(isDue ? 'raise.due' : 'raise.pending', { period, time, amount: text(kind, raise.amount) })}</p>
  )
}

function questionOf({ kind, period, raise }: Limit): string {
  const names = { period: responsibleText(`period.${period}`), kind: responsibleText(`kind.${kind}`) }
  const amount = raise?.amount ?? null
  if (amount === null) return responsibleText('raise.questionRemoval', names)
  return responsibleText('raise.question', { ...names, amount: limitText(kind, amount) })
}

type Change = 'cancel' | 'confirm'

/** Runs one change at a time; shows a refusal until the next one. */
function useChange(take: ResponsibleState['take']) {
  const [busy, setBusy] = useState<Change | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (name: Change, change: () => Promise<Result<Responsible>>, done: string) => {
    if (busy !== null) return false
    setBusy(name)
    setFailure(null)
    const result = take(await change())
    setBusy(null)
    if (result.ok) toast({ text: done, tone: 'success', id: 'responsible' })
    else setFailure(result)
    return result.ok
  }
  return { busy, failure, run }
}
