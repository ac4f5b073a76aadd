import { useAtomValue } from 'jotai'
import { NavLink } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import styles from './NewsNav.module.css'

/** 资讯, 专家, 数据: navigation between the parts of the news. Parts that the site has disabled have no link (S9.14). */
export function NewsNav() {
  const { tips } = useAtomValue(entrancesAtom)
  return (
    <nav className={styles.nav} aria-label={newsText('nav.label')}>
      <NavLink className={styles.link ?? ''} to="/app/news">
        {newsText('nav.news')}
      </NavLink>
      {tips && (
        <NavLink className={styles.link ?? ''} to="/app/tips">
          {newsText('nav.tips')}
        </NavLink>
      )}
      <NavLink className={styles.link ?? ''} to="/app/data">
        {newsText('nav.data')}
      </NavLink>
    </nav>
  )
}
