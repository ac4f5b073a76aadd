import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { normalUserName, userNameProblem } from '#protocol/rules/member/account.ts'
import { emailProblem, normalEmail } from '#protocol/rules/member/person.ts'
import { MAINLAND, normalPhone, phoneProblem } from '#protocol/rules/member/phone.ts'
import { authText } from '#messages/zh/auth.ts'
import { useCodeWait } from '#state/session/one-time-code.ts'
import { call } from '#transport/client.ts'
import { codeProblem } from '#ui/field/CodeField.tsx'
import { newPasswordProblem } from '#ui/field/PasswordRules.tsx'
import { maskedPhone } from './use-phone-code.ts'

export type RecoveryWay = 'phone' | 'email'

/** What was typed. It is kept when the ticket expires. */
interface RecoveryValues {
  readonly name: string
  readonly areaCode: string
  readonly phone: string
  readonly email: string
  readonly code: string
  readonly password: string
}

/** In the order of the form. */
const FIELDS = ['name', 'phone', 'email', 'code', 'password'] as const
export type RecoveryField = (typeof FIELDS)[number]
type Problems = Partial<Record<RecoveryField, string>>
/** 0 = identify, 1 = code, 2 = new password. */
type RecoveryStep = 0 | 1 | 2

const NOTHING: RecoveryValues = { name: '', areaCode: MAINLAND, phone: '', email: '', code: '', password: '' }

function problemsOf(values: RecoveryValues, way: RecoveryWay, step: RecoveryStep): Problems {
  const { name, areaCode, phone, email, code, password } = values
  const checks: readonly (readonly [step: RecoveryStep, field: RecoveryField, problem: string | null])[] = [
    [0, 'name', name.trim() === '' ? authText('auth.nameEmpty') : userNameProblem(name)],
    [0, way, way === 'phone' ? phoneProblem(areaCode, phone) : emailProblem(email)],
    [1, 'code', codeProblem(code)],
    [2, 'password', newPasswordProblem(password, name)],
  ]
  const found = checks.filter(([at, , problem]) => at === step && problem !== null)
  return Object.fromEntries(found.map(([, field, problem]) => [field, problem]))
}

/** The calls of the second and the third step. */
const CALLS = {
  phone: { checkCode: 'recovery.phoneStepTwo', setPassword: 'recovery.phoneStepThree' },
  email: { checkCode: 'recovery.emailStepTwo', setPassword: 'recovery.emailStepThree' },
} as const

function requestCode(way: RecoveryWay, { name: typedName, areaCode, phone, email }: RecoveryValues) {
  const name = normalUserName(typedName)
  return way === 'phone'
    ? call('recovery.phoneStepOne', { name, areaCode, phone: normalPhone(areaCode, phone) })
    : call('recovery.emailStepOne', { name, email: normalEmail(email) })
}

interface RecoveryProps {
  readonly initialName: string
  /** The password was changed. `name` is the account. */
  readonly onDone: (name: string) => void
  /** Focuses a field; it may be on the next step. */
  readonly onFocus: (field: RecoveryField) => void
}

/** What was typed, and what is wrong with it. */
function useInput(initialName: string) {
  const [way, setWay] = useState<RecoveryWay>('phone')
  const [values, setValues] = useState<RecoveryValues>({ ...NOTHING, name: initialName })
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const clear = () => {
    setProblems({})
    setFailure(null)
  }
  return {
    way,
    values,
    problems,
    failure,
    clear,
    setProblems,
    setFailure,
    chooseWay: (next: RecoveryWay) => {
      setWay(next)
      clear()
    },
    type: (change: Partial<RecoveryValues>) => {
      setValues((before) => ({ ...before, ...change }))
      setProblems({})
    },
  }
}

/** Recovery of a password in three steps with a single-use ticket (S7.53). */
export function useRecovery({ initialName, onDone, onFocus }: RecoveryProps) {
  const input = useInput(initialName)
  const { way, values, clear, setProblems, setFailure } = input
  const [step, setStep] = useState<RecoveryStep>(0)
  const [ticket, setTicket] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isExpired, setExpired] = useState(false)
  const wait = useCodeWait('recovery')

  const goTo = (next: RecoveryStep, focused: RecoveryField) => {
    setStep(next)
    setExpired(false)
    clear()
    onFocus(focused)
  }
  const refuse = (refusal: Failure) => {
    if (refusal.code === CODES.TICKET_EXPIRED) {
      input.type({ code: '' })
      goTo(0, 'name')
      return setExpired(true)
    }
    const isCode = refusal.code === CODES.VERIFY_CODE_ERROR || (step === 1 && refusal.code === CODES.SMS_TOO_OFTEN)
    if (!isCode) return setFailure(refusal)
    setProblems({ code: refusal.message })
    return onFocus('code')
  }
  const proceed = (result: Result<{ readonly ticket: string }>, next: RecoveryStep, focused: RecoveryField) => {
    if (!result.ok) return refuse(result)
    setTicket(result.data.ticket)
    return goTo(next, focused)
  }
  const send = async () => {
    setFailure(null)
    proceed(await wait.send(() => requestCode(way, values)), 1, 'code')
  }
  const checkCode = async () => proceed(await call(CALLS[way].checkCode, { ticket, code: values.code }), 2, 'password')
  const save = async () => {
    const result: Result<unknown> = await call(CALLS[way].setPassword, { ticket, timewd: values.password })
    return result.ok ? onDone(normalUserName(values.name)) : refuse(result)
  }
  const process = { step, isBusy, isExpired, wait }
  return {
    ...input,
    ...process,
    /** Masked contact that the code was sent to. */
    target: way === 'phone' ? maskedPhone(values.areaCode, values.phone) : normalEmail(values.email),
    resend: send,
    goBack: () => goTo(0, 'name'),
    submit: async () => {
      const found = problemsOf(values, way, step)
      clear()
      setProblems(found)
      const first = FIELDS.find((field) => field in found)
      if (first !== undefined) return onFocus(first)
      setBusy(true)
      await [send, checkCode, save][step]?.()
      return setBusy(false)
    },
  }
}
