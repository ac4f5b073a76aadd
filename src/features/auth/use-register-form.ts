import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import { newUserNameProblem } from '#protocol/rules/member/official-names.ts'
import { birthDateProblem, normalRealName, realNameProblem } from '#protocol/rules/member/person.ts'
import { MAINLAND, normalPhone } from '#protocol/rules/member/phone.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { authText } from '#messages/zh/auth.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { siteAtom } from '#state/site/site.ts'
import { serverNow } from '#transport/client.ts'
import { type BirthDate, birthDateText } from './BirthDateField.tsx'
import { newPasswordProblem } from '#ui/field/PasswordRules.tsx'
import { type FieldFocus, useFieldFocus } from './use-field-focus.ts'
import { type PhoneNumber, usePhoneCode } from './use-phone-code.ts'
import type { Registration } from './use-sign-in.ts'

/** What was typed, without secrets. */
interface Typed extends PhoneNumber {
  readonly name: string
  readonly realName: string
  readonly birth: BirthDate
  /** Null until it is edited: the code of the invitation applies. */
  readonly invite: string | null
}

const NOTHING_TYPED: Typed = {
  name: '',
  realName: '',
  birth: { year: '', month: '', day: '' },
  invite: null,
  areaCode: MAINLAND,
  phone: '',
}

/** Kept in memory while other screens are shown; cleared after the registration. */
export const registerDraftAtom = atom<Typed>(NOTHING_TYPED)

/** In the order of the form. */
const FIELDS = ['name', 'password', 'phone', 'code', 'realName', 'birth', 'invite', 'terms'] as const
type FieldName = (typeof FIELDS)[number]
type Problems = Partial<Record<FieldName, string | undefined>>
/** Fields of the first of two steps. */
const FIRST_STEP: readonly FieldName[] = ['name', 'password', 'phone', 'code']

const FIELD_OF_CODE: ReadonlyMap<number, FieldName> = new Map([
  [CODES.NAME_TAKEN, 'name'],
  [CODES.VERIFY_CODE_ERROR, 'code'],
  [CODES.UNDER_AGE, 'birth'],
  [CODES.INVITE_CODE_INVALID, 'invite'],
])

interface Values {
  readonly typed: Typed
  readonly password: string
  readonly hasAgreed: boolean
}

/** Problems of all fields but the phone and its code. */
function problemsOf({ typed, password, hasAgreed }: Values, config: SiteConfig): Problems {
  const problems: { readonly [Field in FieldName]?: string | null } = {
    name: typed.name.trim() === '' ? authText('auth.nameEmpty') : newUserNameProblem(typed.name),
    password: password === '' ? authText('auth.passwordEmpty') : newPasswordProblem(password, typed.name),
    realName:
      config.registerRealNameRequired === 1 ? realNameProblem(typed.realName, config.realNameRule === 2 ? 2 : 1) : null,
    birth: birthDateProblem(birthDateText(typed.birth), serverNow(), config.ageGateYears),
    terms: hasAgreed ? null : registrationText('register.termsNeeded'),
  }
  const found = Object.entries(problems).flatMap(([field, problem]) => (problem === null ? [] : [[field, problem]]))
  return Object.fromEntries(found) as Problems
}

export interface RegisterFormProps<Data> {
  /** Two steps on a phone; otherwise one. */
  readonly isStepped: boolean
  /** Code of the invitation that led here; empty without one. */
  readonly invitation: string
  readonly onSubmit: (registration: Registration) => Promise<Result<Data>>
  readonly onRegistered: (data: Data) => void
}

/** What was typed, and what is wrong with it. */
function useInput() {
  const [typed, setTyped] = useAtom(registerDraftAtom)
  const [password, setPassword] = useState('')
  const [hasAgreed, setAgreed] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const change = (field: FieldName, part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }))
    setProblems((before) => ({ ...before, [field]: undefined }))
  }
  return {
    typed,
    setTyped,
    password,
    hasAgreed,
    problems,
    setProblems,
    type: (field: 'name' | 'realName' | 'invite', text: string) => change(field, { [field]: text }),
    typeBirth: (birth: BirthDate) => change('birth', { birth }),
    typePassword: (text: string) => {
      setPassword(text)
      change('password', {})
    },
    agree: (isChecked: boolean) => {
      setAgreed(isChecked)
      change('terms', {})
    },
  }
}

