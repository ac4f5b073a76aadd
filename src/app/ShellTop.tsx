import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { t } from '#lib/text/t.ts'
import { buttonClass } from '#ui/button-class.ts'
import { CoinBalance } from '#ui/Coin.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Logo } from '#ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { NAV_ENTRIES } from './nav-entries.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { ShellData } from './shell-data.ts'
import styles from './ShellTop.module.css'
import { SkinSwitch } from './SkinSwitch.tsx'

/** The bar above: everything on a desktop; logo, search and balance on a phone. Not drawn over a room on a phone. */
export function ShellTop({ data, isRoom }: { readonly data: ShellData; readonly isRoom: boolean }) {
  const [isSearching, setSearching] = useState(false)
  return (
    <header className={classNames(styles.bar, isRoom && styles.room, isSearching && styles.searching)}>
      <Link className={styles.logo} to="/" aria-label={t('brand.name')}>
        <Logo />
      </Link>
      <nav className={styles.nav} aria-label={t('nav.main')}>
        {NAV_ENTRIES.map((entry) => (
          <NavLink key={entry.to} className={styles.entry ?? ''} to={entry.to}>
            {t(entry.label)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.search}>
        <SearchBox
          key={data.query}
          query={data.query}
          onSearch={(query) => {
            setSearching(false)
            data.onSearch(query)
          }}
        />
      </div>
      <IconButton
        className={styles.searchToggle}
        label={isSearching ? t('action.close') : t('action.search')}
        icon={isSearching ? <X size={20} /> : <Search size={20} />}
        aria-expanded={isSearching}
        onClick={() => setSearching(!isSearching)}
      />
      {data.isDemo && <SkinSwitch skin={data.skin} onChange={data.onSkinChange} />}
      {data.member && (
        <>
          <CoinBalance className={styles.balance} amount={data.member.coins} />
          <AccountMenu member={data.member} onSignOut={data.onSignOut} />
        </>
      )}
      {data.member === null && (
        <Link className={classNames(buttonClass({ kind: 'primary', size: 'small' }))} to={data.signInPath}>
          {t('action.signIn')}
        </Link>
      )}
    </header>
  )
}
