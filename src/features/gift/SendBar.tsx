import { formatCount } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/Coin.tsx'
import styles from './SendBar.module.css'
import type { GiftDesk } from './use-gift-desk.ts'

/** Balance, what is left after it, and the button that says what it costs. */
export function SendBar({ desk }: { readonly desk: GiftDesk }) {
  const { balance, total, short } = desk
  return (
    <div className={styles.bar}>
      <div className={styles.coins}>
        {balance !== null && (
          <>
            <span className={styles.balance} data-balance={balance}>
              <CoinIcon size={20} />
              <b>{formatCount(balance)}</b>
              <span className={styles.note}>{t('coin.demo')}</span>
            </span>
            <span className={styles.after} data-short={short > 0 || undefined}>
              {short > 0
                ? rt('gift.short', { short: formatCount(short) })
                : rt('gift.left', { left: formatCount(balance - total) })}
            </span>
          </>
        )}
      </div>
      <Button kind="primary" size="large" disabled={desk.gift === null} onClick={desk.send}>
        {desk.isVisitor ? rt('gift.signIn') : rt('gift.total', { total: formatCount(total) })}
      </Button>
    </div>
  )
}
