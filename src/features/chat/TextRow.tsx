import { stickerPath } from '#protocol/rules/stickers.ts'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import type { FeedRowOf } from '#protocol/worker-api.ts'
import { FeedLine } from '#ui/FeedLine.tsx'
import { Speaker } from './Speaker.tsx'
import styles from './TextRow.module.css'

/** The quoted line above an answer: one line, cut, never nested. */
export function Quote({ memberName, text }: { readonly memberName: string; readonly text: string }) {
  return <span className={styles.quote}>{`${memberName}：${text}`}</span>
}

/** What somebody says (S3.22). The words are text and nothing else, whatever is in them. */
export function TextRow({ row }: { readonly row: FeedRowOf<'text'> }) {
  const { reply, text } = row.data
  return (
    <FeedLine id={row.id} seq={row.seq} kind="text" className={classNames(row.isMention && styles.mention)}>
      {reply && <Quote memberName={reply.memberName} text={reply.text} />}
      <Speaker author={row.author} isMine={row.isMine} />
      {text}
    </FeedLine>
  )
}

/** A sticker of our set (S3.22), by its name in words where it is none of them. */
export function StickerRow({ row }: { readonly row: FeedRowOf<'image'> }) {
  return (
    <FeedLine id={row.id} seq={row.seq} kind="image">
      <Speaker author={row.author} isMine={row.isMine} />
      <StickerPicture id={row.data.sticker} alt={row.data.alt} />
    </FeedLine>
  )
}

/** Has its size before it is loaded: rows never change height. */
export function StickerPicture({ id, alt }: { readonly id: string; readonly alt: string }) {
  const path = stickerPath(id)
  if (path === null) return rt('row.sticker', { alt })
  return <img className={styles.sticker} src={path} width={64} height={64} alt={alt} draggable={false} />
}
