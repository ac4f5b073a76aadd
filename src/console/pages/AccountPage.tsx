import { useState } from 'react'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { consoleCall } from '../client.ts'
import { PasskeysPart } from '../parts/PasskeysPart.tsx'
import { RecoveryCodes } from '../parts/RecoveryCodes.tsx'
import { Part, Screen } from '../parts/Screen.tsx'
import { useConsole } from '../session.tsx'

/** The own account: role, second factors and recovery codes. */
export function AccountPage() {
  const { session, reload } = useConsole()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { operator, factors, recoveryCodesLeft } = session
  const renew = async () => {
    const result = await consoleCall('factor.renewCodes', {})
    if (result.ok) setCodes(result.data.recoveryCodes)
    else toast(consoleText('failed', { reason: result.message }))
  }
  const close = () => {
    setCodes(null)
    reload()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={close} />
  return (
    <Screen title={consoleText('account.title')}>
      <Facts layout="tiles">
        <Fact name={consoleText('signIn.name')}>{operator?.name}</Fact>
        <Fact name={consoleText('operators.role')}>{operator && consoleText(`role.${operator.role}`)}</Fact>
        <Fact name={consoleText('account.totp')}>
          {consoleText(factors.hasTotp ? 'account.totpOn' : 'account.totpOff')}
        </Fact>
      </Facts>
      <PasskeysPart />
      <Part title={consoleText('account.codes')}>
        <p>{consoleText('account.lead', { count: recoveryCodesLeft })}</p>
        <div>
          <Button onClick={() => void renew()}>{consoleText('account.renew')}</Button>
        </div>
      </Part>
    </Screen>
  )
}
