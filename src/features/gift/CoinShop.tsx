import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { formatCount } from '#lib/format.ts'
import { giftText } from '#messages/zh/gift.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import { failureText } from '#lib/failure-text.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { balanceAtom, isBalanceLoadingAtom, isBalanceMissingAtom, loadCoins } from '#state/session/coins.ts'
import { CoinBalance } from '#ui/art/Coin.tsx'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './CoinShop.module.css'
import { CoinPacks, CoinRate } from './GiftDialogs.tsx'
import { GiftHistory } from './GiftHistory.tsx'
import { useCoinPurchase } from './use-coin-purchase.ts'

interface CoinShopProps {
  /** An exclusion, a limit or a reality check stops coins (I9, I10). The page says which. */
  readonly isStopped: boolean
}

/** The balance of coins, and the amounts of play money on offer (S6.6). */
export function CoinShop({ isStopped }: CoinShopProps) {
  return (
    <>
      <Balance />
      <Shop isStopped={isStopped} />
    </>
  )
}

function Balance() {
  const balance = useAtomValue(balanceAtom)
  const isMissing = useAtomValue(isBalanceMissingAtom)
  const isLoading = useAtomValue(isBalanceLoadingAtom)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <Panel title={giftText('balance.title')} isLead>
      <div className={styles.balance}>
        <CoinBalance amount={balance} className={styles.amount} />
        {isMissing ? (
          <span className={styles.missing} role="alert">
            {giftText('balance.failed')}
            <Button size="small" isLoading={isLoading} onClick={() => void loadCoins()}>
              {commonText('action.retry')}
            </Button>
          </span>
        ) : (
          <Button size="small" aria-haspopup="dialog" onClick={() => setHistoryOpen(true)}>
            {giftText('balance.records')}
          </Button>
        )}
      </div>
      <GiftHistory isOpen={isHistoryOpen} onOpenChange={setHistoryOpen} />
    </Panel>
  )
}

function Shop({ isStopped }: CoinShopProps) {
  const permission = useServerData('coin.checkPermission', {})
  const purchase = useCoinPurchase(true, 0, permission.retry)
  const refusal = permission.data?.allowed === false ? (permission.data.reason ?? '') : null
  const mayBuy = permission.data?.allowed === true && !isStopped
  return (
    <Panel title={giftText('shop.title')}>
      <div className={styles.shop}>
        <p className={styles.text}>{giftText('shop.text')}</p>
        <CoinPacks purchase={purchase} isDisabled={!mayBuy} />
        <CoinRate />
        <div className={styles.action}>
          <Button
            kind="primary"
            size="large"
            isLoading={purchase.isBusy}
            disabled={!mayBuy && !purchase.isUnsettled}
            onClick={() => void purchase.buy()}
          >
            {giftText('shop.buy', { coins: formatCount(purchase.coins) })}
          </Button>
          <output className={styles.text}>
            {purchase.isUnsettled
              ? roomText('gift.buyUnsure')
              : isStopped
                ? giftText('shop.stopped')
                : refusal !== null && giftText('shop.refused', { reason: refusal })}
          </output>
        </div>
        {purchase.failure && !purchase.isUnsettled && <FormFailure failure={purchase.failure} />}
        {permission.failure && permission.data === null && (
          <p className={styles.missing} role="alert">
            {failureText(permission.failure, giftText('shop.failed'))}
            <Button size="small" isLoading={permission.isLoading} onClick={permission.retry}>
              {commonText('action.retry')}
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}
