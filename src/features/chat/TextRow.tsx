import { stickerPath } from '#protocol/rules/stickers.ts'
import { rt } from '#lib/text/room.ts'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { FeedLine } from '#ui/FeedLine.tsx'
import type { LineMark } from '#ui/line-parts.ts'
import { LineParts } from '#ui/LineParts.tsx'
import { Speaker, speakerParts } from './Speaker.tsx'
import styles from './TextRow.module.css'

interface Quoted {
  readonly memberName: string
  readonly text: string
}

/** The quoted line above an answer: one line, cut, never nested. */
function quoteMark({ memberName, text }: Quoted): LineMark {
  return { text: `${memberName}：${text}`, className: styles.quote }
}

export function Quote(quoted: Quoted) {
  return <LineParts parts={[quoteMark(quoted)]} />
}

/**
 * What somebody says (S3.22). The words are text and nothing else, whatever is in them. It is called for its element: a
 * busy room shows a thousand of them a second, and each component would cost the frame (decision 52).
 */
export function textRow(row: FeedRowOf<'text'>) {
  const { reply, text } = row.data
  return FeedLine({
    id: row.id,
    seq: row.seq,
    kind: 'text',
    className: row.isMention ? styles.mention : undefined,
    parts: [...(reply ? [quoteMark(reply)] : []), ...speakerParts(row), text],
  })
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
