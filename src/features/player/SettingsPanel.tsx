import { Popover } from '@base-ui/react/popover'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { PictureInPicture2, SlidersHorizontal } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { VideoLine } from '#protocol/endpoints/live.ts'
import { playerText as text } from '#lib/text/player.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { PlayerState, PlayerStats } from './player-state.ts'
import styles from './SettingsPanel.module.css'

export interface SettingsPanelProps {
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly lines: readonly VideoLine[]
  /** The panel stays inside the player, so that it shows on a full screen too. */
  readonly container: RefObject<HTMLElement | null>
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onLine: (lineId: string) => void
  readonly onLevel: (level: number | null) => void
  readonly onPictureInPicture: (() => void) | null
}

interface ChoiceProps {
  readonly label: string
  readonly options: readonly { readonly key: string; readonly name: string }[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

function Choice({ label, options, chosen, onChoose }: ChoiceProps) {
  return (
    <RadioGroup className={styles.choice} aria-label={label} value={chosen} onValueChange={onChoose}>
      <span className={styles.label}>{label}</span>
      {options.map(({ key, name }) => (
        <Radio.Root key={key} value={key} className={styles.option}>
          {name}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

function statisticsText({ latencySeconds, framesPerSecond, droppedFrames }: PlayerStats): string {
  return text.statistics(latencySeconds?.toFixed(1) ?? '-', Math.round(framesPerSecond), droppedFrames)
}

const AUTOMATIC = 'auto'

function Levels({ state, onLevel }: Pick<SettingsPanelProps, 'state' | 'onLevel'>): ReactNode {
  if (state.levels.length < 2) return null
  const levels = state.levels.map(({ id, height }) => ({ key: String(id), name: `${height}p` }))
  return (
    <Choice
      label={text.quality}
      options={[{ key: AUTOMATIC, name: text.automatic }, ...levels]}
      chosen={state.level === null ? AUTOMATIC : String(state.level)}
      onChoose={(key) => onLevel(key === AUTOMATIC ? null : Number(key))}
    />
  )
}

/** Line, quality, the small window, and the figures of the connection. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { state, stats, lines, container, onOpenChange, onLine, onLevel, onPictureInPicture } = props
  const options = lines.map(({ id, name }) => ({ key: id, name }))
  return (
    <Popover.Root onOpenChange={onOpenChange}>
      <Popover.Trigger
        render={<IconButton ground="video" icon={<SlidersHorizontal size={20} />} label={text.settings} />}
      />
      <Popover.Portal container={container}>
        <Popover.Positioner className={styles.positioner} side="top" align="end" sideOffset={8}>
          <Popover.Popup className={styles.popup} aria-label={text.settings}>
            <Choice label={text.line} options={options} chosen={state.lineId ?? ''} onChoose={onLine} />
            <Levels state={state} onLevel={onLevel} />
            {onPictureInPicture && (
              <button type="button" className={styles.action} onClick={onPictureInPicture}>
                <PictureInPicture2 size={16} />
                {text.pictureInPicture}
              </button>
            )}
            {stats && <p className={styles.statistics}>{statisticsText(stats)}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
