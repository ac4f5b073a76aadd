import { useAtom } from 'jotai'
import { ExternalLink, PictureInPicture2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { playerText } from '#messages/zh/player.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import { type FlvEngine, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { RadioRow } from '#ui/choice/RadioRow.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import type { PlayerState } from './player-state.ts'
import styles from './SettingsContent.module.css'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { offeredHeight } from '#protocol/rules/video-quality.ts'
import { playQuery } from '#protocol/rules/xhlkx.ts'

export interface SourceContentProps {
  readonly state: PlayerState
  readonly sources: readonly StreamSource[]
  /** Height of the picture in pixels, the only quality of a source without levels; null if it is not known. */
  readonly height: number | null
  readonly onSource: (sourceId: string) => void
  readonly onQuality: (height: number | null) => void
}

export interface SettingsContentProps {
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly source: StreamSource | undefined
  readonly onFlvEngine: (engine: FlvEngine) => void
  readonly title: string
  readonly onPictureInPicture: (() => void) | null
}

function statisticsText({ latencySeconds, isLatencyKnown, framesPerSecond, droppedFrames }: PlayerStats): string {
  const behind = isLatencyKnown
    ? playerText('latency', { seconds: latencySeconds.toFixed(1) })
    : playerText('buffered', { seconds: latencySeconds.toFixed(1) })
  return playerText('statistics', { behind, framesPerSecond: Math.round(framesPerSecond), dropped: droppedFrames })
}

const AUTOMATIC = 'auto'

/** The choice of the source and of its quality. */
export function SourceContent({ state, sources, height, onSource, onQuality }: SourceContentProps) {
  return (
    <>
      <RadioRow
        label={playerText('source')}
        value={state.sourceId ?? ''}
        options={sources.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onSource}
      />
      <Quality state={state} height={height} onQuality={onQuality} />
    </>
  )
}

function Quality({ state, height, onQuality }: Pick<SourceContentProps, 'state' | 'height' | 'onQuality'>): ReactNode {
  const { heights, quality } = state
  if (heights.length > 1) {
    const options = heights
      .toReversed()
      .map((one) => ({ value: String(one), label: playerText('height', { pixels: one }) }))
    return (
      <RadioRow
        label={playerText('quality')}
        value={quality === null ? AUTOMATIC : String(offeredHeight(heights, quality))}
        options={[{ value: AUTOMATIC, label: playerText('automatic') }, ...options]}
        onChange={(value) => onQuality(value === AUTOMATIC ? null : Number(value))}
      />
    )
  }
  if (height === null) return null
  const only = { value: AUTOMATIC, label: playerText('height', { pixels: height }) }
  return <RadioRow label={playerText('quality')} value={AUTOMATIC} options={[only]} onChange={() => undefined} />
}

const FLV_ENGINES: readonly { readonly value: FlvEngine; readonly label: string }[] = [
  { value: AUTOMATIC, label: playerText('automatic') },
  { value: 'flv', label: 'flv.js' },
  { value: 'mpegts', label: 'mpegts.js' },
]

/** The settings: library, shortcuts, picture-in-picture, and connection statistics. */
export function SettingsContent(props: SettingsContentProps) {
  const { state, stats, source, title, onFlvEngine, onPictureInPicture } = props
  const [{ hasShortcuts }, setPreferences] = useAtom(uiPreferencesAtom)
  return (
    <>
      {source?.kind === 'flv' && (
        <RadioRow
          label={playerText('flvEngine')}
          value={state.flvEngine}
          options={FLV_ENGINES}
          onChange={onFlvEngine}
        />
      )}
      <Switch
        label={playerText('shortcuts')}
        isOn={hasShortcuts}
        onChange={(isOn) => setPreferences({ hasShortcuts: isOn })}
      />
      {onPictureInPicture && (
        <button type="button" className={styles.action} onClick={onPictureInPicture}>
          <PictureInPicture2 size={16} />
          {playerText('pictureInPicture')}
        </button>
      )}
      {source && (
        <a
          className={styles.action}
          href={playUrl(source, title, document.documentElement.dataset['site'])}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink size={16} />
          {playerText('ownWindow')}
        </a>
      )}
      {stats && <p className={styles.statistics}>{statisticsText(stats)}</p>}
    </>
  )
}

/** S2.14-S2.16: the URL of play.html for a source. The parameters of the video link stay, `url` becomes `xhlkx`. */
export function playUrl(source: StreamSource, title: string, siteId: string | undefined): string {
  const parameters: [string, string][] = [
    ['url', source.url],
    ['title', title],
  ]
  if (source.heights !== undefined) parameters.push(['heights', source.heights.join(',')])
  if (siteId !== undefined) parameters.push(['siteId', siteId])
  return `/play.html?${new URLSearchParams(playQuery(parameters)).toString()}`
}
