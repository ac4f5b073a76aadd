import { useStore } from 'jotai'
import { useId, useState } from 'react'
import { ROOM_TERM_MAX_LENGTH, ROOM_TERMS_MAX } from '#protocol/constants.ts'
import { type Result, success } from '#protocol/result.ts'
import type { RoomSetup } from '#protocol/room/feed.ts'
import { adminText } from '#messages/zh/administration.ts'
import { createSnapshotFieldAtom } from '#state/feed/feed-atoms.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { showResult } from './acts.ts'
import styles from './administration.module.css'

const SLOW_SECONDS = [0, 3, 5, 10, 30, 60]
const VIP_LEVELS = [0, 1, 3, 5, 8]

const NO_SETUP: RoomSetup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
const setupAtom = createSnapshotFieldAtom('setup', NO_SETUP)

/** The usual values and the current one, sorted. */
function choicesOf(usual: readonly number[], now: number, labelOf: (value: number) => string) {
  const values = [...new Set([...usual, now])].toSorted((a, b) => a - b)
  return values.map((value) => ({ value, label: labelOf(value) }))
}

interface SetupSheetProps {
  readonly chatRoomNo: string
  readonly onClose: () => void
}

/**
 * 聊天室设置: the chat settings (S6.7). Only changed settings are sent, so that concurrent changes of other administrators
 * are preserved.
 */
export function SetupSheet({ chatRoomNo, onClose }: SetupSheetProps) {
  const store = useStore()
  const [before] = useState(() => store.get(setupAtom))
  const [setup, setSetup] = useState(before)
  const [lines, setLines] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { data, failure } = useServerData('chatroom.words', { chatRoomNo })
  const change = changedSetup(before, setup)
  const hasChange = Object.keys(change).length > 0
  const known = data?.words ?? []
  const terms = changedTerms(known, lines === null ? known : termsOf(lines))
  const hasNewTerms = terms.added.length + terms.removed.length > 0

  const save = async () => {
    setSaving(true)
    let result: Result<unknown> = success(null)
    if (hasChange) result = await call('chatroom.setup', { chatRoomNo, setup: change })
    if (result.ok && hasNewTerms) result = await call('chatroom.setWords', { chatRoomNo, ...terms })
    setSaving(false)
    if (showResult(result, adminText('saved'))) onClose()
  }

  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={adminText('setup')}
      footer={
        <div className={styles.foot}>
          <small>{adminText('setup.note')}</small>
          <Button kind="primary" isLoading={isSaving} disabled={!hasChange && !hasNewTerms} onClick={() => void save()}>
            {adminText('setup.save')}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <SetupFields before={before} setup={setup} onChange={(part) => setSetup((now) => ({ ...now, ...part }))} />
        <TermsField
          text={lines ?? data?.words.join('\n') ?? ''}
          isDisabled={data === null}
          hint={failure?.message ?? adminText('setup.wordsHint')}
          onChange={setLines}
        />
      </div>
    </Sheet>
  )
}

interface SetupFieldsProps {
  /** The settings when the sheet was opened. */
  readonly before: RoomSetup
  readonly setup: RoomSetup
  readonly onChange: (part: Partial<RoomSetup>) => void
}

function SetupFields({ before, setup, onChange }: SetupFieldsProps) {
  return (
    <>
      <Choices
        label={adminText('setup.slow')}
        value={setup.slowModeSeconds}
        onChange={(slowModeSeconds) => onChange({ slowModeSeconds })}
        choices={choicesOf(SLOW_SECONDS, before.slowModeSeconds, (value) =>
          value === 0 ? adminText('setup.off') : adminText('setup.seconds', { count: value }),
        )}
      />
      <Choices
        label={adminText('setup.vip')}
        value={setup.minVipLevel}
        onChange={(minVipLevel) => onChange({ minVipLevel })}
        choices={choicesOf(VIP_LEVELS, before.minVipLevel, (value) =>
          value === 0 ? adminText('setup.anyone') : adminText('setup.vipLevel', { level: value }),
        )}
      />
      <Switch label={adminText('setup.muteAll')} isOn={setup.muteAll} onChange={(muteAll) => onChange({ muteAll })} />
      <Field
        label={adminText('setup.welcome')}
        hint={adminText('setup.welcomeHint')}
        value={setup.welcomeText}
        maxLength={100}
        onValueChange={(welcomeText) => onChange({ welcomeText })}
      />
    </>
  )
}

interface TermsFieldProps {
  /** One term per line. */
  readonly text: string
  readonly isDisabled: boolean
  readonly hint: string
  readonly onChange: (text: string) => void
}

/** The blocked terms of the room. */
function TermsField({ text, isDisabled, hint, onChange }: TermsFieldProps) {
  const id = useId()
  return (
    <div className={styles.area}>
      <label htmlFor={id}>{adminText('setup.words')}</label>
      <textarea
        id={id}
        rows={5}
        aria-describedby={`${id}-hint`}
        value={text}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  )
}

const PARTS = ['slowModeSeconds', 'minVipLevel', 'muteAll', 'welcomeText'] as const

/** Returns the settings of `wanted` that differ from `before` (S6.7). */
function changedSetup(before: RoomSetup, wanted: RoomSetup): Partial<RoomSetup> {
  const change: Partial<RoomSetup> = { ...wanted }
  for (const part of PARTS) if (wanted[part] === before[part]) delete change[part]
  return change
}

/** Splits text into terms, one per line. Cuts terms at the length limit, like the server. */
export function termsOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim().slice(0, ROOM_TERM_MAX_LENGTH))
    .filter((line) => line !== '')
    .slice(0, ROOM_TERMS_MAX)
}

/** The terms of `wanted` that `before` lacks, and the reverse. The server merges them with its current list (S6.7). */
export function changedTerms(before: readonly string[], wanted: readonly string[]) {
  return {
    added: [...new Set(wanted)].filter((term) => !before.includes(term)),
    removed: before.filter((term) => !wanted.includes(term)),
  }
}
