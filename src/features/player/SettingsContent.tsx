import { useAtom } from 'jotai'
import { ExternalLink, PictureInPicture2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { playerMessages as text } from '#lib/messages/player.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import { type FlvEngine, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { RadioRow } from '#ui/RadioRow.tsx'
import { Switch } from '#ui/Switch.tsx'
import type { PlayerState } from './player-state.ts'
import styles from './SettingsContent.module.css'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { playQuery } from '#protocol/rules/xhlkx.ts'

export interface SettingsPanelProps {
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly sources: readonly StreamSource[]
  readonly onSource: (sourceId: string) => void
  readonly onLevel: (level: number | null) => void
  readonly onFlvEngine: (engine: FlvEngine) => void
  readonly title: string
  readonly onPictureInPicture: (() => void) | null
}

function statisticsText({ latencySeconds, isLatencyKnown, framesPerSecond, droppedFrames }: PlayerStats): string {
  const behind = isLatencyKnown ? text.latency(latencySeconds.toFixed(1)) : text.buffered(latencySeconds.toFixed(1))
  return text.statistics(behind, Math.round(framesPerSecond), droppedFrames)
}

const AUTOMATIC = 'auto'

function Levels({ state, onLevel }: Pick<SettingsPanelProps, 'state' | 'onLevel'>): ReactNode {
  if (state.levels.length < 2) return null
  const levels = state.levels.map(({ id, height }) => ({ value: String(id), label: `${height}p` }))
  return (
    <RadioRow
      label={text.quality}
      value={state.level === null ? AUTOMATIC : String(state.level)}
      options={[{ value: AUTOMATIC, label: text.automatic }, ...levels]}
      onChange={(value) => onLevel(value === AUTOMATIC ? null : Number(value))}
    />
  )
}

const FLV_ENGINES: readonly { readonly value: FlvEngine; readonly label: string }[] = [
  { value: AUTOMATIC, label: text.automatic },
  { value: 'flv', label: 'flv.js' },
  { value: 'mpegts', label: 'mpegts.js' },
]

/** The settings: source, quality, library, shortcuts, picture-in-picture, and connection statistics. */
export function SettingsContent(props: SettingsPanelProps) {
  const { state, stats, sources, title, onSource, onLevel, onFlvEngine, onPictureInPicture } = props
  const [{ hasShortcuts }, setPreferences] = useAtom(uiPreferencesAtom)
  const source = sources.find(({ id }) => id === state.sourceId)
  const options = sources.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <RadioRow label={text.source} value={state.sourceId ?? ''} options={options} onChange={onSource} />
      <Levels state={state} onLevel={onLevel} />
      {source?.kind === 'flv' && (
        <RadioRow label={text.flvEngine} value={state.flvEngine} options={FLV_ENGINES} onChange={onFlvEngine} />
      )}
      <Switch label={text.shortcuts} isOn={hasShortcuts} onChange={(isOn) => setPreferences({ hasShortcuts: isOn })} />
      {onPictureInPicture && (
        <button type="button" className={styles.action} onClick={onPictureInPicture}>
          <PictureInPicture2 size={16} />
          {text.pictureInPicture}
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
          {text.ownWindow}
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
  if (siteId !== undefined) parameters.push(['siteId', siteId])
  return `/play.html?${new URLSearchParams(playQuery(parameters)).toString()}`
}
