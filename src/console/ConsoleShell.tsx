import { Suspense, useEffect } from 'react'
import { NavLink, Outlet, useNavigate } from 'react-router-dom'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
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
    document.title = consoleText('title', { site: siteName })
  }, [siteName])
  const signOut = async () => {
    await consoleCall('session.signOut', {})
    reload()
    void navigate('/console/sign-in')
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {consoleText('skip')}
      </a>
      <header className={styles.header}>
        <strong className={styles.site}>{siteName}</strong>
        <span className={styles.operator}>
          {session.operator?.name} · {session.operator && consoleText(`role.${session.operator.role}`)}
        </span>
        <Button onClick={() => void signOut()}>{consoleText('signOut')}</Button>
      </header>
      <nav className={styles.nav} aria-label={consoleText('nav')}>
        {allowedEntries(can).map(({ path, label }) => (
          <NavLink key={path} to={path} className={styles.link ?? ''}>
            {consoleText(label)}
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
