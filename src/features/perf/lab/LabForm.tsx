import { useState } from 'react'
import { LAB_MAX_RATE, LAB_MAX_SECONDS, LabMix, LabSettings } from '#protocol/worker/lab.ts'
import { perfText } from '#messages/zh/perf.ts'
import { canReceiveOnMainThread } from '#transport/lab.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { DESIGN_NAMES, DESIGNS, type DesignName, designOf } from '../engine/summary.ts'
import { DELIVERY_LABELS, DESIGN_LABELS, LIST_LABELS, MIX_LABELS, THREAD_LABELS } from './lab-labels.ts'
import styles from './LabForm.module.css'
import { measurableDesigns } from './use-lab.ts'

interface LabFormProps {
  readonly settings: LabSettings
  /** Null while an input is invalid. */
  readonly onChange: (settings: LabSettings | null) => void
  readonly isDisabled: boolean
  /** A recorded log is measured: it decides the content. */
  readonly hasLog: boolean
}

const MAX_DIGITS = 6

type NumberName = 'rate' | 'seconds' | 'duplicates' | 'withdrawals'
const NUMBERS: readonly { readonly name: NumberName; readonly label: string; readonly error: string }[] = [
  { name: 'rate', label: perfText('lab.rate'), error: perfText('lab.rateError', { max: LAB_MAX_RATE }) },
  { name: 'seconds', label: perfText('lab.seconds'), error: perfText('lab.secondsError', { max: LAB_MAX_SECONDS }) },
  { name: 'duplicates', label: perfText('lab.duplicates'), error: perfText('lab.percentError', { max: 50 }) },
  { name: 'withdrawals', label: perfText('lab.withdrawals'), error: perfText('lab.percentError', { max: 20 }) },
]

/** Settings of generated entries that a log replaces, besides the mix. */
const OF_CONTENT: ReadonlySet<NumberName> = new Set(['duplicates', 'withdrawals'])

/** The choice of traffic and design. */
export function LabForm({ settings, onChange, isDisabled, hasLog }: LabFormProps) {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const write = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    onChange(settingsOf(next))
  }
  const design = designOf(draft)
  return (
    <fieldset className={styles.form} disabled={isDisabled}>
      <legend className="visually-hidden">{perfText('lab.settings')}</legend>
      <DesignFields draft={draft} design={design} onChange={write} />
      {NUMBERS.map(({ name, label, error }) => (
        <NumberField
          key={name}
          label={label}
          maxLength={MAX_DIGITS}
          value={draft[name]}
          error={isValid(name, draft[name]) ? null : error}
          disabled={isDisabled || (hasLog && OF_CONTENT.has(name))}
          onValueChange={(value) => write({ [name]: value })}
        />
      ))}
      <MixFields draft={draft} isDisabled={isDisabled || hasLog} onChange={write} />
    </fieldset>
  )
}

/** What is typed, before it is valid. */
type Draft = Readonly<Record<NumberName, string>> &
  Pick<LabSettings, 'thread' | 'delivery' | 'list'> & { readonly mix: Readonly<Record<keyof LabMix, string>> }

const MIX_NAMES = Object.keys(MIX_LABELS) as (keyof LabMix)[]

function draftOf({ rate, seconds, duplicates, withdrawals, mix, thread, delivery, list }: LabSettings): Draft {
  const numbers = { rate: `${rate}`, seconds: `${seconds}`, duplicates: `${duplicates}`, withdrawals: `${withdrawals}` }
  const shares = Object.fromEntries(MIX_NAMES.map((name) => [name, `${mix[name]}`])) as Draft['mix']
  return { ...numbers, mix: shares, thread, delivery, list }
}

/** A whole number in digits; NaN for other text. */
function wholeNumber(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN
}

function isValid(name: NumberName, value: string): boolean {
  return LabSettings.shape[name].safeParse(wholeNumber(value)).success
}

function mixOf(mix: Draft['mix']): LabMix | null {
  const shares = Object.fromEntries(MIX_NAMES.map((name) => [name, wholeNumber(mix[name])]))
  const parsed = LabMix.safeParse(shares)
  return parsed.success ? parsed.data : null
}

function settingsOf({ mix, thread, delivery, list, ...numbers }: Draft): LabSettings | null {
  const values = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, wholeNumber(value)]))
  const parsed = LabSettings.safeParse({ ...values, mix: mixOf(mix), thread, delivery, list })
  return parsed.success ? parsed.data : null
}

interface PartProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))

/** A named design, or one choice per axis. */
function DesignFields({ draft, design, onChange }: PartProps & { readonly design: DesignName | null }) {
  const named = DESIGN_NAMES.filter((name) => measurableDesigns().includes(name)).map((name) => ({
    value: name as DesignName | 'custom',
    label: DESIGN_LABELS[name].name,
  }))
  const options = design === null ? [...named, { value: 'custom' as const, label: perfText('lab.custom') }] : named
  const threads = optionsOf(THREAD_LABELS).filter(({ value }) => value === 'worker' || canReceiveOnMainThread())
  return (
    <>
      <SelectField<DesignName | 'custom'>
        label={perfText('lab.design')}
        value={design ?? 'custom'}
        options={options}
        hint={design === null ? perfText('lab.custom') : DESIGN_LABELS[design].about}
        onValueChange={(name) => name !== 'custom' && onChange(DESIGNS[name])}
      />
      <SelectField
        label={perfText('lab.thread')}
        value={draft.thread}
        options={threads}
        onValueChange={(thread) => onChange({ thread })}
      />
      <SelectField
        label={perfText('lab.delivery')}
        value={draft.delivery}
        options={optionsOf(DELIVERY_LABELS)}
        onValueChange={(delivery) => onChange({ delivery })}
      />
      <SelectField
        label={perfText('lab.list')}
        value={draft.list}
        options={optionsOf(LIST_LABELS)}
        onValueChange={(list) => onChange({ list })}
      />
    </>
  )
}

function MixFields({ draft, isDisabled, onChange }: PartProps & { readonly isDisabled: boolean }) {
  const { mix } = draft
  const isMixValid = mixOf(mix) !== null
  return (
    <fieldset className={styles.mix}>
      <legend className={styles.legend}>{perfText('lab.mix')}</legend>
      <div className={styles.shares}>
        {MIX_NAMES.map((name) => (
          <NumberField
            key={name}
            label={MIX_LABELS[name]}
            maxLength={MAX_DIGITS}
            value={mix[name]}
            disabled={isDisabled}
            onValueChange={(value) => onChange({ mix: { ...mix, [name]: value } })}
          />
        ))}
      </div>
      <p className={styles.error} aria-live="polite">
        {isMixValid ? '' : perfText('lab.mixError')}
      </p>
    </fieldset>
  )
}
