import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { roomText } from '#messages/zh/room.ts'
import { call } from '#transport/client.ts'
import { ReasonFields, SubmitDialog, useReason } from '#ui/overlay/SubmitDialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { textOf } from '../rows/row-info.ts'

type Reason = RequestOf<'chatroom.report'>['reason']

const REASONS: readonly Reason[] = ['flood', 'advertising', 'abuse', 'other']

export interface ReportDialogProps {
  readonly chatRoomNo: string
  readonly row: FeedRow
  readonly onClose: () => void
}

/** 举报: reports a message to the administrators of the room. */
export function ReportDialog({ chatRoomNo, row, onClose }: ReportDialogProps) {
  const state = useReason<Reason | null>(null)

  const report = async () => {
    if (state.reason === null) return
    const note = cleanChatText(state.note)
    const params = { chatRoomNo, id: row.id, reason: state.reason, ...(note && { note }) }
    const result = await call('chatroom.report', params)
    if (!result.ok) return state.setError(result.message)
    toast({ text: roomText('report.thanks'), tone: 'success' })
    onClose()
  }

  return (
    <SubmitDialog
      title={roomText('report.title', { name: row.author?.memberName ?? '' })}
      description={textOf(row) ?? ''}
      cancelLabel={roomText('report.cancel')}
      submitLabel={roomText('report.send')}
      isReady={state.reason !== null}
      onSubmit={report}
      onClose={onClose}
    >
      <ReasonFields
        state={state}
        label={roomText('report.why')}
        reasons={REASONS.map((value) => ({ value, label: roomText(`report.reason.${value}`) }))}
        noteLabel={roomText('report.note')}
      />
    </SubmitDialog>
  )
}
