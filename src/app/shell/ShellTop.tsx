import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { CoinBalance } from '#ui/art/Coin.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { SiteLogo } from '../SiteLogo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { currentOf, NAV_ENTRIES } from './nav-entries.tsx'
import { LanguageSwitch } from '#features/mine/LanguageSwitch.tsx'
import { NoticeBell } from '#features/notice/NoticeBell.tsx'
import type { ShellData } from './shell-data.ts'
import styles from './ShellTop.module.css'
import { SearchBox } from '#features/search/SearchBox.tsx'
import { SearchSheet } from '#features/search/SearchSheet.tsx'
import { usePhoneShell } from '#ui/hooks/use-media.ts'
import { requestSearchItems } from '../search/search-sources.ts'
import { Check, Palette } from 'lucide-react'
import { type Skin, SKINS } from '#protocol/sites.ts'
import type { BuyCoinsDialogProps } from '#features/gift/GiftDialogs.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { lazyWindow } from '#ui/state/lazy-part.tsx'

/** The top bar: all entries on a desktop; logo, search and balance on a phone. Hidden over a room on a phone. */
export function ShellTop({ data, isRoom }: { readonly data: ShellData; readonly isRoom: boolean }) {
  const { pathname } = useLocation()
  return (
    <header className={classNames(styles.bar, isRoom && styles.room)}>
      <SiteLogo className={styles.logo} to={DEFAULT_AFTER_SIGN_IN} />
      <nav className={styles.nav} aria-label={commonText('nav.main')}>
        {NAV_ENTRIES.map((entry) => (
          <Link key={entry.to} className={styles.entry} to={entry.to} aria-current={currentOf(entry, pathname)}>
            {commonText(entry.label)}
          </Link>
        ))}
      </nav>
      <div className={styles.search}>
        <ShellSearch query={data.query} onSearch={data.onSearch} />
      </div>
      <LanguageSwitch />
      {data.isDemo && <SkinSwitch skin={data.skin} onChange={data.onSkinChange} />}
      {data.member && <CoinsButton amount={data.member.coins} />}
      <NoticeBell notices={data.notices} unreadCount={data.unreadCount} />
      {data.member && (
        <div className={styles.account}>
          <AccountMenu member={data.member} onSignOut={data.onSignOut} />
        </div>
      )}
      {data.member === null && (
        <Link className={buttonClass({ kind: 'minor', size: 'small' })} to={data.signInPath}>
          {commonText('action.signIn')}
        </Link>
      )}
    </header>
  )
}

const BuyCoins = lazyWindow<BuyCoinsDialogProps>(
  async () => (await import('#features/gift/GiftDialogs.tsx')).BuyCoinsDialog,
  ({ onOpenChange }) => onOpenChange(false),
)

/** The balance; a press opens the window where coins are obtained. `amount`: null while unknown. */
function CoinsButton({ amount }: { readonly amount: number | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.balance} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CoinBalance amount={amount} />
        <span className="visually-hidden">{commonText('coin.get')}</span>
      </button>
      {isOpen && <BuyCoins isOpen onOpenChange={setOpen} short={null} />}
    </>
  )
}

interface ShellSearchProps {
  /** The current query. */
  readonly query: string
  readonly onSearch: (query: string) => void
}

/** The search of the shell: a box on wide screens, a button with a sheet on a phone. */
function ShellSearch({ query, onSearch }: ShellSearchProps) {
  const navigate = useNavigate()
  const isPhone = usePhoneShell()
  const Search = isPhone ? SearchSheet : SearchBox
  return <Search query={query} load={requestSearchItems} onSearch={onSearch} onGo={(path) => void navigate(path)} />
}

interface SkinSwitchProps {
  readonly skin: Skin
  readonly onChange: (skin: Skin) => void
}

/** Switches between the seven skins (demo mode). */
function SkinSwitch({ skin, onChange }: SkinSwitchProps) {
  return (
    <Menu
      trigger={<IconButton label={commonText('skin.label')} icon={<Palette size={20} />} />}
      items={SKINS.map((key) => ({
        key,
        label: commonText(`skin.${key}`),
        icon: key === skin ? <Check size={16} /> : <span className={styles.dot} data-skin={key} />,
        isChosen: key === skin,
        onPress: () => onChange(key),
      }))}
    />
  )
}
