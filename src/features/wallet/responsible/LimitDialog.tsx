import { CURRENCIES } from '#protocol/currency.ts'
import type { Responsible } from '#protocol/endpoints/responsible.ts'
import { amountProblem, minorUnits } from '#protocol/rules/amount.ts'
import { isLowering, LIMIT_MAX, type LimitKind, type LimitPeriod } from '#protocol/wallet/limits.ts'
import { LONGEST_MS } from '#protocol/wallet/play-stop.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { useState } from 'react'
import { responsibleText } from '#messages/zh/responsible.ts'
import { momentText } from '#lib/play-stop-text.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { CurrentValue } from '#ui/field/CurrentValue.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { AmountField } from '../AmountField.tsx'
import styles from './responsible.module.css'
import { limitText, minutesText, type ResponsibleState, useLimitText } from './use-responsible.ts'

const { decimals } = CURRENCIES.CNY

interface LimitFormProps extends Pick<ResponsibleState, 'take'> {
  readonly kind: LimitKind
  readonly period: LimitPeriod
  /** The limit in force; null without one. */
  readonly current: number | null
  readonly onClose: () => void
}

interface LimitDialogProps extends Pick<LimitFormProps, 'current' | 'take' | 'onClose'> {
  /** Null = closed. */
  readonly chosen: Pick<LimitFormProps, 'kind' | 'period'> | null
}

/** Sets one limit: lower at once, higher or none after a delay and a second confirmation (E.12). */
export function LimitDialog({ chosen, ...form }: LimitDialogProps) {
  // The last choice stays visible while the dialog closes.
  const [shown, setShown] = useState(chosen)
  if (chosen !== null && chosen !== shown) setShown(chosen)
  if (shown === null) return null
  const { kind, period } = shown
  return (
    <Dialog
      isOpen={chosen !== null}
      onOpenChange={(isOpen) => !isOpen && form.onClose()}
      title={responsibleText('dialog.title', {
        period: responsibleText(`period.${period}`),
        kind: responsibleText(`kind.${kind}`),
      })}
      description={responsibleText(`note.${kind}`)}
    >
      {chosen !== null && <LimitForm key={`${kind} ${period}`} {...shown} {...form} />}
    </Dialog>
  )
}

/** The value of a valid text; null for any other. */
function valueOf(kind: LimitKind, period: LimitPeriod, text: string): number | null {
  if (kind === 'session') return minutesOf(text, greatestLimit(kind, period))
  return amountProblem(text) === null ? minorUnits(text, decimals) : null
}

function LimitForm(props: LimitFormProps) {
  const { kind, period, current } = props
  const text = useLimitText()
  const save = useSave(props)
  const form = useForm({
    initial: { amount: '' },
    check: ({ amount }) => ({ amount: problemOf(kind, period, amount) }),
    submit: ({ amount }) => save(valueOf(kind, period, amount)),
    onDone: () => undefined,
  })
  const wanted = valueOf(kind, period, form.values.amount)
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <CurrentValue
        label={responsibleText('dialog.now')}
        value={current === null ? responsibleText('limit.unset') : text(kind, current)}
      />
      {kind === 'session' ? (
        <NumberField
          {...form.bind('amount')}
          label={responsibleText('dialog.minutes')}
          maxLength={6}
          isMessageReserved
          {...(wanted !== null && { hint: responsibleText('dialog.minutesHint', { text: minutesText(wanted) }) })}
        />
      ) : (
        <AmountField {...form.bind('amount')} label={responsibleText('dialog.amount')} currency="CNY" />
      )}
      <output className={styles.effect}>{wanted !== null && effectOf(period, current, wanted)}</output>
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {responsibleText('dialog.save')}
      </Button>
      {current !== null && <Remove period={period} onRemove={() => save(null)} isDisabled={form.isBusy} />}
    </Form>
  )
}

/** Sets the limit, says when it applies, and closes the dialog. Null requests its removal. */
function useSave({ kind, period, take, onClose }: LimitFormProps) {
  return async (amount: number | null): Promise<Result<Responsible>> => {
    const result = take(await call('responsible.setLimit', { kind, period, amount }))
    if (!result.ok) return result
    const raise = result.data.limits.find((one) => one.kind === kind && one.period === period)?.raise ?? null
    const done = raise
      ? responsibleText('dialog.requested', { time: momentText(raise.effectiveAt, serverNow()) })
      : responsibleText('dialog.saved')
    toast({ text: done, tone: 'success', id: 'responsible' })
    onClose()
    return result
  }
}

interface RemoveProps {
  readonly period: LimitPeriod
  readonly onRemove: () => Promise<Result<unknown>>
  readonly isDisabled: boolean
}

/** Requests the removal of the limit, with what it takes. */
function Remove({ period, onRemove, isDisabled }: RemoveProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const remove = async () => {
    setBusy(true)
    const result = await onRemove()
    setBusy(false)
    setFailure(result.ok ? null : result)
  }
  return (
    <>
      <Button kind="quiet" size="small" isLoading={isBusy} disabled={isDisabled} onClick={() => void remove()}>
        {responsibleText('dialog.remove')}
      </Button>
      <small className={styles.small}>
        {responsibleText('dialog.removeText', { delay: responsibleText(`delay.${period}`) })}
      </small>
      {failure && <FormFailure failure={failure} />}
    </>
  )
}

function problemOf(kind: LimitKind, period: LimitPeriod, text: string): string | null {
  const max = greatestLimit(kind, period)
  if (text.trim() === '') return responsibleText('dialog.empty')
  if (kind === 'session') return minutesOf(text, max) === null ? responsibleText('dialog.badMinutes', { max }) : null
  return (
    amountProblem(text) ??
    (minorUnits(text, decimals) > max ? responsibleText('dialog.tooMuch', { max: limitText(kind, max) }) : null)
  )
}

/** What saving does: at once, or after the delay of a raise and a second confirmation. */
function effectOf(period: LimitPeriod, current: number | null, wanted: number): string {
  if (wanted === current) return responsibleText('dialog.same')
  if (isLowering(current, wanted)) return responsibleText('dialog.lower')
  return responsibleText('dialog.raise', { delay: responsibleText(`delay.${period}`) })
}

/** Greatest value of a limit: minutes of the period for `session`, else minor units. */
function greatestLimit(kind: LimitKind, period: LimitPeriod): number {
  return kind === 'session' ? Math.min(LIMIT_MAX.session, LONGEST_MS[period] / MINUTE_MS) : LIMIT_MAX[kind]
}

/** Minutes from a text of digits, full-width ones too; null if it is no whole number from 1 to `max`. */
function minutesOf(text: string, max: number): number | null {
  const plain = text.normalize('NFKC').trim()
  if (!/^[1-9]\d{0,5}$/.test(plain)) return null
  return Number(plain) <= max ? Number(plain) : null
}
