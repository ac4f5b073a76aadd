import { useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { REALITY_CHECK_MINUTES } from '#protocol/wallet/limits.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { call } from '#transport/client.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './responsible.module.css'
import type { ResponsibleState } from './use-responsible.ts'

const OFFERED = [REALITY_CHECK_MINUTES.min, 30, 45, REALITY_CHECK_MINUTES.default, 90, REALITY_CHECK_MINUTES.max]

interface CheckPanelProps extends Pick<ResponsibleState, 'take'> {
  readonly minutes: number
}

/** The interval of the reality check. A choice is saved at once, and shown again if the server refuses. */
export function CheckPanel({ minutes, take }: CheckPanelProps) {
  const [pending, setPending] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A site may have another default.
  const offered = [...new Set<number>([...OFFERED, minutes])].sort((a, b) => a - b)
  const choose = async (wanted: number) => {
    setPending(wanted)
    setFailure(null)
    const result = take(await call('responsible.realityCheck', { minutes: wanted }))
    setPending(null)
    if (result.ok) toast({ text: responsibleText('page.saved'), tone: 'success', id: 'responsible' })
    else setFailure(result)
  }
  return (
    <Panel title={responsibleText('check.title')}>
      <div className={styles.body}>
        <p className={styles.text}>{responsibleText('check.lead')}</p>
        <Choices
          label={responsibleText('check.every')}
          value={pending ?? minutes}
          choices={offered.map((value) => ({ value, label: responsibleText('check.minutes', { count: value }) }))}
          onChange={(wanted) => void choose(wanted)}
        />
        {failure && <FormFailure failure={failure} />}
      </div>
    </Panel>
  )
}
