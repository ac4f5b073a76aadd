import { SlidersHorizontal } from 'lucide-react'
import type { StreamSource } from '#protocol/endpoints/live.ts'
import { playerMessages as text } from '#lib/messages/player.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { Popover } from '#ui/Popover.tsx'
import type { PlayerState } from './player-state.ts'

export interface SettingsPanelProps {
  readonly state: PlayerState
  readonly stats: PlayerStats | null
  readonly lines: readonly StreamSource[]
  readonly onLine: (lineId: string) => void
  readonly onLevel: (level: number | null) => void
  readonly onFlvEngine: (engine: FlvEngine) => void
  readonly title: string
  readonly onPictureInPicture: (() => void) | null
}

const SettingsContent = lazyPanel<SettingsPanelProps>(
  async () => (await import('./SettingsContent.tsx')).SettingsContent,
)

/** The button of the settings and its window, whose code is loaded when it is opened. */
export function SettingsPanel(content: SettingsPanelProps) {
  return (
    <Popover
      label={text.settings}
      trigger={<IconButton ground="video" icon={<SlidersHorizontal size={20} />} label={text.settings} />}
    >
      <SettingsContent {...content} />
    </Popover>
  )
}
