import { useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { securityText } from '#messages/zh/security.ts'
import { loadSecurity } from '#state/session/security.ts'
import { call } from '#transport/client.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './security.module.css'

/** Minutes without input until the sign-out; 0 = never. */
const IDLE_MINUTES = [0, 15, 30, 60, 120] as const

/** 自动退出登录 (S7.50). A choice is saved at once, and shown again if the server refuses. */
export function IdlePanel({ idleMinutes }: { readonly idleMinutes: number }) {
  const [chosen, setChosen] = useState(idleMinutes)
  const [failure, setFailure] = useState<Failure | null>(null)
  const choose = async (minutes: number) => {
    setChosen(minutes)
    setFailure(null)
    const result = await call('security.logoutSetup', { idleMinutes: minutes, logoutOthers: false })
    if (result.ok) {
      toast({ text: securityText('page.saved'), tone: 'success', id: 'idle' })
      return loadSecurity()
    }
    setChosen(idleMinutes)
    return setFailure(result)
  }
  return (
    <div className={styles.body}>
      <p className={styles.text}>{securityText('idle.text')}</p>
      <Choices
        label={securityText('idle.label')}
        value={chosen}
        choices={IDLE_MINUTES.map((value) => ({
          value: value as number,
          label: value === 0 ? securityText('idle.never') : securityText('idle.minutes', { count: value }),
        }))}
        onChange={(minutes) => void choose(minutes)}
      />
      {failure && <FormFailure failure={failure} />}
    </div>
  )
}
