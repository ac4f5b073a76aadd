import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeText, CODES } from '#protocol/codes.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import { newUserNameProblem } from '#protocol/rules/member/official-names.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { call } from '#transport/client.ts'
import { NameField } from './NameField.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'

interface NameCheck {
  readonly name: string
  readonly state: 'checking' | 'free' | 'taken' | 'unknown'
}

/** S7.46: checks whether a name is taken, 300 ms after the last change (S9.8). A failed check blocks nothing. */
function useNameCheck(typed: string): NameCheck['state'] | null {
  const [check, setCheck] = useState<NameCheck | null>(null)
  const request = useRef<AbortController | null>(null)
  const checkNow = async (name: string) => {
    const controller = new AbortController()
    request.current = controller
    setCheck({ name, state: 'checking' })
    const result = await call('registration.checkName', { name }, { signal: controller.signal })
    if (controller.signal.aborted) return
    setCheck({ name, state: result.ok ? (result.data.exists ? 'taken' : 'free') : 'unknown' })
  }
  const debounced = useDebounced((name: string) => void checkNow(name))
  const name = normalUserName(typed)
  const ask = useEffectEvent((next: string) => debounced.ask(next))
  const cancel = useEffectEvent(() => debounced.cancel())
  useEffect(() => {
    if (newUserNameProblem(name) === null) ask(name)
    return () => {
      cancel()
      request.current?.abort()
    }
  }, [name])
  return check?.name === name ? check.state : null
}

const HINTS = { checking: 'register.nameChecking', free: 'register.nameFree', unknown: 'register.nameUnknown' } as const

interface NewNameFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly value: string
  readonly onValueChange: (name: string) => void
  readonly error: string | null
}

/** The account name of a registration, checked while it is typed. */
export function NewNameField({ error, ...field }: NewNameFieldProps) {
  const check = useNameCheck(field.value)
  const [wasLeft, setLeft] = useState(false)
  const problem = field.value === '' ? null : newUserNameProblem(field.value)
  const taken = check === 'taken' ? codeText(CODES.NAME_TAKEN) : null
  return (
    <NameField
      {...field}
      isMessageReserved
      isLoading={check === 'checking'}
      error={error ?? taken ?? (wasLeft ? problem : null)}
      hint={problem ?? registrationText(check === null || check === 'taken' ? 'register.nameHint' : HINTS[check])}
      isHintGood={check === 'free'}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
    />
  )
}
