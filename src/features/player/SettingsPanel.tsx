import { SlidersHorizontal } from 'lucide-react'
import { playerMessages as text } from '#lib/messages/player.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { Popover } from '#ui/Popover.tsx'
import type { SettingsPanelProps } from './SettingsContent.tsx'

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
