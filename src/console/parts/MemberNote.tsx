import { useState } from 'react'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { MemberDetail } from '#protocol/console/people.ts'
import type { Failure } from '#protocol/result.ts'
import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFailure } from '#ui/FormFailure.tsx'
import { toast } from '#ui/toast-manager.ts'
import { consoleCall } from '../client.ts'
import styles from './MemberNote.module.css'
import { Facts } from './Screen.tsx'

export interface MemberNoteProps {
  readonly userId: string
  readonly record: MemberDetail['record']
  readonly isEditable: boolean
  readonly onChanged: () => void
}

/** The note about a member. After a conflict it shows the stored note beside what was typed. */
export function MemberNote({ userId, record, isEditable, onChanged }: MemberNoteProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (!isEditable) return <Facts items={[[cst('member.note'), record.note || '—']]} />
  const save = async () => {
    setBusy(true)
    const result = await consoleCall('member.setNote', { userId, version: record.version, note: typed ?? record.note })
    setBusy(false)
    setFailure(result.ok ? null : result)
    if (result.ok) {
      setTyped(null)
      toast(cst('done'))
    }
    if (result.ok || result.code === CONSOLE_CODES.EDIT_CONFLICT) onChanged()
  }
  const isConflict = failure?.code === CONSOLE_CODES.EDIT_CONFLICT
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={() => void save()}>
      {isConflict ? (
        <div role="alert">
          <p>{cst('member.conflict')}</p>
          <blockquote>{record.note || '—'}</blockquote>
        </div>
      ) : (
        failure && <FormFailure failure={failure} />
      )}
      <Field label={cst('member.note')} value={typed ?? record.note} maxLength={500} onValueChange={setTyped} />
      <Button type="submit" isLoading={isBusy} disabled={typed === null}>
        {cst('save')}
      </Button>
    </Form>
  )
}
