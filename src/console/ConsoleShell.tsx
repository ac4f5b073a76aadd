import { Suspense, useEffect } from 'react'
import { NavLink, Outlet, useNavigate } from 'react-router-dom'
import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import { consoleCall } from './client.ts'
import styles from './ConsoleShell.module.css'
import { allowedEntries } from './navigation.ts'
import { useConsole } from './session.tsx'

/** Header with site and operator, navigation, and the current screen. */
export function ConsoleShell() {
  const { session, can, reload } = useConsole()
  const navigate = useNavigate()
  const { siteName } = session.site
  useEffect(() => {
    document.title = cst('title', { site: siteName })
  }, [siteName])
  const signOut = async () => {
    await consoleCall('session.signOut', {})
    reload()
    void navigate('/console/sign-in')
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {cst('skip')}
      </a>
      <header className={styles.header}>
        <strong className={styles.site}>{siteName}</strong>
        <span className={styles.operator}>
          {session.operator?.name} · {session.operator && cst(`role.${session.operator.role}`)}
        </span>
        <Button onClick={() => void signOut()}>{cst('signOut')}</Button>
      </header>
      <nav className={styles.nav} aria-label={cst('nav')}>
        {allowedEntries(can).map(({ path, label }) => (
          <NavLink key={path} to={path} className={styles.link ?? ''}>
            {cst(label)}
          </NavLink>
        ))}
      </nav>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
