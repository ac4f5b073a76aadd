import { classNames } from '#lib/class-names.ts'
import { lazyPart } from '#ui/state/lazy-part.tsx'
import styles from './Banners.module.css'

/** The banners beside the live list. Their code is loaded after the matches, in a box of their size. */
export const LiveBanners = lazyPart<object>(
  async () => {
    const { Banners } = await import('./Banners.tsx')
    return () => <Banners position="live" />
  },
  { Waiting: () => <div className={classNames(styles.box, styles.live, styles.loading)} />, Missing: () => null },
)
