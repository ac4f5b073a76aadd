import { useState } from 'react'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { adminText } from '#messages/zh/administration.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { ReasonFields, SubmitDialog, useReason } from '#ui/overlay/SubmitDialog.tsx'
import { deleteAll, minutesText, mute } from './acts.ts'
import styles from './administration.module.css'

const TIMES: readonly (number | null)[] = [10, 60, 1_440, 10_080, null]
const REASONS = ['flood', 'advertising', 'abuse', 'other'] as const

interface MuteDialogProps {
  readonly chatRoomNo: string
  readonly userId: string
  readonly memberName: string
  readonly onClose: () => void
}

/** Mutes a member for a period. The member is shown the reason. */
export function MuteDialog({ chatRoomNo, userId, memberName, onClose }: MuteDialogProps) {
  const [minutes, setMinutes] = useState<number | null>(10)
  const state = useReason<(typeof REASONS)[number]>('flood')
  const [alsoDeletes, setAlsoDeletes] = useState(false)

  const muteMember = async () => {
    const reason = state.reason === 'other' ? cleanChatText(state.note) : adminText(`mute.reason.${state.reason}`)
    if (reason === '') return state.setError(adminText('mute.noteMissing'))
    const isDone = await mute(chatRoomNo, { userId, memberName, minutes, reason })
    if (isDone && alsoDeletes) await deleteAll(chatRoomNo, userId, memberName)
    if (isDone) onClose()
  }

  return (
    <SubmitDialog
      title={adminText('mute.title', { name: memberName })}
      cancelLabel={adminText('cancel')}
      submitLabel={adminText('mute.send')}
      onSubmit={muteMember}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Choices
          label={adminText('mute.time')}
          value={minutes}
          onChange={setMinutes}
          choices={TIMES.map((value) => ({
            value,
            label: value === null ? adminText('mute.forGood') : minutesText(value),
          }))}
        />
        <ReasonFields
          state={state}
          label={adminText('mute.why')}
          reasons={REASONS.map((value) => ({ value, label: adminText(`mute.reason.${value}`) }))}
          noteLabel={adminText('mute.note')}
          hasNote={state.reason === 'other'}
        />
        <Switch label={adminText('mute.alsoDelete')} isOn={alsoDeletes} onChange={setAlsoDeletes} />
      </div>
    </SubmitDialog>
  )
}
