import {
  ArrowLeftRight,
  ChevronRight,
  CreditCard,
  Download,
  HeartPulse,
  type LucideIcon,
  PiggyBank,
  ReceiptText,
  RefreshCcwDot,
  Ticket,
  Upload,
} from 'lucide-react'
import type { SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import styles from '../account/MineEntries.module.css'

/** The screens of the wallet in the order of Annex G, and the limits of responsible play. */
const ENTRIES: readonly { readonly key: EntryKey; readonly path: string; readonly picture: LucideIcon }[] = [
  { key: 'deposit', path: '/app/wallet/deposit', picture: Download },
  { key: 'withdraw', path: '/app/wallet/withdraw', picture: Upload },
  { key: 'transfer', path: '/app/wallet/transfer', picture: ArrowLeftRight },
  { key: 'usdt', path: '/app/wallet/usdt', picture: RefreshCcwDot },
  { key: 'interest', path: '/app/wallet/interest', picture: PiggyBank },
  { key: 'cards', path: '/app/wallet/cards', picture: CreditCard },
  { key: 'records', path: '/app/wallet/records', picture: ReceiptText },
  { key: 'games', path: '/app/records/games', picture: Ticket },
  { key: 'limits', path: '/app/responsible', picture: HeartPulse },
]

type EntryKey = 'deposit' | 'withdraw' | 'transfer' | 'usdt' | 'interest' | 'cards' | 'records' | 'games' | 'limits'

/** Links to the other screens: a side menu, tiles on a phone. Those of the wallet open in the same currency. */
export function WalletEntries({ currency }: { readonly currency: SettleCurrency }) {
  return (
    <nav aria-label={walletText('home.entries.title')}>
      <Panel title={walletText('home.entries.title')}>
        <Rows className={styles.entries}>
          {ENTRIES.map(({ key, path, picture: Picture }) => (
            <Row
              key={key}
              className={styles.entry}
              lead={<Picture size={20} aria-hidden="true" />}
              title={walletText(`home.entries.${key}`)}
              note={walletText(`home.entries.${key}Note`)}
              to={/^\/app\/(?:wallet|records)\//.test(path) ? `${path}?currency=${currency}` : path}
              end={<ChevronRight size={16} aria-hidden="true" />}
            />
          ))}
        </Rows>
      </Panel>
    </nav>
  )
}
