import { Field as BaseField } from '@base-ui/react/field'
import { useState } from 'react'
import { FLOAT_POSITIONS, PAGE_POSITIONS } from '#protocol/console/constants.ts'
import type { ContentItem, ContentKind } from '#protocol/console/content.ts'
import { SITE_UTC_OFFSET_MS } from '#protocol/time.ts'
import { cst } from '#lib/messages/console.ts'
import { sit } from '#lib/messages/console-site.ts'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Switch } from '#ui/Switch.tsx'
import { consoleCall } from '../client.ts'
import { ActDialog } from './ActDialog.tsx'
import styles from './ContentDialog.module.css'

type FieldName = 'title' | 'content' | 'popup' | 'position' | 'img' | 'imgH5' | 'jumpType' | 'jumpUrl'

/** Fields of each kind, in order, with the value of a new item. */
const FIELDS: Readonly<Record<ContentKind, Readonly<Partial<Record<FieldName, string>>>>> = {
  announcement: { title: '', content: '', popup: '0' },
  banner: { position: 'home', title: '', img: '', imgH5: '', jumpType: '0', jumpUrl: '' },
  floatWindow: { position: 'right', img: '', jumpType: '0', jumpUrl: '' },
}
const NUMBERS: ReadonlySet<string> = new Set<FieldName>(['popup', 'jumpType'])

export interface ContentDialogProps {
  readonly kind: ContentKind
  /** Null: a new item. */
  readonly item: ContentItem | null
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Creates or edits a content item. Times are those of the site (UTC+8). */
export function ContentDialog({ kind, item, onChanged, onClose }: ContentDialogProps) {
  const [fields, setFields] = useState(() => textsOf(kind, item))
  const [window, setWindow] = useState({ starts: typedTime(item?.startsAt), ends: typedTime(item?.endsAt) })
  const [isPublished, setPublished] = useState(item?.isPublished ?? true)
  const save = (reason: string) => {
    const body = Object.entries(fields).map(([name, text]) => [name, NUMBERS.has(name) ? Number(text) : text.trim()])
    return consoleCall('content.save', {
      id: item?.id ?? null,
      version: item?.version ?? 0,
      kind,
      body: Object.fromEntries(body) as Record<string, unknown>,
      isPublished,
      startsAt: timeOf(window.starts),
      endsAt: timeOf(window.ends),
      reason,
    })
  }
  return (
    <ActDialog
      title={sit(item === null ? 'content.add' : 'content.edit')}
      submitLabel={cst('save')}
      hasReason
      act={save}
      onChanged={onChanged}
      onClose={onClose}
    >
      {(Object.keys(fields) as FieldName[]).map((name) => (
        <BodyField
          key={name}
          kind={kind}
          name={name}
          value={fields[name] ?? ''}
          onValueChange={(text) => setFields((before) => ({ ...before, [name]: text }))}
        />
      ))}
      <Field
        label={sit('content.startsField')}
        type="datetime-local"
        value={window.starts}
        onValueChange={(starts) => setWindow({ ...window, starts })}
      />
      <Field
        label={sit('content.endsField')}
        type="datetime-local"
        value={window.ends}
        onValueChange={(ends) => setWindow({ ...window, ends })}
      />
      <Switch label={sit('content.published')} isOn={isPublished} onChange={setPublished} />
    </ActDialog>
  )
}

interface BodyFieldProps {
  readonly kind: ContentKind
  readonly name: FieldName
  readonly value: string
  readonly onValueChange: (value: string) => void
}

const choices = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  values.map((value) => ({ value, label: label(value) }))
const POSITIONS: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  banner: choices(PAGE_POSITIONS, (value) => sit(`content.page.${value}`)),
  floatWindow: choices(FLOAT_POSITIONS, (value) => sit(`content.side.${value}`)),
}
const POPUPS = choices(['0', '1'], (value) => sit(`content.popup.${value}`))
const JUMPS = choices(['0', '1', '2'], (value) => sit(`content.jump.${value}`))

function BodyField({ kind, name, value, onValueChange }: BodyFieldProps) {
  const common = { label: sit(`content.field.${name}`), value, onValueChange }
  if (name === 'content') return <TextArea {...common} maxLength={2000} rows={4} />
  if (name === 'position') return <SelectField {...common} options={POSITIONS[kind] ?? []} />
  if (name === 'popup') return <SelectField {...common} options={POPUPS} />
  if (name === 'jumpType') return <SelectField {...common} options={JUMPS} />
  const isPicture = name === 'img' || name === 'imgH5'
  return <Field {...common} autoComplete="off" {...(isPicture && { hint: sit('content.pictureHint') })} />
}

function textsOf(kind: ContentKind, item: ContentItem | null): Partial<Record<FieldName, string>> {
  const empty = FIELDS[kind]
  if (item === null) return { ...empty }
  const body = item.body as Readonly<Partial<Record<string, string | number>>>
  return Object.fromEntries(Object.keys(empty).map((name) => [name, String(body[name] ?? '')]))
}

/** A time as `datetime-local` shows it, in the time zone of the site. */
function typedTime(time: number | null | undefined): string {
  return time == null ? '' : new Date(time + SITE_UTC_OFFSET_MS).toISOString().slice(0, 16)
}

/** The time of a typed text, epoch milliseconds; null if it is empty. */
function timeOf(typed: string): number | null {
  return typed === '' ? null : Date.parse(`${typed}Z`) - SITE_UTC_OFFSET_MS
}

interface TextAreaProps {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly maxLength: number
  readonly rows: number
}

/** A labelled input of several lines. */
function TextArea({ label, value, onValueChange, ...rest }: TextAreaProps) {
  return (
    <BaseField.Root className={styles.field}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      <BaseField.Control
        render={
          <textarea
            {...rest}
            className={styles.control}
            value={value}
            onChange={(event) => onValueChange(event.currentTarget.value)}
          />
        }
      />
    </BaseField.Root>
  )
}
