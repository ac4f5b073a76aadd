import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import { commonText } from '#messages/zh/common.ts'
import { Amount } from '../Amount.tsx'

interface RecordAmountProps {
  readonly record: Pick<DealRecord, 'amount' | 'change' | 'currency'>
  readonly isInFull?: boolean
}

/** What a record changed, with its sign; its amount without one if it changed nothing. Coins have no symbol. */
export function RecordAmount({ record: { amount, change, currency }, isInFull = false }: RecordAmountProps) {
  const hasChanged = change !== 0
  return (
    <>
      <Amount value={hasChanged ? change : amount} currency={currency} withPlus={hasChanged} isInFull={isInFull} />
      {currency === 'COIN' && ` ${commonText('coin.unit')}`}
    </>
  )
}
