import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { CodeScene } from '#protocol/endpoints/auth/registration.ts'
import type { Failure } from '#protocol/result.ts'
import { MAINLAND, normalPhone, phoneProblem } from '#protocol/rules/member/phone.ts'
import { type CodeWait, useCodeWait } from '#state/session/one-time-code.ts'
import { call } from '#transport/client.ts'
import { codeProblem } from '#ui/field/CodeField.tsx'
import type { FieldFocus } from './use-field-focus.ts'

export interface PhoneNumber {
  readonly areaCode: string
  readonly phone: string
}

type FieldName = 'phone' | 'code'

export interface PhoneCode extends PhoneNumber {
  readonly code: string
  readonly phoneError: string | null
  readonly codeError: string | null
  /** Masked number that the last code was sent to, or null. */
  readonly sentTo: string | null
  /** Failure of sending that does not belong to a field. */
  readonly failure: Failure | null
  readonly wait: CodeWait
  readonly register: FieldFocus<FieldName>['register']
  readonly setAreaCode: (areaCode: string) => void
  readonly setPhone: (phone: string) => void
  readonly setCode: (code: string) => void
  readonly send: () => Promise<void>
  /** Checks number and code, sets their errors, and returns the first invalid field. */
  readonly check: () => FieldName | null
  readonly setCodeError: (message: string) => void
}

/** `+86 138****8000`: enough to recognize the own number. */
export function maskedPhone(areaCode: string, phone: string): string {
  const digits = normalPhone(areaCode, phone)
  return `+${areaCode} ${digits.slice(0, 3)}****${digits.slice(-4)}`
}

/** A phone number, and the one-time code that was sent to it (S7.47). Typed text is kept after failures. */
export function usePhoneCode(scene: CodeScene, fields: FieldFocus<FieldName>, initial?: PhoneNumber): PhoneCode {
  const [number, setNumber] = useState<PhoneNumber>(initial ?? { areaCode: MAINLAND, phone: '' })
  const [code, setCode] = useState('')
  const [phoneError, setPhoneError] = useState<string | null>(null)
  const [codeError, setCodeError] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const wait = useCodeWait(scene)
  const { areaCode, phone } = number

  const change = (next: PhoneNumber) => {
    setNumber(next)
    setPhoneError(null)
    setSentTo(null)
  }
  const send = async () => {
    const problem = phoneProblem(areaCode, phone)
    setPhoneError(problem)
    setFailure(null)
    setCodeError(null)
    if (problem !== null) return fields.focus('phone')
    const target = { areaCode, phone: normalPhone(areaCode, phone) }
    const result = await wait.send(() => call('registration.sendCode', { scene, ...target }))
    if (result.ok) {
      setSentTo(maskedPhone(areaCode, phone))
      return fields.focus('code')
    }
    return result.code === CODES.SMS_TOO_OFTEN ? setCodeError(result.message) : setFailure(result)
  }
  const check = () => {
    const [wrongPhone, wrongCode] = [phoneProblem(areaCode, phone), codeProblem(code)]
    setPhoneError(wrongPhone)
    setCodeError(wrongCode)
    setFailure(null)
    if (wrongPhone !== null) return 'phone'
    return wrongCode === null ? null : 'code'
  }
  return {
    ...number,
    code,
    phoneError,
    codeError,
    sentTo,
    failure,
    wait,
    send,
    check,
    setCodeError,
    register: fields.register,
    setAreaCode: (next) => change({ areaCode: next, phone }),
    setPhone: (next) => change({ areaCode, phone: next }),
    setCode: (next) => {
      setCode(next)
      setCodeError(null)
    },
  }
}
