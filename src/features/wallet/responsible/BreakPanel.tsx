import { useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { TIME_OUT_HOURS, timeOutEnd } from '#protocol/wallet/limits.ts'
import { commonText } from '#messages/zh/common.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { momentText } from '#lib/play-stop-text.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './responsible.module.css'
import { type ResponsibleState } from './use-responsible.ts'

type Hours = (typeof TIME_OUT_HOURS)[number]
type Take = ResponsibleState['take']

const choices = () => TIME_OUT_HOURS.map((hours) => ({ value: hours, label: responsibleText(`break.${hours}`) }))

const endOf = (hours: Hours): string => momentText(timeOutEnd(serverNow(), hours), serverNow())

/** Starts a time-out; `failure` is the last refusal. */
function useBreak(take: Take, onStarted: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const start = async (hours: Hours) => {
    setBusy(true)
    const result = take(await call('responsible.timeOut', { hours }))
    setBusy(false)
    setFailure(result.ok ? null : result)
    if (!result.ok) return
    toast({ text: responsibleText('break.done'), tone: 'success', id: 'responsible' })
    onStarted()
  }
  return { start, isBusy, failure }
}

/** A time-out of 24 hours to 6 weeks, after a question (Annex I). */
export function BreakPanel({ take }: { readonly take: Take }) {
  const [hours, setHours] = useState<Hours>(TIME_OUT_HOURS[0])
  const [isAsking, setAsking] = useState(false)
  const { start, isBusy, failure } = useBreak(take, () => setAsking(false))
  return (
    <Panel title={responsibleText('break.title')}>
      <div className={styles.body}>
        <p className={styles.text}>{responsibleText('break.lead')}</p>
        <Choices label={responsibleText('break.length')} value={hours} choices={choices()} onChange={setHours} />
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {responsibleText('break.start')}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        isQuestion
        title={responsibleText('break.question', { length: responsibleText(`break.${hours}`) })}
        description={responsibleText('break.questionText', { end: endOf(hours) })}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{commonText('action.cancel')}</Button>
            <Button kind="primary" isLoading={isBusy} onClick={() => void start(hours)}>
              {responsibleText('break.start')}
            </Button>
          </>
        }
      >
        {failure && <FormFailure failure={failure} />}
      </Dialog>
    </Panel>
  )
}

interface BreakDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const takeNothing: Take = (result) => result

/** The time-out in a dialog of its own, for the reality check. The choice and its end are in one view. */
export function BreakDialog({ isOpen, onClose }: BreakDialogProps) {
  const [hours, setHours] = useState<Hours>(TIME_OUT_HOURS[0])
  const { start, isBusy, failure } = useBreak(takeNothing, onClose)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={responsibleText('break.title')}
      description={responsibleText('break.lead')}
      actions={
        <Button kind="primary" isLoading={isBusy} onClick={() => void start(hours)}>
          {responsibleText('break.start')}
        </Button>
      }
    >
      <div className={styles.form}>
        <Choices label={responsibleText('break.length')} value={hours} choices={choices()} onChange={setHours} />
        <p className={styles.effect}>{responsibleText('break.questionText', { end: endOf(hours) })}</p>
        {failure && <FormFailure failure={failure} />}
      </div>
    </Dialog>
  )
}
