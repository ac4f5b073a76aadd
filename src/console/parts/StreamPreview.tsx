import { useState } from 'react'
import { scrambleUrl } from '#protocol/rules/xhlkx.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import styles from './StreamPreview.module.css'

interface StreamPreviewProps {
  /** Path of the stream, signed; '' if it cannot be played. */
  readonly url: string
  readonly isOnAir: boolean
}

/** What viewers see: play.html in a frame, muted. A room without a publisher has a plate. */
export function StreamPreview({ url, isOnAir }: StreamPreviewProps) {
  if (!isOnAir || url === '') return <p className={styles.empty}>{roomsText('preview.none')}</p>
  return <PreviewFrame url={url} />
}

/** Keeps its first URL, because a renewed signature would start the player again. */
function PreviewFrame({ url }: { readonly url: string }) {
  const [address] = useState(() => `/play.html?${new URLSearchParams({ xhlkx: scrambleUrl(url) }).toString()}`)
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this origin, whose player needs scripts and storage
  return <iframe className={styles.frame} src={address} title={roomsText('preview.title')} allow="autoplay" />
}
