import { useAtomValue } from 'jotai'
import { Check, Languages } from 'lucide-react'
import { isLanguage, type Language } from '#protocol/language.ts'
import { commonText } from '#messages/zh/common.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { storedLanguage, storeLanguage } from '#state/site/language.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'

interface LanguageSwitchProps {
  /** Messages are read during rendering, so a new language needs a reload. */
  readonly onChosen?: () => void
}

/** The languages of the site (S7.34); nothing while `multiLanguageEntrance` is 0 (S1.5). */
export function LanguageSwitch({ onChosen = () => window.location.reload() }: LanguageSwitchProps) {
  const { languageSwitch } = useAtomValue(entrancesAtom)
  const { data } = useServerData('site.languageCode', languageSwitch ? {} : null)
  const languages = (data?.list ?? []).flatMap(({ code, name }) => (isLanguage(code) ? [{ code, name }] : []))
  if (!languageSwitch || languages.length < 2) return null
  const now = storedLanguage()
  const choose = (code: Language) => {
    if (code !== now && storeLanguage(code)) onChosen()
  }
  return (
    <Menu
      trigger={<IconButton label={commonText('language.label')} icon={<Languages size={20} />} />}
      items={languages.map(({ code, name }) => ({
        key: code,
        label: name,
        icon: <Check size={16} visibility={code === now ? 'visible' : 'hidden'} />,
        isChosen: code === now,
        onPress: () => choose(code),
      }))}
    />
  )
}
