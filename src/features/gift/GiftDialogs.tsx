import { useAtomValue } from 'jotai'
import { PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { currencyAtom } from '#state/site/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import styles from './GiftDialogs.module.css'
import { COIN_PACKS } from './spending.ts'
import { type CoinPurchase, useCoinPurchase } from './use-coin-purchase.ts'
import type { GiftController } from './use-gifts.ts'

export interface BuyCoinsDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** Missing coins, 0 if the server's prices are not known yet; null if the member opened it without a need. */
  readonly short: number | null
}

/** Buys play money, if the server permits it to this member (S6.6). */
export function BuyCoinsDialog({ isOpen, onOpenChange, short }: BuyCoinsDialogProps) {
  const permission = useServerData('coin.checkPermission', isOpen ? {} : null)
  const purchase = useCoinPurchase(isOpen, short ?? 0, () => onOpenChange(false))
  const refusal = permission.data?.allowed === false ? (permission.data.reason ?? '') : null

  const failure = messageOf(purchase.failure ?? permission.failure)
  const message = refusal === null ? failure : roomText('gift.buyRefused', { reason: refusal })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      {...dialogTexts(short)}
      actions={
        <>
          <Button size="small" onClick={() => onOpenChange(false)}>
            {commonText('action.cancel')}
          </Button>
          <Button
            kind="primary"
            size="small"
            isLoading={purchase.isBusy}
            disabled={permission.data?.allowed !== true}
            onClick={() => void purchase.buy()}
          >
            {roomText('gift.buyAction')}
          </Button>
        </>
      }
    >
      <CoinPacks purchase={purchase} />
      <CoinRate />
      {purchase.isUnsettled && <output className={styles.note}>{roomText('gift.buyUnsure')}</output>}
      {message && !purchase.isUnsettled && (
        <p className={styles.error} role="alert">
          {message}
        </p>
      )}
      {permission.failure && permission.data === null && (
        <div className={styles.retry}>
          <Button kind="outline" size="small" isLoading={permission.isLoading} onClick={permission.retry}>
            {commonText('action.retry')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** The message of a failure; undefined for a refusal of a limit or an exclusion, which has a dialog. */
function messageOf(failure: Failure | null): string | undefined {
  return failure === null || PLAY_STOP_CODES.includes(failure.code) ? undefined : failure.message
}

/** The amounts on offer. */
export function CoinPacks({
  purchase,
  isDisabled = false,
}: {
  readonly purchase: CoinPurchase
  readonly isDisabled?: boolean
}) {
  return (
    <fieldset className={styles.packs} aria-label={roomText('gift.buyLabel')}>
      {COIN_PACKS.map((pack) => (
        <button
          key={pack}
          type="button"
          className={styles.pack}
          aria-pressed={pack === purchase.coins}
          disabled={purchase.isUnsettled || isDisabled}
          onClick={() => purchase.choose(pack)}
        >
          {roomText('gift.buyOption', { coins: formatCount(pack) })}
        </button>
      ))}
    </fieldset>
  )
}

function dialogTexts(short: number | null): { readonly title: string; readonly description: string } {
  if (short === null) return { title: commonText('coin.get'), description: roomText('gift.buyTextFree') }
  const missing = short > 0 ? roomText('gift.buyText', { short: formatCount(short) }) : roomText('gift.buyTextOpen')
  return { title: roomText('gift.buyTitle'), description: missing }
}

/** The coins of one unit of the site's currency (S3.25). */
export function CoinRate() {
  const { goldCoinRate } = useAtomValue(siteConfigAtom)
  const currency = useAtomValue(currencyAtom)
  const money = formatMoney(10 ** currency.decimals, currency)
  return <p className={styles.note}>{roomText('gift.buyRate', { coins: formatCount(goldCoinRate), money })}</p>
}

/** Asks whether to continue when a visit exceeds a further multiple of the sum. The recommended choice is to pause. */
export function SpendingPause({ gifts }: { readonly gifts: GiftController }) {
  const { pausedAt, askedCost } = gifts
  // The title names the current cost, unless the coins already sent are more.
  const title =
    pausedAt !== null && pausedAt >= askedCost
      ? roomText('gift.pauseTitle', { total: formatCount(pausedAt) })
      : roomText('gift.pauseFirst', { total: formatCount(askedCost) })
  return (
    <Dialog
      isOpen={pausedAt !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) gifts.resolvePause(false)
      }}
      title={title}
      description={roomText('gift.pauseText')}
      isQuestion
      actions={
        <>
          <Button kind="outline" size="small" onClick={() => gifts.resolvePause(true)}>
            {roomText('gift.pauseGoOn')}
          </Button>
          <Button kind="primary" size="small" onClick={() => gifts.resolvePause(false)}>
            {roomText('gift.pauseRest')}
          </Button>
        </>
      }
    />
  )
}
