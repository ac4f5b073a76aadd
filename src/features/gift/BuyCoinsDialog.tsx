import { useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { classNames } from '#lib/class-names.ts'
import { formatCount } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import { setBalance } from '#state/coins.ts'
import { useServerData } from '#state/use-server-data.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast-manager.ts'
import styles from './BuyCoinsDialog.module.css'
import { COIN_PACKS, packFor } from './spending.ts'

export interface BuyCoinsDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** Coins that are missing. */
  readonly short: number
}

const NO_PARAMS = {}

/** Too few coins: take some play money, after the server has said that this member may (S6.6). */
export function BuyCoinsDialog({ isOpen, onOpenChange, short }: BuyCoinsDialogProps) {
  const permission = useServerData('coin.checkPermission', isOpen ? NO_PARAMS : null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const coins = chosen ?? packFor(short)
  const refusal = permission.data?.allowed === false ? (permission.data.reason ?? '') : null

  const take = async () => {
    // The window can still be pressed while it leaves: what was taken is not taken again.
    if (!isOpen) return
    setBusy(true)
    setFailure(null)
    const result = await call('coin.buy', { coins }, { idempotencyKey: randomId() })
    setBusy(false)
    if (!result.ok) return setFailure(result)
    setBalance(result.data.balance)
    toast({ text: rt('gift.buyDone', { coins: formatCount(coins) }), tone: 'success' })
    return onOpenChange(false)
  }

  const problem =
    refusal === null ? (failure ?? permission.failure)?.message : rt('gift.buyRefused', { reason: refusal })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={rt('gift.buyTitle')}
      description={rt('gift.buyText', { short: formatCount(short) })}
      actions={
        <>
          <Button size="small" onClick={() => onOpenChange(false)}>
            {t('action.cancel')}
          </Button>
          <Button
            kind="primary"
            size="small"
            isLoading={isBusy}
            disabled={permission.data?.allowed !== true}
            onClick={() => void take()}
          >
            {rt('gift.buyAction')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.packs} aria-label={rt('gift.buyLabel')}>
        {COIN_PACKS.map((pack) => (
          <button
            key={pack}
            type="button"
            className={classNames(styles.pack)}
            aria-pressed={pack === coins}
            onClick={() => setChosen(pack)}
          >
            {rt('gift.buyOption', { coins: formatCount(pack) })}
          </button>
        ))}
      </fieldset>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
