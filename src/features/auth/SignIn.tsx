import { type ReactNode, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { authText } from '#messages/zh/auth.ts'
import { hasPasskeys } from '#lib/browser/has-passkeys.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import type { CodeCredentials, PasswordCredentials, SignInReport } from '#protocol/worker/api.ts'
import type { CodeSignInProps } from './CodeSignIn.tsx'
import { LoginForm } from './LoginForm.tsx'
import styles from './LoginForm.module.css'
import { challengeOf, type PasskeyChallenge } from './passkey.ts'
import { PasskeyButton, type SignInWithPasskey } from './PasskeySignIn.tsx'
import type { PasskeyStepProps } from './PasskeyStep.tsx'

interface SignInProps {
  readonly onSubmit: (credentials: PasswordCredentials | CodeCredentials) => Promise<Result<SignInReport>>
  readonly onPasskey: SignInWithPasskey<SignInReport>
  readonly onSignedIn: (report: SignInReport) => void
  readonly typedName: string
  readonly onNameTyped: (name: string) => void
  readonly isRemembered: boolean
  readonly onRememberChange: (isRemembered: boolean) => void
  /** Link to the recovery of a password. */
  readonly forgot: ReactNode
  readonly isDemo: boolean
}

type Way = 'password' | 'code'

// Not part of the first load.
const CodeSignIn = lazyPanel<CodeSignInProps<SignInReport>>(async () => (await import('./CodeSignIn.tsx')).CodeSignIn)
const PasskeyStep = lazyPanel<PasskeyStepProps<SignInReport>>(
  async () => (await import('./PasskeyStep.tsx')).PasskeyStep,
)

/** All ways to sign in (S1.1): password, code, passkey, and the passkey as a second step after a password. */
export function SignIn({ onSubmit, onPasskey, onSignedIn, ...form }: SignInProps) {
  const [way, setWay] = useState<Way>('password')
  const [challenge, setChallenge] = useState<PasskeyChallenge | null>(null)
  const [wasCodeOpened, setCodeOpened] = useState(false)
  if (way === 'code' && !wasCodeOpened) setCodeOpened(true)
  const submit = async (credentials: PasswordCredentials | CodeCredentials) => {
    const result = await onSubmit(credentials)
    if (!result.ok && result.code === CODES.NEED_PASSKEY) setChallenge(challengeOf(result.details))
    return result
  }
  const passkey = { onSubmit: onPasskey, onSignedIn }
  if (challenge !== null) {
    return <PasskeyStep {...passkey} challenge={challenge} onBack={() => setChallenge(null)} />
  }
  const panelName = authText('auth.ways')
  const others = hasPasskeys() && <PasskeyButton {...passkey} />
  return (
    <Tabs value={way} onValueChange={setWay}>
      <TabList<Way>
        label={panelName}
        className={styles.tabs}
        items={[
          { value: 'password', label: authText('auth.byPassword') },
          { value: 'code', label: authText('auth.byCode') },
        ]}
      />
      <TabPanel value="password" label={panelName}>
        <LoginForm {...form} onSubmit={submit} onSignedIn={onSignedIn} others={others} />
      </TabPanel>
      <TabPanel
        value="code"
        label={panelName}
        className={way === 'code' ? undefined : styles.hidden}
        // What was typed stays.
        isKept={wasCodeOpened}
      >
        <CodeSignIn onSubmit={submit} onSignedIn={onSignedIn} others={others} />
      </TabPanel>
    </Tabs>
  )
}
