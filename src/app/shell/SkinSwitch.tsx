import { Check, Palette } from 'lucide-react'
import type { Skin } from '#protocol/sites.ts'
import { SKINS } from '#protocol/sites.ts'
import { t } from '#lib/messages/common.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu } from '#ui/Menu.tsx'
import styles from './SkinSwitch.module.css'

export interface SkinSwitchProps {
  readonly skin: Skin
  readonly onChange: (skin: Skin) => void
}

/** Switches between the seven skins (demo mode). */
export function SkinSwitch({ skin, onChange }: SkinSwitchProps) {
  return (
    <Menu
      trigger={<IconButton label={t('skin.label')} icon={<Palette size={20} />} />}
      items={SKINS.map((key) => ({
        key,
        label: t(`skin.${key}`),
        icon: key === skin ? <Check size={16} /> : <span className={styles.dot} data-skin={key} />,
        isChosen: key === skin,
        onPress: () => onChange(key),
      }))}
    />
  )
}
