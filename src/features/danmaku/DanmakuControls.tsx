import { useAtom } from 'jotai'
import { MessageSquareOff, MessageSquareText, SlidersVertical } from 'lucide-react'
import { danmakuText as text } from '#lib/text/danmaku.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyPanel } from '#ui/lazy-part.tsx'
import { Popover } from '#ui/Popover.tsx'

const SettingsForm = lazyPanel(async () => (await import('./DanmakuSettingsForm.tsx')).DanmakuSettingsForm)

/** On and off in the player's bar, and how lines look. */
export function DanmakuControls() {
  const [{ showsDanmaku }, setPreferences] = useAtom(uiPreferencesAtom)
  return (
    <>
      <IconButton
        ground="video"
        icon={showsDanmaku ? <MessageSquareText size={20} /> : <MessageSquareOff size={20} />}
        label={text.on}
        isPressed={showsDanmaku}
        onClick={() => setPreferences({ showsDanmaku: !showsDanmaku })}
      />
      <Popover
        label={text.settings}
        trigger={<IconButton ground="video" icon={<SlidersVertical size={20} />} label={text.settings} />}
      >
        <SettingsForm />
      </Popover>
    </>
  )
}
