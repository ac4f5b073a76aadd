import { useAtom, useAtomValue } from 'jotai'
import { SKINS } from '#protocol/sites.ts'
import { formatCount } from '#lib/format.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { commonText } from '#messages/zh/common.ts'
import { siteAtom } from '#state/site/site.ts'
import type { ShowSwitches, UiPreferences } from '#state/site/ui-preferences.ts'
import { GIFT_PAUSE_COINS, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { useSkin } from '#state/site/use-skin.ts'
import styles from './MineSettings.module.css'

const SIZES = [14, 16, 18] as const satisfies readonly UiPreferences['chatSize'][]
const SHOWS = [
  'entryNotes',
  'entryEffects',
  'giftBanners',
  'giftEffects',
  'siteBanners',
] as const satisfies readonly (keyof ShowSwitches)[]

/** Interface preferences, stored in this browser only (Annex F, `ui`). */
export function MineSettings() {
  const { isDemo } = useAtomValue(siteAtom)
  const [preferences, change] = useAtom(uiPreferencesAtom)
  return (
    <Panel
      title={entriesText('mine.settings')}
      aside={
        <span className={styles.aside}>
          {entriesText('mine.settingsNote')}
          <LanguageSwitch />
        </span>
      }
    >
      <div className={styles.groups}>
        {isDemo && <SkinSettings />}
        <Choices
          label={entriesText('mine.chatSize')}
          value={preferences.chatSize}
          choices={SIZES.map((value) => ({ value, label: entriesText(`mine.size${value}`) }))}
          onChange={(size) => change({ chatSize: size })}
        />
        <Choices
          label={entriesText('mine.giftPause')}
          value={preferences.giftPauseCoins}
          choices={GIFT_PAUSE_COINS.map((value) => ({ value, label: formatCount(value) }))}
          onChange={(giftPauseCoins) => change({ giftPauseCoins })}
        />
        <ShowSettings />
      </div>
    </Panel>
  )
}

function ShowSettings() {
  const [preferences, change] = useAtom(uiPreferencesAtom)
  const { shows, showsDanmaku, pausesOnHover } = preferences
  return (
    <fieldset className={styles.switches}>
      <legend>{entriesText('mine.shows')}</legend>
      <Switch
        label={entriesText('mine.danmaku')}
        isOn={showsDanmaku}
        onChange={(isOn) => change({ showsDanmaku: isOn })}
      />
      {SHOWS.map((show) => (
        <Switch
          key={show}
          label={entriesText(`mine.${show}`)}
          isOn={shows[show]}
          onChange={(isOn) => change({ shows: { ...shows, [show]: isOn } })}
        />
      ))}
      <Switch
        label={entriesText('mine.pauses')}
        isOn={pausesOnHover}
        onChange={(isOn) => change({ pausesOnHover: isOn })}
      />
      <Switch
        label={entriesText('mine.miniPlayer')}
        isOn={preferences.hasMiniPlayer}
        onChange={(hasMiniPlayer) => change({ hasMiniPlayer })}
      />
      <Switch
        label={entriesText('mine.sound')}
        isOn={preferences.isMuted}
        onChange={(isMuted) => change({ isMuted })}
      />
    </fieldset>
  )
}

function SkinSettings() {
  const [skin, setSkin] = useSkin()
  const [{ followsSystem }, change] = useAtom(uiPreferencesAtom)
  return (
    <>
      <Choices
        label={entriesText('mine.skin')}
        value={skin}
        choices={SKINS.map((value) => ({ value, label: commonText(`skin.${value}`) }))}
        onChange={(chosen) => {
          change({ followsSystem: false })
          setSkin(chosen)
        }}
      />
      <Switch
        label={entriesText('mine.followsSystem')}
        isOn={followsSystem}
        onChange={(isOn) => change({ followsSystem: isOn })}
      />
    </>
  )
}
