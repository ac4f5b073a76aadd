import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { siteAtom } from '#state/site/site.ts'
import { Choices } from '#ui/choice/Choices.tsx'

/** The currency of a wallet page: `?currency=`, else that of the site (S1.14). */
export function useWalletCurrency(): readonly [SettleCurrency, (currency: SettleCurrency) => void] {
  const own = useAtomValue(siteAtom).currency
  const [search, setSearch] = useSearchParams()
  const named = search.get('currency')
  const currency = named === 'CNY' || named === 'USDT' ? named : own
  const change = (next: SettleCurrency) =>
    setSearch(
      (before) => {
        before.set('currency', next)
        return before
      },
      { replace: true },
    )
  return [currency, change]
}

interface CurrencyChoiceProps {
  readonly currency: SettleCurrency
  readonly onChange: (currency: SettleCurrency) => void
}

/** The choice of the currency of a wallet page, the site's first. */
export function CurrencyChoice({ currency, onChange }: CurrencyChoiceProps) {
  const own = useAtomValue(siteAtom).currency
  const codes: readonly SettleCurrency[] = own === 'CNY' ? ['CNY', 'USDT'] : ['USDT', 'CNY']
  const choices = codes.map((code) => ({ value: code, label: `${CURRENCIES[code].chName} ${code}` }))
  return <Choices label={walletText('currency.label')} value={currency} choices={choices} onChange={onChange} />
}
