import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { inboxJump } from '#protocol/rules/jump.ts'
import { formatClockInFull, formatDate } from '#lib/format.ts'
import { inboxText } from '#messages/zh/inbox.ts'
import { CALLS, INBOX_PATH, type InboxKind, type InboxMessage, isInboxKind } from '#features/inbox/inbox-calls.ts'
import { UNDO_MS } from '#features/inbox/use-inbox.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { JumpLink } from '#ui/button/JumpLink.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { PanelLoading } from '#ui/state/Loaded.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { NotFoundPage } from '../access/NotFoundPage.tsx'
import { ItemFrame } from '../ItemFrame.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './MessagePage.module.css'

/** `/app/messages/:kind/:id` (S1.25): one message, which is read by being opened. */
export function MessagePage() {
  const { kind, id = '' } = useParams()
  const userId = useAtomValue(memberAtom)?.userId
  if (!isInboxKind(kind)) return <NotFoundPage />
  return (
    <MemberOnly>
      <Message key={`${userId} ${kind} ${id}`} kind={kind} id={id} />
    </MemberOnly>
  )
}

function Message({ kind, id }: { readonly kind: InboxKind; readonly id: string }) {
  const query = useServerData(CALLS[kind].detail, { id })
  const { data } = query
  useDocumentTitle(data?.title ?? inboxText('title'))
  const isUnread = data !== null && !data.isRead
  useEffect(() => {
    if (isUnread) void call(CALLS[kind].read, { id })
  }, [isUnread, kind, id])
  return (
    <ItemFrame
      query={query}
      back={{ to: `${INBOX_PATH}?kind=${kind}`, label: inboxText('detail.back') }}
      missing={{ title: inboxText('detail.missingTitle'), text: inboxText('detail.missingText') }}
      failed={inboxText('listFailed')}
      skeleton={
        <PanelLoading>
          <Skeleton width="60%" height="28px" />
          <Skeleton height="120px" shape="plate" />
        </PanelLoading>
      }
    >
      {(message) => <MessageText message={message} />}
    </ItemFrame>
  )
}

function MessageText({ message }: { readonly message: InboxMessage }) {
  const { id, kind, title, content, createTime, jumpUrl = '' } = message
  const navigate = useNavigate()
  const [isTop, setTop] = useState(message.isTop)
  const pin = async () => {
    setTop(!isTop)
    const result = await call(CALLS[kind].sticky, { id, top: !isTop })
    if (result.ok) return
    setTop(isTop)
    toast({ text: inboxText('failed'), tone: 'danger' })
  }
  const remove = async () => {
    const result = await call(CALLS[kind].delete, { id })
    if (!result.ok) return void toast({ text: inboxText('failed'), tone: 'danger' })
    toast({
      id: 'inbox-deleted',
      text: inboxText('deleted', { count: 1 }),
      durationMs: UNDO_MS,
      action: { label: inboxText('action.undo'), onPress: () => void call('message.restore', { ids: [id] }) },
    })
    void navigate(`${INBOX_PATH}?kind=${kind}`)
  }
  return (
    <Panel>
      <article className={styles.message}>
        <h1 dir="auto">{title}</h1>
        <p className={styles.meta}>
          {inboxText(`kind.${kind}`)} ·{' '}
          <time dateTime={new Date(createTime).toISOString()}>
            {formatDate(createTime, serverNow())} {formatClockInFull(createTime)}
          </time>
        </p>
        <p className={styles.text} dir="auto">
          {content}
        </p>
        <div className={styles.actions}>
          {jumpUrl !== '' && (
            <JumpLink jump={inboxJump(jumpUrl)} className={buttonClass({ kind: 'primary' })}>
              {inboxText('action.open')}
            </JumpLink>
          )}
          <Button aria-pressed={isTop} onClick={() => void pin()}>
            {inboxText(isTop ? 'action.unpin' : 'action.pin')}
          </Button>
          <Button kind="quiet" onClick={() => void remove()}>
            {inboxText('action.delete')}
          </Button>
        </div>
      </article>
    </Panel>
  )
}
