import { useState } from 'react'
import type { ContentKind } from '#protocol/console/content-bodies.ts'
import type { ContentItem } from '#protocol/console/content.ts'
import { isVisible } from '#protocol/rules/chat-text.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { siteText } from '#messages/zh/console/site.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from './ActDialog.tsx'
import { BannerPreview } from './BannerPreview.tsx'
import { bodyOf, CONTENT_FIELDS, type ContentField, textsOf, timeOf, typedTime } from './content-fields.ts'
import styles from './ContentDialog.module.css'
import { PictureField } from './PictureField.tsx'

/** What a form edits of an item. */
export type ContentValues = Pick<ContentItem, 'body' | 'isPublished' | 'startsAt' | 'endsAt'>

interface ContentDialogProps extends DialogProps {
  readonly kind: ContentKind
  /** Null: a new item. */
  readonly item: ContentItem | null
  /** Values of an earlier version, to be saved again. */
  readonly restored?: ContentValues | undefined
}

type Problems = Readonly<Record<string, string>>

/** Creates or edits a content item. Times are those of the site (UTC+8). */
export function ContentDialog({ kind, item, restored, onChanged, onClose }: ContentDialogProps) {
  const shown: ContentValues | null = restored ?? item
  const [texts, setTexts] = useState(() => textsOf(kind, shown?.body ?? null))
  const [window, setWindow] = useState({ starts: typedTime(shown?.startsAt), ends: typedTime(shown?.endsAt) })
  const [isPublished, setPublished] = useState(shown?.isPublished ?? true)
  const [problems, setProblems] = useState<Problems>({})
  const save = async (reason: string, version: number) => {
    const result = await consoleCall('content.save', {
      id: item?.id ?? null,
      version,
      kind,
      body: bodyOf(kind, texts),
      isPublished,
      startsAt: timeOf(window.starts),
      endsAt: timeOf(window.ends),
      reason,
    })
    const wrong = result.ok ? {} : problemsOf(result.details)
    setProblems(wrong)
    return result.ok || Object.keys(wrong).length === 0 ? result : { ...result, message: summaryOf(kind, wrong) }
  }
  return (
    <ActDialog
      title={siteText(restored ? 'revision.restore' : item === null ? 'content.add' : 'content.edit')}
      submitLabel={consoleText('save')}
      hasReason
      isReady={isFilled(kind, texts)}
      item={item}
      act={save}
      {...{ onChanged, onClose }}
    >
      <span className={styles.wide} />
      {CONTENT_FIELDS[kind].map((field) => (
        <BodyField
          key={field.name}
          field={field}
          value={texts[field.name] ?? ''}
          problem={problems[field.name] ?? null}
          onValueChange={(text) => setTexts((before) => ({ ...before, [field.name]: text }))}
        />
      ))}
      {kind === 'banner' && <BannerPreview {...bannerOf(texts)} />}
      <Field
        label={siteText('content.startsField')}
        type="datetime-local"
        value={window.starts}
        {...(kind === 'news' && { hint: siteText('content.newsStartsHint') })}
        onValueChange={(starts) => setWindow({ ...window, starts })}
      />
      <Field
        label={siteText('content.endsField')}
        type="datetime-local"
        value={window.ends}
        error={problems['endsAt'] ?? null}
        onValueChange={(ends) => setWindow({ ...window, ends })}
      />
      <Switch label={siteText('content.published')} isOn={isPublished} onChange={setPublished} />
    </ActDialog>
  )
}

const isFilled = (kind: ContentKind, texts: Readonly<Record<string, string>>): boolean =>
  CONTENT_FIELDS[kind].every(({ name, isOptional }) => isOptional || isVisible(texts[name] ?? ''))

const bannerOf = ({ position = '', title = '', img = '', imgH5 = '' }: Readonly<Record<string, string>>) => ({
  position,
  title,
  img,
  imgH5,
})

/** The problem of each field that the server refused. */
function problemsOf(details: unknown): Problems {
  const fields = (details as { fields?: Problems } | null | undefined)?.fields
  return fields ?? {}
}

const labelOf = ({ name, label }: ContentField): string => label ?? siteText(`content.field.${name}`)

/** Names the refused fields, which may be outside of the visible part of the form. */
function summaryOf(kind: ContentKind, problems: Problems): string {
  const labels = CONTENT_FIELDS[kind].filter(({ name }) => name in problems).map(labelOf)
  const others = 'endsAt' in problems ? [siteText('content.ends')] : []
  return siteText('content.checkFields', { fields: [...labels, ...others].join('、') })
}

interface BodyFieldProps {
  readonly field: ContentField
  readonly value: string
  readonly problem: string | null
  readonly onValueChange: (value: string) => void
}

function BodyField({ field, value, problem, onValueChange }: BodyFieldProps) {
  const label = labelOf(field)
  const common = { label, value, onValueChange, ...(field.hint !== undefined && { hint: field.hint }) }
  switch (field.editor) {
    case 'text':
      return <TextArea {...common} error={problem} maxLength={field.maxLength} rows={field.rows ?? 3} />
    case 'picture':
      return <PictureField {...{ label, value, onValueChange, problem }} size={field.size} />
    case 'choice':
      return <SelectField {...common} options={field.choices} />
    case 'expert':
      return <ExpertField {...common} />
    case 'time':
      return <Field {...common} type="datetime-local" error={problem} />
    default: {
      const input = { ...common, maxLength: field.maxLength, error: problem }
      return field.isNumber ? <NumberField {...input} /> : <Field {...input} autoComplete="off" />
    }
  }
}

type ValueProps = Pick<BodyFieldProps, 'value' | 'onValueChange'> & { readonly label: string; readonly hint?: string }

/** The author of a tip. */
function ExpertField({ hint = '', ...props }: ValueProps) {
  const { data, failure } = useConsoleData('content.list', { kind: 'expert' })
  const experts = (data?.list ?? []).map(({ id, body }) => ({ value: id, label: String(body['name']) }))
  const none = failure ? failure.message : data && experts.length === 0 ? siteText('content.noExpert') : hint
  const unset = { value: '', label: siteText('content.choose') }
  return <SelectField {...props} {...(none !== '' && { hint: none })} options={[unset, ...experts]} />
}
