import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { createContext, memo, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { perfText } from '#messages/zh/perf.ts'
import { shownItemsAtom } from '#state/feed/feed-atoms.ts'
import type { FeedItem } from '#state/feed/feed-state.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { VipBadge } from '#ui/text/Badge.tsx'
import styles from './BaselineList.module.css'

/** Newest rows in the page. */
const ROWS = 100

/**
 * Baselines of the lab: lists as they are usually written. `plain` draws the newest rows with one element each. `context`
 * imitates stream-chat-react: grouping over all messages at each change, and per message a context, a tree of components,
 * and actions.
 */
export function BaselineList({ kind }: { readonly kind: 'plain' | 'context' }) {
  const items = useAtomValue(shownItemsAtom)
  const scroller = useRef<HTMLDivElement>(null)
  // After each change of the items, which is what this component renders for.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  })
  const rows = kind === 'plain' ? items.slice(-ROWS).map(plainRow) : <ContextRows items={items} />
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="log"
      aria-live="off"
      aria-label={perfText('lab.measuredList')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard has to reach it
      tabIndex={0}
    >
      {rows}
    </div>
  )
}

function plainRow(item: FeedItem): ReactNode {
  return <PlainRow key={item.key} item={item} />
}

const PlainRow = memo(({ item }: { readonly item: FeedItem }) => {
  if (item.type === 'dropped') return <p className={styles.folded}>{`${perfText('lab.folded')} ${item.count}`}</p>
  if (item.type !== 'row') return null
  const { row } = item
  return (
    <p className={styles.row} data-id={row.id} data-seq={row.seq} data-kind={row.kind}>
      {row.author && <b>{`${row.author.memberName}：`}</b>}
      {contentOf(row)}
    </p>
  )
})

function contentOf(row: FeedRow): string {
  switch (row.kind) {
    case 'text':
      return row.data.reply ? `${row.data.reply.memberName}：${row.data.reply.text}｜${row.data.text}` : row.data.text
    case 'image':
      return row.data.alt
    case 'gift':
      return row.data.giftName
    case 'order':
      return row.data.message.itemName
    default:
      return '—'
  }
}

interface MessageContextValue {
  readonly row: FeedRow
  /** The previous message has the same author. */
  readonly isGrouped: boolean
  readonly groupSize: number
  readonly actions: readonly string[]
  readonly onAction: (action: string) => void
}

const MessageContext = createContext<MessageContextValue | null>(null)

function useMessage(): MessageContextValue {
  const value = useContext(MessageContext)
  if (value === null) throw new Error('a part of a message must be inside of its context')
  return value
}

/** All messages are grouped again at each change; only the newest are mounted. */
function ContextRows({ items }: { readonly items: readonly FeedItem[] }) {
  const grouped = useMemo(() => groupByAuthor(items), [items])
  return grouped.slice(-ROWS).map((message) => <ContextMessage key={message.row.id} {...message} />)
}

interface Grouped {
  readonly row: FeedRow
  readonly isGrouped: boolean
  readonly groupSize: number
}

function groupByAuthor(items: readonly FeedItem[]): readonly Grouped[] {
  const rows = items.flatMap((item) => (item.type === 'row' ? [item.row] : []))
  let groupSize = 0
  return rows.map((row, index) => {
    const isGrouped = index > 0 && rows[index - 1]?.author?.userId === row.author?.userId
    groupSize = isGrouped ? groupSize + 1 : 1
    return { row, isGrouped, groupSize }
  })
}

const ACTIONS = ['reply', 'react', 'pin', 'flag'] as const

function ContextMessage({ row, isGrouped, groupSize }: Grouped) {
  const value = useMemo(
    () => ({ row, isGrouped, groupSize, actions: ACTIONS, onAction: () => undefined }),
    [row, isGrouped, groupSize],
  )
  return (
    <MessageContext value={value}>
      <MessageFrame>
        <MessageHead />
        <MessageBody />
        <MessageFoot />
      </MessageFrame>
    </MessageContext>
  )
}

function MessageFrame({ children }: { readonly children: ReactNode }) {
  const { row, isGrouped } = useMessage()
  return (
    <article className={styles.message} data-grouped={isGrouped || undefined} data-id={row.id} data-seq={row.seq}>
      {children}
    </article>
  )
}

function MessageHead() {
  const { row, isGrouped } = useMessage()
  if (row.author === null || isGrouped) return null
  return (
    <header className={styles.head}>
      <Avatar id={row.author.userId} size={24} />
      <b>{row.author.memberName}</b>
      <VipBadge level={row.author.vipLevel} />
    </header>
  )
}

function MessageBody() {
  const { row } = useMessage()
  return (
    <div className={styles.bubble}>
      <MessageText />
      {row.kind === 'text' && row.data.reply && <blockquote>{row.data.reply.text}</blockquote>}
    </div>
  )
}

/** The text is split into words and links, as a Markdown renderer does. */
function MessageText() {
  const { row } = useMessage()
  const parts = useMemo(() => contentOf(row).split(/(?=[，。！？])/u), [row])
  return (
    <p>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no names and keep their order
        <span key={index}>{part}</span>
      ))}
    </p>
  )
}

function MessageFoot() {
  const { row, groupSize, actions } = useMessage()
  const time = new Date(row.at)
  return (
    <footer className={styles.foot}>
      <time dateTime={time.toISOString()}>{time.toLocaleTimeString('zh-CN')}</time>
      <span hidden>{`${groupSize} ${actions.join(' ')}`}</span>
    </footer>
  )
}