/** The parameters of the call. */
function registrationOf({ typed, password }: Values, config: SiteConfig, invitation: string) {
  return {
    name: normalUserName(typed.name),
    timewd: password,
    ...(config.registerRealNameRequired === 1 && { realName: normalRealName(typed.realName) }),
    // Without it the transport adds the codes of the invitation.
    ...(typed.invite !== null && typed.invite !== invitation && { i_code: typed.invite.trim().toLowerCase() }),
    agreeTerms: true as const,
    birthDate: birthDateText(typed.birth),
  }
}

/** The phone number and its code. They are part of the draft, too. */
function useRegisterPhone(
  fields: FieldFocus<FieldName>,
  typed: Typed,
  setTyped: ReturnType<typeof useInput>['setTyped'],
) {
  const phoneCode = usePhoneCode('register', fields, typed)
  const { areaCode, phone, code } = phoneCode
  useEffect(() => setTyped((before) => ({ ...before, areaCode, phone })), [areaCode, phone, setTyped])
  return { phoneCode, phoneParams: { areaCode, phone: normalPhone(areaCode, phone), code } }
}

/** The typed values, their checks and the submission of a registration. Typed text is kept after failures. */
export function useRegisterForm<Data>({ isStepped, invitation, onSubmit, onRegistered }: RegisterFormProps<Data>) {
  const config = useAtomValue(siteConfigAtom)
  const { currency } = useAtomValue(siteAtom)
  const input = useInput()
  const { typed, setTyped, setProblems } = input
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<0 | 1>(0)
  const { register, focus } = useFieldFocus<FieldName>()
  const { phoneCode, phoneParams } = useRegisterPhone({ register, focus }, typed, setTyped)
  const hasPhone = config.registerPhoneRequired === 1 || phoneCode.phone.trim() !== ''

  /** Shows problems at their fields and focuses the first. Returns whether there are any. */
  const show = (found: Problems): boolean => {
    const first = FIELDS.find((field) => found[field] !== undefined)
    setProblems(found)
    if (first === undefined) return false
    setStep(FIRST_STEP.includes(first) ? 0 : 1)
    focus(first)
    return true
  }
  const check = (fields: readonly FieldName[]): boolean => {
    const invalid = hasPhone ? phoneCode.check() : null
    // Phone and code show their own messages.
    const found = { ...problemsOf(input, config), ...(invalid && { [invalid]: '' }) }
    return !show(Object.fromEntries(Object.entries(found).filter(([field]) => fields.some((one) => one === field))))
  }
  const refuse = (refusal: Failure) => {
    const field = FIELD_OF_CODE.get(refusal.code)
    if (field === undefined) return setFailure(refusal)
    if (field === 'code') phoneCode.setCodeError(refusal.message)
    if (field !== 'invite' || config.registerInviteCodeVisible === 1) return show({ [field]: refusal.message })
    input.type('invite', '')
    return setFailure({ ...refusal, message: registrationText('register.inviteDropped') })
  }
  const submit = async () => {
    setFailure(null)
    const isFirst = isStepped && step === 0
    if (!check(isFirst ? FIRST_STEP : FIELDS)) return
    if (isFirst) {
      setStep(1)
      return focus(config.registerRealNameRequired === 1 ? 'realName' : 'birth')
    }
    setBusy(true)
    const common = registrationOf(input, config, invitation)
    const result = await onSubmit({ ...common, ...(hasPhone && phoneParams), currency })
    setBusy(false)
    if (!result.ok) return refuse(result)
    setTyped(NOTHING_TYPED)
    return onRegistered(result.data)
  }
  const goBack = () => {
    setStep(0)
    focus('name')
  }
  const invite = typed.invite ?? invitation
  return { ...input, config, invite, phoneCode, failure, isBusy, step, register, submit, goBack }
}
