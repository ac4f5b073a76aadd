import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { FeedbackThread } from '#protocol/endpoints/account/feedback.ts'
import { dateTimeText } from '#features/club/club-format.ts'
import { randomUuid } from '#lib/random-id.ts'
import { feedbackText } from '#messages/zh/feedback.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { useMessageChange } from '#state/session/use-message-change.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { PanelLoading } from '#ui/state/Loaded.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { ItemFrame } from '../ItemFrame.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './feedback.module.css'
import { FEEDBACK_PATH, feedbackTextProblem, lengthOf } from './FeedbackForm.tsx'

/** `/app/feedback/:id` (S1.27): one feedback with its thread. Its answers are read by being opened. */
export function FeedbackThreadPage() {
  const { id = '' } = useParams()
  const userId = useAtomValue(memberAtom)?.userId
  return (
    <MemberOnly>
      <Content key={`${userId} ${id}`} id={id} />
    </MemberOnly>
  )
}

function Content({ id }: { readonly id: string }) {
  const query = useServerData('feedback.detail', { id })
  const unread = query.data?.unread ?? 0
  useDocumentTitle(feedbackText('title'))
  useMessageChange(query.retry)
  useEffect(() => {
    if (unread > 0) void call('feedback.read', { id })
  }, [unread, id])
  return (
    <ItemFrame
      query={query}
      back={{ to: FEEDBACK_PATH, label: feedbackText('back') }}
      missing={{ title: feedbackText('missingTitle'), text: feedbackText('missingText') }}
      failed={feedbackText('list.failed')}
      skeleton={
        <PanelLoading>
          <Skeleton width="40%" height="28px" />
          <Skeleton height="96px" shape="plate" />
          <Skeleton height="96px" shape="plate" />
        </PanelLoading>
      }
    >
      {(thread) => <Thread thread={thread} onReplied={query.retry} />}
    </ItemFrame>
  )
}

function Thread({ thread, onReplied }: { readonly thread: FeedbackThread; readonly onReplied: () => void }) {
  const { id, type, status, content, images, createTime, replies } = thread
  // A reply of the member clears the form. A reply of the support leaves what is typed.
  const sent = replies.filter(({ by }) => by === 'member').length
  return (
    <Panel>
      <header className={styles.head}>
        <h1>{feedbackText(`type.${type}`)}</h1>
        <Badge tone={status === '1' ? 'accent' : 'neutral'}>{feedbackText(`status.${status}`)}</Badge>
      </header>
      <ol className={styles.thread} aria-label={feedbackText('thread')}>
        <Part by="member" content={content} time={createTime}>
          {images.length > 0 && (
            <span className={styles.images}>
              {images.map((image, at) => (
                <Picture key={image} id={image} index={at + 1} />
              ))}
            </span>
          )}
        </Part>
        {replies.map((reply) => (
          <Part key={reply.id} by={reply.by} content={reply.content} time={reply.createTime} />
        ))}
      </ol>
      {status === '2' ? (
        <p className={styles.note}>{feedbackText('closed')}</p>
      ) : (
        <ReplyForm key={sent} id={id} onReplied={onReplied} />
      )}
    </Panel>
  )
}

interface PartProps {
  readonly by: 'member' | 'operator'
  readonly content: string
  readonly time: number
  readonly children?: ReactNode
}

function Part({ by, content, time, children }: PartProps) {
  return (
    <li className={styles.part} data-by={by}>
      <small>
        <b>{feedbackText(by === 'member' ? 'me' : 'service')}</b>{' '}
        <time dateTime={new Date(time).toISOString()}>{dateTimeText(time)}</time>
      </small>
      <p className={styles.text} dir="auto">
        {content}
      </p>
      {children}
    </li>
  )
}

/** A picture of the feedback, which opens in its full size. */
function Picture({ id, index }: { readonly id: string; readonly index: number }) {
  const [address, show] = useBlobAddress()
  const [isFailed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const waiting = new AbortController()
    const read = async () => {
      const result = await call('upload.image', { id }, { signal: waiting.signal })
      if (waiting.signal.aborted) return
      if (result.ok) show(result.data)
      else setFailed(true)
    }
    void read()
    return () => waiting.abort()
  }, [id, show])
  if (isFailed) return <span className={styles.image}>{feedbackText('pictureFailed')}</span>
  const picture = address !== null && <img src={address} alt={feedbackText('picture', { index })} />
  return (
    <>
      <button
        className={styles.image}
        type="button"
        aria-label={feedbackText('openPicture', { index })}
        disabled={address === null}
        onClick={() => setOpen(true)}
      >
        {picture}
      </button>
      <Dialog isOpen={isOpen} title={feedbackText('picture', { index })} onOpenChange={setOpen}>
        <div className={styles.whole}>{picture}</div>
      </Dialog>
    </>
  )
}

function ReplyForm({ id, onReplied }: { readonly id: string; readonly onReplied: () => void }) {
  // A repeated submission has the same id, so the text is stored once.
  const [replyId] = useState(() => randomUuid())
  const form = useForm({
    initial: { content: '' },
    check: ({ content }) => ({ content: feedbackTextProblem(content) }),
    submit: ({ content }) => call('feedback.reply', { id, replyId, content }),
    onDone: () => {
      toast(feedbackText('sent'))
      onReplied()
    },
  })
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <TextArea
        {...form.bind('content')}
        label={feedbackText('reply')}
        hint={feedbackText('replyHint', lengthOf(form.values.content))}
        rows={3}
      />
      {form.failure && <FormFailure failure={form.failure} />}
      <div className={styles.send}>
        <Button kind="primary" type="submit" isLoading={form.isBusy}>
          {feedbackText('send')}
        </Button>
      </div>
    </Form>
  )
}
