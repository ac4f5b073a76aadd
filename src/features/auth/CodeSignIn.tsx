import { type ReactNode, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { CodeCredentials } from '#protocol/worker/api.ts'
import { normalPhone } from '#protocol/rules/member/phone.ts'
import { authText } from '#messages/zh/auth.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import styles from './LoginForm.module.css'
import { PhoneCodeFields } from './PhoneCodeFields.tsx'
import { useFieldFocus } from './use-field-focus.ts'
import { usePhoneCode } from './use-phone-code.ts'

export interface CodeSignInProps<Data> {
  readonly onSubmit: (credentials: CodeCredentials) => Promise<Result<Data>>
  readonly onSignedIn: (data: Data) => void
  /** Other ways to sign in, below the button. */
  readonly others?: ReactNode
}

/** Sign-in with a code that is sent to the bound phone (`flag` 2, S3.1). */
export function CodeSignIn<Data>({ onSubmit, onSignedIn, others }: CodeSignInProps<Data>) {
  const fields = useFieldFocus<'phone' | 'code'>()
  const { focus } = fields
  const state = usePhoneCode('login', fields)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setFailure(null)
    const invalid = state.check()
    if (invalid !== null) return focus(invalid)
    const { areaCode, phone, code } = state
    setBusy(true)
    const result = await onSubmit({ areaCode, phone: normalPhone(areaCode, phone), code })
    setBusy(false)
    if (result.ok) return onSignedIn(result.data)
    if (result.code !== CODES.VERIFY_CODE_ERROR) return setFailure(result)
    state.setCodeError(result.message)
    return focus('code')
  }
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={() => void submit()}>
      <PhoneCodeFields state={state} />
      {failure && <FormFailure failure={failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={isBusy}>
        {authText('auth.submit')}
      </Button>
      {others}
    </Form>
  )
}
