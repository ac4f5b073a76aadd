import { useMemo } from 'react'
import type { VideoLine } from '#protocol/endpoints/live.ts'
import { checkMediaUrl } from '#protocol/rules/media-url.ts'
import { unscrambleUrl } from '#protocol/rules/xhlkx.ts'
import { Player } from '#features/player/Player.tsx'
import { playText } from '#lib/text/play.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import styles from './PlayPage.module.css'

const MAX_TITLE = 80

/** What a play link asks for; null when its address is missing, damaged or not one that may be opened. */
function lineOf(query: URLSearchParams, page: Pick<Location, 'protocol' | 'host'>): VideoLine | null {
  const url = unscrambleUrl(query.get('xhlkx') ?? '')
  if (url === null) return null
  const kind = checkMediaUrl(url, { pageProtocol: page.protocol, ownHost: page.host, allowedHosts: [] })
  return kind === null ? null : { id: kind, name: playText.line, kind, url }
}

/** play.html: one stream over the whole window (S2.14). Reads `xhlkx`, never a plain `url`. */
export function PlayPage() {
  const query = useMemo(() => new URLSearchParams(window.location.search), [])
  const line = useMemo(() => lineOf(query, window.location), [query])
  const title = (query.get('title') ?? '').slice(0, MAX_TITLE) || playText.title
  if (line === null) {
    return (
      <main className={styles.page}>
        <EmptyState title={playText.badLink} action={<a href="/app/live">{playText.toLive}</a>} />
      </main>
    )
  }
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <Player lines={[line]} picture="live" title={title} className={styles.player ?? ''} />
    </main>
  )
}
