import { Pin, PinOff, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Components, Virtuoso } from 'react-virtuoso'
import { formatDate } from '#lib/format.ts'
import { inboxText } from '#messages/zh/inbox.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './InboxList.module.css'
import { type InboxKind, type InboxMessage, messagePath } from './inbox-calls.ts'
import { type InboxView, useInbox } from './use-inbox.ts'

interface ListContext {
  readonly pages: InboxView['pages']
  /** Selected ids; null outside of the selection. */
  readonly picked: ReadonlySet<string> | null
  readonly toggle: (id: string) => void
}

const PARTS: Components<InboxMessage, ListContext, HTMLUListElement> = {
  List: ({ context: _context, ...props }) => <ul {...props} />,
  Item: ({ item: _item, context: _context, ...props }) => <li {...props} />,
}
const keyOf = (_index: number, { id }: InboxMessage) => id
const drawMessage = (_index: number, message: InboxMessage, { pages, picked, toggle }: ListContext) => (
  <Message message={message} isPicked={picked?.has(message.id) ?? null} pages={pages} onToggle={toggle} />
)
const GREY_ROWS = 8
/** Messages of the first render. Without them the list is empty until a first row has been measured. */
const FIRST_ROWS = 10

/** The messages of a kind with their actions. A virtual list, so that 10,000 messages scroll like a page of them. */
export function InboxList({ kind, name }: { readonly kind: InboxKind; readonly name: string }) {
  const inbox = useInbox(kind)
  const { messages, failure, isLoading } = inbox
  /** Selected ids; null outside of the selection. */
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null)
  if (messages === null) {
    return failure !== null && !isLoading ? (
      <ErrorPanel message={inboxText('listFailed')} failure={failure} onRetry={() => inbox.load(false)} />
    ) : (
      <Loading className={styles.loading}>
        {Array.from({ length: GREY_ROWS }, (_, index) => (
          <Skeleton key={index} height="52px" />
        ))}
      </Loading>
    )
  }
  if (messages.length === 0)
    return <EmptyState scene="mail" level={2} title={inboxText('empty.title')} text={inboxText('empty.text')} />
  const toggle = (id: string) =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <>
      <Tools name={name} inbox={inbox} messages={messages} picked={picked} onPick={setPicked} />
      <Virtuoso
        useWindowScroll
        data={messages}
        initialItemCount={Math.min(FIRST_ROWS, messages.length)}
        computeItemKey={keyOf}
        context={{ pages: inbox.pages, picked, toggle }}
        itemContent={drawMessage}
        components={PARTS}
        endReached={() => inbox.hasMore && inbox.load(true)}
        increaseViewportBy={600}
      />
      <Foot inbox={inbox} />
    </>
  )
}

function Foot({ inbox: { failure, hasMore, isLoading, load, total } }: { readonly inbox: InboxView }) {
  return (
    <div className={styles.foot}>
      {failure !== null && !isLoading && <p role="alert">{inboxText('moreFailed')}</p>}
      {hasMore ? (
        <Button kind="outline" size="small" isLoading={isLoading} onClick={() => load(true)}>
          {inboxText('more')}
        </Button>
      ) : (
        <p>{inboxText('count', { count: total })}</p>
      )}
    </div>
  )
}

interface ToolsProps {
  readonly name: string
  readonly inbox: InboxView
  readonly messages: readonly InboxMessage[]
  readonly picked: ReadonlySet<string> | null
  readonly onPick: (picked: ReadonlySet<string> | null) => void
}

/** Actions on all messages, or on the selected ones. */
function Tools({ name, inbox, messages, picked, onPick }: ToolsProps) {
  const [isAsking, setAsking] = useState(false)
  if (picked !== null) {
    const chosen = messages.filter(({ id }) => picked.has(id))
    const isAll = chosen.length === messages.length
    return (
      <div className={styles.tools}>
        <Button size="small" onClick={() => onPick(new Set(isAll ? [] : messages.map(({ id }) => id)))}>
          {inboxText(isAll ? 'action.none' : 'action.all')}
        </Button>
        <Button
          size="small"
          kind="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            onPick(null)
            void inbox.pages.remove(chosen)
          }}
        >
          {chosen.length === 0 ? inboxText('action.delete') : inboxText('action.deleteCount', { count: chosen.length })}
        </Button>
        <Button size="small" kind="quiet" onClick={() => onPick(null)}>
          {inboxText('action.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.tools}>
      <Button size="small" disabled={messages.every(({ isRead }) => isRead)} onClick={() => void inbox.pages.readAll()}>
        {inboxText('action.readAll')}
      </Button>
      <Button size="small" onClick={() => onPick(new Set())}>
        {inboxText('action.select')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => setAsking(true)}>
        {inboxText('action.deleteAll')}
      </Button>
      <Question
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={inboxText('clear.title', { kind: name })}
        text={inboxText('clear.text', { kind: name })}
        action={inboxText('action.deleteAll')}
        onConfirm={() => inbox.pages.deleteAll()}
      />
    </div>
  )
}

interface MessageProps {
  readonly message: InboxMessage
  /** Null outside of the selection. */
  readonly isPicked: boolean | null
  readonly onToggle: (id: string) => void
  readonly pages: InboxView['pages']
}

const Message = memo(function Message({ message, isPicked, pages, onToggle }: MessageProps) {
  const { id, title, content, createTime, isRead, isTop } = message
  const text = (
    <>
      <span className={styles.title}>
        {!isRead && <span className="visually-hidden">{inboxText('unread')}</span>}
        {isTop && <span className={styles.top}>{inboxText('pinned')}</span>}
        <bdi>{title}</bdi>
      </span>
      <time className={styles.date} dateTime={new Date(createTime).toISOString()}>
        {formatDate(createTime, serverNow())}
      </time>
      <span className={styles.content} dir="auto">
        {content}
      </span>
    </>
  )
  return (
    <div className={styles.row} data-message={id} data-unread={!isRead || undefined} data-top={isTop || undefined}>
      {isPicked === null ? (
        <Link className={styles.text} to={messagePath(message)}>
          {text}
        </Link>
      ) : (
        <label className={styles.text}>
          <input
            className={styles.box}
            type="checkbox"
            aria-label={inboxText('pick', { title })}
            checked={isPicked}
            onChange={() => onToggle(id)}
          />
          {text}
        </label>
      )}
      {isPicked === null && (
        <span className={styles.actions}>
          <IconButton
            label={inboxText(isTop ? 'unpinOf' : 'pinOf', { title })}
            icon={isTop ? <PinOff size={18} /> : <Pin size={18} />}
            onClick={() => void pages.setTop(message, !isTop)}
          />
          <IconButton
            label={inboxText('deleteOf', { title })}
            icon={<Trash2 size={18} />}
            onClick={() => void pages.remove([message])}
          />
        </span>
      )}
    </div>
  )
})
