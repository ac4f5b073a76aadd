import { useState } from 'react'
import { EXCLUSION_CONFIRM_TEXT, EXCLUSION_MONTHS, exclusionEnd } from '#protocol/wallet/limits.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { momentText } from '#lib/play-stop-text.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './responsible.module.css'
import { type ResponsibleState } from './use-responsible.ts'

/** Null is permanent. */
type Months = (typeof EXCLUSION_MONTHS)[number] | null

const LENGTHS: readonly Months[] = [...EXCLUSION_MONTHS, null]
const lengthText = (months: Months): string =>
  months === null ? responsibleText('exclude.forever') : responsibleText(`exclude.${months}`)

/** Self-exclusion, confirmed by a typed text (Annex I). */
export function ExcludePanel({ take }: Pick<ResponsibleState, 'take'>) {
  const [months, setMonths] = useState<Months>(EXCLUSION_MONTHS[0])
  const [isOpen, setOpen] = useState(false)
  const now = serverNow()
  const choices = LENGTHS.map((value) => ({ value, label: lengthText(value) }))
  return (
    <Panel title={responsibleText('exclude.title')}>
      <div className={styles.body}>
        <p className={styles.text}>{responsibleText('exclude.lead')}</p>
        <Choices label={responsibleText('exclude.length')} value={months} choices={choices} onChange={setMonths} />
        <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {responsibleText('exclude.start')}
        </Button>
      </div>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={responsibleText('exclude.question', { length: lengthText(months) })}
        description={
          months === null
            ? responsibleText('exclude.questionForever')
            : responsibleText('exclude.questionText', { end: momentText(exclusionEnd(now, months), now) })
        }
      >
        <ConfirmForm months={months} take={take} onDone={() => setOpen(false)} />
      </Dialog>
    </Panel>
  )
}

interface ConfirmFormProps extends Pick<ResponsibleState, 'take'> {
  readonly months: Months
  readonly onDone: () => void
}

function ConfirmForm({ months, take, onDone }: ConfirmFormProps) {
  const text = EXCLUSION_CONFIRM_TEXT
  const form = useForm({
    initial: { confirmText: '' },
    check: ({ confirmText }) => ({
      confirmText: confirmText.trim() === text ? null : responsibleText('exclude.mismatch', { text }),
    }),
    submit: async ({ confirmText }) =>
      take(await call('responsible.selfExclude', { months, confirmText: confirmText.trim() })),
    onDone() {
      toast({ text: responsibleText('exclude.done'), tone: 'success', id: 'responsible' })
      onDone()
    },
  })
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <Field
        {...form.bind('confirmText')}
        label={responsibleText('exclude.confirm', { text })}
        name="confirmText"
        autoComplete="off"
        maxLength={16}
        isMessageReserved
      />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="danger" size="large" isWide isLoading={form.isBusy}>
        {responsibleText('exclude.submit')}
      </Button>
    </Form>
  )
}
