import { useState } from 'react'
import type { ConsoleAudience, SentMessage } from '#protocol/console/messages.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import {
  INBOX_KINDS,
  MAX_REACH_COUNTED,
  MESSAGE_TEXT_MAX,
  MESSAGE_TITLE_MAX,
  type InboxKind,
} from '#protocol/inbox-limits.ts'
import { isVisible } from '#protocol/rules/chat-text.ts'
import { formatCount } from '#lib/format.ts'
import { randomUuid } from '#lib/random-id.ts'
import { consoleInboxText } from '#messages/zh/console/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { TextArea } from '#ui/field/TextArea.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { timeOf } from '../parts/content-fields.ts'
import { Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './SentMessagesPage.module.css'

/** Messages to members: sent, scheduled and recalled ones, and the form of a new one. */
export function SentMessagesPage() {
  const { can, formatTime } = useConsole()
  const [shown, setShown] = useState<ConsoleRequestOf<'inbox.list'>>({})
  const [recalled, setRecalled] = useState<SentMessage | null>(null)
  const [isWriting, setWriting] = useState(false)
  const query = useConsoleData('inbox.list', shown)
  return (
    <Screen
      title={consoleInboxText('title')}
      lead={consoleInboxText('lead')}
      actions={
        can('inbox.send') && (
          <Button kind="primary" onClick={() => setWriting(true)}>
            {consoleInboxText('send')}
          </Button>
        )
      }
    >
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={consoleInboxText('title')}
        idOf={({ id }) => id}
        columns={[
          { label: consoleInboxText('name'), render: ({ title }) => title },
          { label: consoleInboxText('kind'), render: ({ kind }) => consoleInboxText(`kind.${kind}`) },
          { label: consoleInboxText('audience'), render: ({ audience }) => audienceText(audience) },
          { label: consoleInboxText('state'), render: (one) => consoleInboxText(`state.${stateOf(one, Date.now())}`) },
          { label: consoleInboxText('time'), render: ({ publishAt }) => formatTime(publishAt) },
          { label: consoleInboxText('readers'), render: ({ readers }) => formatCount(readers), isNumber: true },
          { label: consoleInboxText('operator'), render: ({ operator }) => operator },
          {
            label: consoleInboxText('actions'),
            render: (one) =>
              one.recalledAt === null && can('inbox.recall') ? (
                <Button size="small" onClick={() => setRecalled(one)}>
                  {consoleInboxText('recall')}
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      {isWriting && <SendDialog onChanged={query.retry} onClose={() => setWriting(false)} />}
      {recalled && (
        <ActDialog
          title={consoleInboxText('recall')}
          description={consoleInboxText('recallLead')}
          hasReason
          act={(reason) => consoleCall('inbox.recall', { id: recalled.id, reason })}
          onChanged={query.retry}
          onClose={() => setRecalled(null)}
        />
      )}
    </Screen>
  )
}

function audienceText(audience: ConsoleAudience): string {
  if (audience.type === 'all') return consoleInboxText('to.all')
  if (audience.type === 'grade') return consoleInboxText('to.grade', { min: audience.min, max: audience.max })
  return consoleInboxText('to.member', { userId: audience.userId })
}

function stateOf({ recalledAt, publishAt }: SentMessage, now: number): 'sent' | 'scheduled' | 'recalled' {
  if (recalledAt !== null) return 'recalled'
  return publishAt > now ? 'scheduled' : 'sent'
}

const AUDIENCES = (['all', 'grade', 'member'] as const).map((value) => ({
  value,
  label: consoleInboxText(`audience.${value}`),
}))
const KINDS = INBOX_KINDS.map((value) => ({ value, label: consoleInboxText(`kind.${value}`) }))

interface Draft {
  readonly kind: InboxKind
  readonly to: ConsoleAudience['type']
  readonly min: string
  readonly max: string
  readonly userId: string
  readonly title: string
  readonly content: string
  readonly jumpUrl: string
  readonly at: string
}

const FIRST: Draft = {
  kind: 'notice',
  to: 'all',
  min: '1',
  max: '10',
  userId: '',
  title: '',
  content: '',
  jumpUrl: '',
  at: '',
}

/** Null while the fields name no audience. */
function audienceOf({ to, min, max, userId }: Draft): ConsoleAudience | null {
  if (to === 'all') return { type: to }
  if (to === 'member') return /^[A-Za-z0-9-]{1,64}$/.test(userId.trim()) ? { type: to, userId: userId.trim() } : null
  const grades = { type: to, min: Number(min), max: Number(max) }
  return min !== '' && max !== '' && grades.min <= grades.max && grades.max <= 10 ? grades : null
}

function SendDialog({ onChanged, onClose }: DialogProps) {
  // A repeated request has the same id, so the message is sent once.
  const [id] = useState(() => randomUuid())
  const [draft, setDraft] = useState(FIRST)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const { kind, title, content, jumpUrl, at } = draft
  const audience = audienceOf(draft)
  const send = (reason: string) =>
    consoleCall('inbox.send', {
      id,
      kind,
      audience: audience ?? { type: 'all' },
      title,
      content,
      jumpUrl: jumpUrl.trim(),
      publishAt: timeOf(at),
      reason,
    })
  return (
    <ActDialog
      title={consoleInboxText('send')}
      submitLabel={consoleInboxText(at === '' ? 'sendNow' : 'schedule')}
      hasReason
      isReady={audience !== null && isVisible(title) && isVisible(content)}
      act={send}
      onChanged={onChanged}
      onClose={onClose}
    >
      <AudienceFields draft={draft} onChange={set} />
      {audience !== null && <Reach audience={audience} />}
      <TextFields draft={draft} onChange={set} />
      {(title !== '' || content !== '') && (
        <section className={styles.preview} aria-label={consoleInboxText('preview')}>
          <small>
            {consoleInboxText('preview')} · {consoleInboxText(`kind.${kind}`)}
          </small>
          <b dir="auto">{title}</b>
          <p dir="auto">{content}</p>
        </section>
      )}
    </ActDialog>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

function AudienceFields({ draft: { kind, to, min, max, userId }, onChange }: FieldsProps) {
  const grade = { maxLength: 2 } as const
  return (
    <>
      <SelectField
        label={consoleInboxText('kind')}
        value={kind}
        options={KINDS}
        onValueChange={(next) => onChange({ kind: next })}
      />
      <SelectField
        label={consoleInboxText('audience')}
        value={to}
        options={AUDIENCES}
        onValueChange={(next) => onChange({ to: next })}
      />
      {to === 'grade' && (
        <>
          <NumberField
            {...grade}
            label={consoleInboxText('min')}
            value={min}
            onValueChange={(next) => onChange({ min: next })}
          />
          <NumberField
            {...grade}
            label={consoleInboxText('max')}
            value={max}
            onValueChange={(next) => onChange({ max: next })}
          />
        </>
      )}
      {to === 'member' && (
        <Field
          label={consoleInboxText('userId')}
          hint={consoleInboxText('userIdHint')}
          value={userId}
          maxLength={64}
          onValueChange={(next) => onChange({ userId: next })}
        />
      )}
    </>
  )
}

function TextFields({ draft: { title, content, jumpUrl, at }, onChange }: FieldsProps) {
  return (
    <>
      <Field
        label={consoleInboxText('name')}
        value={title}
        maxLength={MESSAGE_TITLE_MAX}
        onValueChange={(next) => onChange({ title: next })}
      />
      <TextArea
        label={consoleInboxText('content')}
        value={content}
        maxLength={MESSAGE_TEXT_MAX}
        rows={5}
        onValueChange={(next) => onChange({ content: next })}
      />
      <Field
        label={consoleInboxText('jumpUrl')}
        hint={consoleInboxText('jumpUrlHint')}
        value={jumpUrl}
        maxLength={512}
        onValueChange={(next) => onChange({ jumpUrl: next })}
      />
      <Field
        label={consoleInboxText('publishAt')}
        type="datetime-local"
        value={at}
        onValueChange={(next) => onChange({ at: next })}
      />
    </>
  )
}

/** How many members get the message. */
function Reach({ audience }: { readonly audience: ConsoleAudience }) {
  const { data } = useConsoleData('inbox.count', { audience })
  if (data === null) return <output>…</output>
  const key = data.members < MAX_REACH_COUNTED ? 'reach' : 'reachMore'
  return <output>{consoleInboxText(key, { members: formatCount(data.members) })}</output>
}
