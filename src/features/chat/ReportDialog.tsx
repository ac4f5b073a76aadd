import { useState } from 'react'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { rt } from '#lib/text/room.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Choices } from '#ui/Choices.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { toast } from '#ui/toast-manager.ts'
import { wordsOf } from './row-words.ts'

type Reason = RequestOf<'chatroom.report'>['reason']

const REASONS: readonly Reason[] = ['flood', 'advertising', 'abuse', 'other']

export interface ReportDialogProps {
  readonly chatRoomNo: string
  readonly row: FeedRow
  readonly onClose: () => void
}

/** 举报: tells the administrators of the room about a message, and why. */
export function ReportDialog({ chatRoomNo, row, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<Reason>('abuse')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  const send = async () => {
    setSending(true)
    const words = note.trim()
    const result = await call('chatroom.report', { chatRoomNo, id: row.id, reason, ...(words && { note: words }) })
    setSending(false)
    if (!result.ok) return setError(result.message)
    toast({ text: rt('report.thanks'), tone: 'success' })
    onClose()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={rt('report.title', { name: row.author?.memberName ?? '' })}
      description={wordsOf(row) ?? ''}
      actions={
        <>
          <Button onClick={onClose}>{rt('report.cancel')}</Button>
          <Button kind="primary" isLoading={isSending} onClick={() => void send()}>
            {rt('report.send')}
          </Button>
        </>
      }
    >
      <Choices
        label={rt('report.why')}
        value={reason}
        onChange={setReason}
        choices={REASONS.map((value) => ({ value, label: rt(`report.reason.${value}`) }))}
      />
      <Field
        label={rt('report.note')}
        value={note}
        maxLength={100}
        error={error}
        onValueChange={(next) => {
          setNote(next)
          setError(null)
        }}
      />
    </Dialog>
  )
}
