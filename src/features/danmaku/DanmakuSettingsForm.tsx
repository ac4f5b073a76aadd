import { Slider } from '@base-ui/react/slider'
import { useAtom } from 'jotai'
import { danmakuText } from '#messages/zh/danmaku.ts'
import { DANMAKU_CHOICES, DANMAKU_OPACITY, type DanmakuSettings } from '#state/room/danmaku-settings.ts'
import { type ShowSwitches, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { RadioRow } from '#ui/choice/RadioRow.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import styles from './DanmakuSettingsForm.module.css'

const CHOICES = ['area', 'speed', 'size', 'density'] as const satisfies readonly (keyof typeof DANMAKU_CHOICES)[]

type ChoiceKey = Extract<Parameters<typeof danmakuText>[0], `choices.${string}`>

const SWITCHES: readonly (keyof ShowSwitches)[] = [
  'entryNotes',
  'entryEffects',
  'giftBanners',
  'giftEffects',
  'siteBanners',
]

/** Danmaku settings and effect switches. Every change is applied and stored at once. */
export function DanmakuSettingsForm() {
  const [{ danmaku, shows }, setPreferences] = useAtom(uiPreferencesAtom)
  const change = (part: Partial<DanmakuSettings>) => setPreferences({ danmaku: { ...danmaku, ...part } })
  return (
    <div className={styles.form}>
      <div className={styles.choice}>
        <span className={styles.label} id="danmaku-opacity">
          {danmakuText('opacity')}
        </span>
        <Slider.Root
          className={styles.slider}
          aria-labelledby="danmaku-opacity"
          value={danmaku.opacity}
          onValueChange={(opacity) => change({ opacity })}
          {...DANMAKU_OPACITY}
        >
          <Slider.Control className={styles.control}>
            <Slider.Track className={styles.track}>
              <Slider.Indicator className={styles.indicator} />
              <Slider.Thumb
                className={styles.thumb}
                getAriaValueText={(_, value) => danmakuText('opacityValue', { percent: Math.round(value * 100) })}
              />
            </Slider.Track>
          </Slider.Control>
        </Slider.Root>
        <span className={styles.value}>
          {danmakuText('opacityValue', { percent: Math.round(danmaku.opacity * 100) })}
        </span>
      </div>
      {CHOICES.map((key) => (
        <RadioRow
          key={key}
          label={danmakuText(key)}
          value={danmaku[key]}
          options={Object.keys(DANMAKU_CHOICES[key]).map((value) => ({
            value,
            label: danmakuText(`choices.${key}.${value}` as ChoiceKey),
          }))}
          onChange={(chosen) => change({ [key]: chosen })}
        />
      ))}
      <fieldset className={styles.switches}>
        <legend className="visually-hidden">{danmakuText('shows')}</legend>
        {SWITCHES.map((key) => (
          <Switch
            key={key}
            label={danmakuText(key)}
            isOn={shows[key]}
            onChange={(isOn) => setPreferences({ shows: { ...shows, [key]: isOn } })}
          />
        ))}
      </fieldset>
    </div>
  )
}
