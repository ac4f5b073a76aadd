import { useId, useState } from 'react'
import type { BankScript } from '#protocol/endpoints/demo.ts'
import type { Failure } from '#protocol/result.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Loaded } from '#ui/state/Loaded.tsx'
import styles from './DemoBankForm.module.css'

/** The choice of how the demo bank treats later orders of this member. Saved at once. */
export function DemoBankForm() {
  const query = useServerData('demo.bank', {})
  const name = useId()
  const [wanted, setWanted] = useState<BankScript | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (query.data === null) {
    return <Loaded query={query} title={walletText('home.bank.failed')} rows={6} height={64} />
  }
  const { script, scripts } = query.data
  const change = async (next: BankScript) => {
    setWanted(next)
    setFailure(null)
    const result = await call('demo.bank', { script: next })
    if (result.ok) toast({ text: walletText('home.bank.saved'), tone: 'success', id: 'demo-bank' })
    else {
      // The choice before is still in force.
      setWanted(null)
      setFailure(result)
    }
    query.retry()
  }
  return (
    <fieldset>
      <legend className="visually-hidden">{walletText('home.bank.choice')}</legend>
      {scripts.map((one) => (
        <label key={one} className={styles.script}>
          <input type="radio" name={name} checked={one === (wanted ?? script)} onChange={() => void change(one)} />
          <b>{walletText(`home.bank.script.${one}`)}</b>
          <small>{walletText(`home.bank.about.${one}`)}</small>
        </label>
      ))}
      {failure && <FormFailure failure={failure} />}
    </fieldset>
  )
}
