import { useAtomValue } from 'jotai'
import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import { stopEnd, stopTitle } from '#lib/play-stop-text.ts'
import { isBalanceLoadingAtom, isBalanceMissingAtom, loadCoins } from '#state/session/coins.ts'
import { serverNow } from '#transport/client.ts'
import { CoinIcon } from '#ui/art/Coin.tsx'
import { Button } from '#ui/button/Button.tsx'
import styles from './SendBar.module.css'
import type { GiftController } from './use-gifts.ts'

interface SendBarProps {
  readonly gifts: GiftController
  /** Opens the gift history. */
  readonly onHistory: () => void
}

/** Balance, remaining coins, and the send button with the cost. */
export function SendBar({ gifts, onHistory }: SendBarProps) {
  const { balance, total, short, most, stop } = gifts
  const isMissing = useAtomValue(isBalanceMissingAtom)
  const isAsked = useAtomValue(isBalanceLoadingAtom)
  return (
    <div className={styles.bar}>
      <div className={styles.coins}>
        {stop && (
          <output className={styles.stop}>
            <b>{stopTitle(stop)}</b>
            {stopEnd(stop, serverNow())}
          </output>
        )}
        {balance !== null && !stop && (
          <>
            <span className={styles.balance} data-balance={balance}>
              <CoinIcon size={20} />
              <b>{formatCount(balance)}</b>
              <span className={styles.note}>{commonText('coin.demo')}</span>
            </span>
            <span className={styles.after} data-short={short > 0 || undefined}>
              {short > 0 ? shortText(short, most) : roomText('gift.left', { left: formatCount(balance - total) })}
            </span>
          </>
        )}
        {isMissing && (
          <span className={styles.balance}>
            <CoinIcon size={20} />
            <b aria-hidden="true">—</b>
            <span className={styles.note} role="alert">
              {roomText('gift.balanceFailed')}
            </span>
            <Button size="tiny" isLoading={isAsked} onClick={() => void loadCoins()}>
              {commonText('action.retry')}
            </Button>
          </span>
        )}
        {!gifts.isVisitor && (
          <button type="button" className={styles.link} aria-haspopup="dialog" onClick={onHistory}>
            {roomText('gifts.open')}
          </button>
        )}
      </div>
      <Button kind="primary" size="large" disabled={gifts.gift === null || stop !== null} onClick={gifts.send}>
        {gifts.isVisitor ? roomText('gift.signIn') : roomText('gift.total', { total: formatCount(total) })}
      </Button>
    </div>
  )
}

/** How many coins are missing, and how many gifts the balance pays. */
function shortText(short: number, most: number): string {
  const missing = roomText('gift.short', { short: formatCount(short) })
  return most === 0 ? missing : `${missing}${roomText('gift.most', { most: formatCount(most) })}`
}
