import { CircleDollarSign, Landmark, type LucideIcon, QrCode, Zap } from 'lucide-react'
import { useId } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { type PayType, rangeText } from './use-deposit.ts'
import styles from './deposit.module.css'

const PICTURES: Readonly<Record<PayType['kind'], LucideIcon>> = {
  bank: Landmark,
  qr: QrCode,
  speed: Zap,
  usdt: CircleDollarSign,
}

interface PayTypesProps {
  readonly types: readonly PayType[]
  readonly currency: SettleCurrency
  readonly value: string
  readonly isLocked: boolean
  readonly onChange: (id: string) => void
}

/** S7.66: the payment types as a radio group, each with its limits and fee. */
export function PayTypes({ types, currency, value, isLocked, onChange }: PayTypesProps) {
  const name = useId()
  return (
    <fieldset className={styles.types} disabled={isLocked}>
      <legend className="visually-hidden">{walletText('deposit.form.type')}</legend>
      {types.map((type) => {
        const Picture = PICTURES[type.kind]
        return (
          <label key={type.id} className={styles.type}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={type.id === value}
              onChange={() => onChange(type.id)}
            />
            <span className={styles.picture} aria-hidden="true">
              <Picture size={20} />
            </span>
            <span className={styles.words}>
              <b>{type.name}</b>
              <small>{walletText('deposit.form.range', rangeText(type, currency))}</small>
              <small>
                {type.feeRate === 0
                  ? walletText('deposit.form.free')
                  : walletText('deposit.form.fee', { percent: type.feeRate / 100 })}
                {type.chains.length > 0 && ` · ${type.chains.join(' / ')}`}
              </small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
