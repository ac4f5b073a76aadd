import { useState } from 'react'
import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-manager.ts'
import { consoleCall } from '../client.ts'
import { PasskeysPart } from '../parts/PasskeysPart.tsx'
import { RecoveryCodes } from '../parts/RecoveryCodes.tsx'
import { Facts, Part, Screen } from '../parts/Screen.tsx'
import { useConsole } from '../session.tsx'

/** The own account: role, second factors and recovery codes. */
export function AccountPage() {
  const { session, reload } = useConsole()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { operator, factors, recoveryCodesLeft } = session
  const renew = async () => {
    const result = await consoleCall('factor.renewCodes', {})
    if (result.ok) setCodes(result.data.recoveryCodes)
    else toast(cst('failed', { reason: result.message }))
  }
  const close = () => {
    setCodes(null)
    reload()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={close} />
  return (
    <Screen title={cst('account.title')}>
      <Facts
        items={[
          [cst('signIn.name'), operator?.name],
          [cst('operators.role'), operator && cst(`role.${operator.role}`)],
          [cst('account.totp'), cst(factors.hasTotp ? 'account.totpOn' : 'account.totpOff')],
        ]}
      />
      <PasskeysPart />
      <Part title={cst('account.codes')}>
        <p>{cst('account.lead', { count: recoveryCodesLeft })}</p>
        <div>
          <Button onClick={() => void renew()}>{cst('account.renew')}</Button>
        </div>
      </Part>
    </Screen>
  )
}
