import { SlidersHorizontal } from 'lucide-react'
import { playerMessages as text } from '#lib/messages/player.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { Popover } from '#ui/Popover.tsx'
import type { SettingsPanelProps } from './SettingsContent.tsx'

const SettingsContent = lazyPanel<SettingsPanelProps>(
  async () => (await import('./SettingsContent.tsx')).SettingsContent,
)

/** The settings button and its popover, whose code is loaded on first use. */
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
