import { useState } from 'react'
import { ad } from '#lib/text/administration.ts'
import { Button } from '#ui/Button.tsx'
import { Choices } from '#ui/Choices.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Switch } from '#ui/Switch.tsx'
import { deleteAll, minutesText, mute } from './acts.ts'
import styles from './administration.module.css'

const TIMES: readonly (number | null)[] = [10, 60, 1_440, 10_080, null]
const REASONS = ['flood', 'advertising', 'abuse', 'other'] as const

export interface MuteDialogProps {
  readonly chatRoomNo: string
  readonly userId: string
  readonly memberName: string
  readonly onClose: () => void
}

/** How long somebody may not speak, and why: the reason is what they are told. */
export function MuteDialog({ chatRoomNo, userId, memberName, onClose }: MuteDialogProps) {
  const [minutes, setMinutes] = useState<number | null>(10)
  const [reason, setReason] = useState<(typeof REASONS)[number]>('flood')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [alsoDeletes, setAlsoDeletes] = useState(false)
  const [isSending, setSending] = useState(false)

  const send = async () => {
    const words = reason === 'other' ? note.trim() : ad(`mute.reason.${reason}`)
    if (words === '') return setError(ad('mute.noteMissing'))
    setSending(true)
    const isDone = await mute(chatRoomNo, { userId, memberName, minutes, reason: words })
    if (isDone && alsoDeletes) await deleteAll(chatRoomNo, userId, memberName)
    setSending(false)
    if (isDone) onClose()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={ad('mute.title', { name: memberName })}
      actions={
        <>
          <Button onClick={onClose}>{ad('cancel')}</Button>
          <Button kind="primary" isLoading={isSending} onClick={() => void send()}>
            {ad('mute.send')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Choices
          label={ad('mute.time')}
          value={minutes}
          onChange={setMinutes}
          choices={TIMES.map((value) => ({
            value,
            label: value === null ? ad('mute.forGood') : minutesText(value),
          }))}
        />
        <Choices
          label={ad('mute.why')}
          value={reason}
          onChange={setReason}
          choices={REASONS.map((value) => ({ value, label: ad(`mute.reason.${value}`) }))}
        />
        {reason === 'other' && (
          <Field
            label={ad('mute.note')}
            value={note}
            maxLength={100}
            error={error}
            onValueChange={(next) => {
              setNote(next)
              setError(null)
            }}
          />
        )}
        <Switch label={ad('mute.alsoDelete')} isOn={alsoDeletes} onChange={setAlsoDeletes} />
      </div>
    </Dialog>
  )
}
