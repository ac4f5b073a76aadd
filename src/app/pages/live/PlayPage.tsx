import { useAtom } from 'jotai'
import { type CSSProperties, useMemo, useState } from 'react'
import { Player } from '#features/player/Player.tsx'
import { playerText } from '#messages/zh/player.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { Logo } from '#ui/art/Logo.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './PlayPage.module.css'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { checkMediaUrl } from '#protocol/rules/media-url.ts'
import { parseHeights } from '#protocol/rules/video-quality.ts'
import { unscrambleUrl } from '#protocol/rules/xhlkx.ts'

const MAX_TITLE = 80
const LIVE = '/app/live'

/** Additional video origins, written into the page by the server. */
function videoOrigins(): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="grandstand-video"]')
  return meta?.content.split(' ').filter((origin) => origin !== '') ?? []
}

/** play.html: one stream in the whole window (S2.14). */
export function PlayPage() {
  const query = useMemo(() => new URLSearchParams(window.location.search), [])
  const { protocol, host } = window.location
  const source = useMemo(
    () => playSource(query, { protocol, host, videoOrigins: videoOrigins() }, playerText('play.source')),
    [query, protocol, host],
  )
  const sources = useMemo(() => (source === null ? [] : [source]), [source])
  const [{ volume, isMuted, flvEngine, quality }, setPreferences] = useAtom(uiPreferencesAtom)
  // A preview of the console is muted, and changes no settings of the browser.
  const isFramed = window.parent !== window
  // The page around the frame has a main region.
  const Stage = isFramed ? 'div' : 'main'
  const [own, setOwn] = useState({ volume, isMuted: true, flvEngine, quality })
  const title = (query.get('title') ?? '').slice(0, MAX_TITLE) || playerText('play.title')
  const [ratio, setRatio] = useState<number | null>(null)
  const shape = ratio === null ? {} : ({ '--picture-ratio': ratio.toFixed(4) } as CSSProperties)
  useDocumentTitle(source === null ? playerText('play.badLink') : title)
  return (
    <div className={styles.page} data-framed={isFramed}>
      {!isFramed && (
        <header className={styles.head}>
          <a className={styles.logo} href={LIVE} aria-label={playerText('play.home')}>
            <Logo height={26} />
          </a>
          {source !== null && <h1 className={styles.title}>{title}</h1>}
        </header>
      )}
      <Stage className={styles.stage} style={shape}>
        {source === null ? (
          <EmptyState
            level={1}
            scene="offline"
            title={playerText('play.badLink')}
            text={playerText('play.badLinkText')}
            action={
              <a className={buttonClass({ kind: 'primary' })} href={LIVE}>
                {playerText('play.toLive')}
              </a>
            }
          />
        ) : (
          <Player
            sources={sources}
            picture="live"
            title={title}
            className={styles.player ?? ''}
            onShape={setRatio}
            preferences={isFramed ? own : { volume, isMuted, flvEngine, quality }}
            onPreferences={isFramed ? setOwn : setPreferences}
          />
        )}
      </Stage>
    </div>
  )
}

interface PlayPlace {
  /** Of the page: `https:` or `http:`, and `host[:port]`. */
  readonly protocol: string
  readonly host: string
  /** Other origins whose streams may be opened. */
  readonly videoOrigins: readonly string[]
}

const hostOf = (origin: string): string => origin.replace(/^[a-z]+:\/\//i, '')

/**
 * S2.14: the stream that the address of play.html asks for; null when its address is missing, damaged, or not one that may
 * be opened. Reads `xhlkx`, never a plain `url`. `heights` lists the qualities of an FLV stream.
 */
export function playSource(query: URLSearchParams, place: PlayPlace, name: string): StreamSource | null {
  const url = unscrambleUrl(query.get('xhlkx') ?? '')
  if (url === null) return null
  const allowedHosts = place.videoOrigins.map(hostOf)
  const kind = checkMediaUrl(url, { pageProtocol: place.protocol, siteHost: place.host, allowedHosts })
  if (kind === null) return null
  const heights = kind === 'flv' ? parseHeights(query.get('heights')) : []
  return { id: kind, name, kind, url, ...(heights.length > 1 && { heights: [...heights] }) }
}
