import { useState } from 'react'
import { FEEDBACK_STATES, FEEDBACK_TEXT_MAX, FEEDBACK_TYPES, type FeedbackType } from '#protocol/club/feedback.ts'
import type { ConsoleFeedback } from '#protocol/console/feedback.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { cleanLines } from '#protocol/rules/chat-text.ts'
import { isolated } from '#messages/bidi.ts'
import { consoleFeedbackText } from '#messages/zh/console/feedback.ts'
import { feedbackText } from '#messages/zh/feedback.ts'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { Badge } from '#ui/text/Badge.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { FilterForm } from '../parts/FilterForm.tsx'
import { MemberLink } from '../parts/MemberLink.tsx'
import { PictureDialog } from '../parts/PictureDialog.tsx'
import queue from '../parts/Queue.module.css'
import { Loaded, Screen } from '../parts/Screen.tsx'
import { Pager } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './FeedbackQueuePage.module.css'

const REFRESH_MS = 15_000
const STATES = FEEDBACK_STATES.map((value) => ({ value, label: feedbackText(`status.${value}`) }))
const TYPES = [
  { value: 'all' as const, label: consoleFeedbackText('type.all') },
  ...FEEDBACK_TYPES.map((value) => ({ value, label: feedbackText(`type.${value}`) })),
]

type Act = { readonly feedback: ConsoleFeedback; readonly kind: 'answer' | 'close' }
type Picture = { readonly id: string; readonly image: string }

/** Feedback of members: the open ones with the longest waiting first, and answers. */
export function FeedbackQueuePage() {
  const [shown, setShown] = useState<ConsoleRequestOf<'feedback.list'>>({ status: '0', type: null })
  const [act, setAct] = useState<Act | null>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const query = useConsoleData('feedback.list', shown)
  useRefresh(query, REFRESH_MS)
  const { status, type } = shown
  return (
    <Screen title={consoleFeedbackText('title')} lead={consoleFeedbackText('lead')}>
      <FilterForm onSubmit={query.retry}>
        <SelectField
          label={consoleFeedbackText('status')}
          value={status}
          options={STATES}
          onValueChange={(next) => setShown({ status: next, type })}
        />
        <SelectField<FeedbackType | 'all'>
          label={consoleFeedbackText('type')}
          value={type ?? 'all'}
          options={TYPES}
          onValueChange={(next) => setShown({ status, type: next === 'all' ? null : next })}
        />
      </FilterForm>
      <Loaded query={query}>
        {({ list, next }) => (
          <>
            {list.length === 0 && <p className={queue.empty}>{consoleFeedbackText('empty')}</p>}
            <ul className={queue.list}>
              {list.map((feedback) => (
                <li key={feedback.id}>
                  <Thread
                    feedback={feedback}
                    onAct={(kind) => setAct({ feedback, kind })}
                    onPicture={(image) => setPicture({ id: feedback.id, image })}
                  />
                </li>
              ))}
            </ul>
            <Pager request={shown} next={next} onPage={setShown} />
          </>
        )}
      </Loaded>
      {act && <ActOf {...act} onChanged={query.retry} onClose={() => setAct(null)} />}
      {picture && (
        <PictureDialog
          title={consoleFeedbackText('pictureTitle')}
          failed={consoleFeedbackText('pictureFailed')}
          read={() => consoleCall('feedback.picture', picture)}
          onClose={() => setPicture(null)}
        />
      )}
    </Screen>
  )
}

interface ThreadProps {
  readonly feedback: ConsoleFeedback
  readonly onAct: (kind: Act['kind']) => void
  readonly onPicture: (image: string) => void
}

function Thread({ feedback, onAct, onPicture }: ThreadProps) {
  const { can, formatTime } = useConsole()
  const { type, status, userId, memberName, createdAt, updatedAt, content, images, replies } = feedback
  const member = isolated(memberName)
  return (
    <article className={queue.card} aria-label={`${feedbackText(`type.${type}`)} ${memberName}`}>
      <header className={queue.head}>
        <h2>{feedbackText(`type.${type}`)}</h2>
        <Badge tone={status === '0' ? 'accent' : 'neutral'}>{feedbackText(`status.${status}`)}</Badge>
      </header>
      <Facts layout="tiles">
        <Fact name={consoleFeedbackText('member')}>
          <MemberLink userId={userId} name={memberName} />
        </Fact>
        <Fact name={consoleFeedbackText('created')}>{formatTime(createdAt)}</Fact>
        <Fact name={consoleFeedbackText('updated')}>{formatTime(updatedAt)}</Fact>
      </Facts>
      <ol className={styles.thread} aria-label={consoleFeedbackText('thread')}>
        <li data-by="member">
          <p dir="auto">{content}</p>
        </li>
        {replies.map((reply) => (
          <li key={reply.id} data-by={reply.by}>
            <span className={queue.muted}>
              {reply.by === 'member' ? member : isolated(reply.operator)} {formatTime(reply.at)}
            </span>
            <p dir="auto">{reply.content}</p>
          </li>
        ))}
      </ol>
      {images.length > 0 && (
        <div className={queue.actions}>
          {images.map((image, at) => (
            <Button key={image} onClick={() => onPicture(image)}>
              {consoleFeedbackText('picture', { number: at + 1 })}
            </Button>
          ))}
        </div>
      )}
      {status !== '2' && can('feedback.answer') && (
        <div className={queue.actions}>
          <Button kind="primary" onClick={() => onAct('answer')}>
            {consoleFeedbackText('answer')}
          </Button>
          <Button onClick={() => onAct('close')}>{consoleFeedbackText('close')}</Button>
        </div>
      )}
    </article>
  )
}

function ActOf({ feedback, kind, ...dialog }: Act & DialogProps) {
  const { id, version } = feedback
  if (kind === 'answer') return <AnswerDialog feedback={feedback} {...dialog} />
  return (
    <ActDialog
      title={consoleFeedbackText('close')}
      description={consoleFeedbackText('closeLead')}
      hasReason
      act={(reason) => consoleCall('feedback.close', { id, version, reason })}
      {...dialog}
    />
  )
}

interface AnswerDialogProps extends DialogProps {
  readonly feedback: ConsoleFeedback
}

function AnswerDialog({ feedback, onChanged, onClose }: AnswerDialogProps) {
  const { id, content } = feedback
  const [text, setText] = useState('')
  const [isClosed, setClosed] = useState(false)
  return (
    <ActDialog
      title={consoleFeedbackText('answer')}
      description={consoleFeedbackText('answerLead')}
      isReady={cleanLines(text) !== ''}
      item={feedback}
      act={(_, version) => consoleCall('feedback.answer', { id, version, content: text, isClosed })}
      onChanged={onChanged}
      onClose={onClose}
    >
      <div className={styles.thread}>
        <p dir="auto">{content}</p>
      </div>
      <TextArea
        label={consoleFeedbackText('answerText')}
        hint={consoleFeedbackText('answerHint', { max: FEEDBACK_TEXT_MAX })}
        value={text}
        maxLength={FEEDBACK_TEXT_MAX}
        rows={5}
        onValueChange={setText}
      />
      <Checkbox isChecked={isClosed} onChange={setClosed}>
        {consoleFeedbackText('answerClose')}
      </Checkbox>
    </ActDialog>
  )
}
