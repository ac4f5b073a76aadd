import { useState } from 'react'
import type { Responsible } from '#protocol/endpoints/responsible.ts'
import type { Result } from '#protocol/result.ts'
import { TIME_OUT_HOURS, timeOutEnd } from '#protocol/wallet/limits.ts'
import { rst } from '#lib/messages/responsible.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Choices } from '#ui/Choices.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FormFailure } from '#ui/FormFailure.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Question } from '#ui/Question.tsx'
import { toast } from '#ui/toast-manager.ts'
import styles from './responsible.module.css'
import { momentText, type ResponsibleState } from './use-responsible.ts'

type Hours = (typeof TIME_OUT_HOURS)[number]
type Take = ResponsibleState['take']

const choices = () => TIME_OUT_HOURS.map((hours) => ({ value: hours, label: rst(`break.${hours}`) }))

const endOf = (hours: Hours): string => momentText(timeOutEnd(serverNow(), hours), serverNow())

async function startBreak(hours: Hours, take: Take): Promise<Result<Responsible>> {
  const result = take(await call('responsible.timeOut', { hours }))
  if (result.ok) toast({ text: rst('break.done'), tone: 'success', id: 'responsible' })
  return result
}

/** A time-out of 24 hours to 6 weeks, after a question (Annex I). */
export function BreakPanel({ take }: { readonly take: Take }) {
  const [hours, setHours] = useState<Hours>(TIME_OUT_HOURS[0])
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={rst('break.title')}>
      <div className={styles.body}>
        <p className={styles.text}>{rst('break.lead')}</p>
        <Choices label={rst('break.length')} value={hours} choices={choices()} onChange={setHours} />
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {rst('break.start')}
        </Button>
      </div>
      <Question
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={rst('break.question', { length: rst(`break.${hours}`) })}
        text={rst('break.questionText', { end: endOf(hours) })}
        action={rst('break.start')}
        onConfirm={() => startBreak(hours, take)}
      />
    </Panel>
  )
}

export interface BreakDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The time-out in a dialog of its own, for the reality check. The choice and its end are in one view. */
export function BreakDialog({ isOpen, onClose }: BreakDialogProps) {
  const [hours, setHours] = useState<Hours>(TIME_OUT_HOURS[0])
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Result<Responsible> | null>(null)
  const start = async () => {
    setBusy(true)
    const result = await startBreak(hours, (response) => response)
    setBusy(false)
    setFailed(result.ok ? null : result)
    if (result.ok) onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={rst('break.title')}
      description={rst('break.lead')}
      actions={
        <Button kind="primary" isLoading={isBusy} onClick={() => void start()}>
          {rst('break.start')}
        </Button>
      }
    >
      <div className={styles.form}>
        <Choices label={rst('break.length')} value={hours} choices={choices()} onChange={setHours} />
        <p className={styles.effect}>{rst('break.questionText', { end: endOf(hours) })}</p>
        {failed?.ok === false && <FormFailure failure={failed} />}
      </div>
    </Dialog>
  )
}
