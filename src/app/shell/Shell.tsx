import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { later } from '#ui/state/later.tsx'
import { OfflineBar } from '#ui/state/OfflineBar.tsx'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import { ShellRail } from './nav/ShellRail.tsx'
import { useRouteChange } from '../route/use-route-change.ts'
import { useScrollMemory } from '../route/use-scroll-memory.ts'
import { SessionWarning } from './SessionWarning.tsx'
import styles from './Shell.module.css'
import type { ShellData } from './shell-data.ts'
import { ShellTabs } from './ShellTabs.tsx'
import { ShellTop } from './ShellTop.tsx'

const FloatWindows = later(async () => (await import('#features/float/FloatWindows.tsx')).FloatWindows)
const AnnouncementWindow = later(
  async () => (await import('#features/notice/AnnouncementWindow.tsx')).AnnouncementWindow,
)

interface ShellProps {
  readonly data: ShellData
  /** See `RouteHandle.isRoom`. */
  readonly isRoom?: boolean
  readonly children: ReactNode
}

/**
 * The frame of all screens: navigation at the top, side (desktop) and bottom (phone), connection state, and the screen.
 * A region that crashes shows an error in its place.
 */
export function Shell({ data, isRoom = false, children }: ShellProps) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const hasNetwork = useNetwork()
  useScrollMemory()
  useRouteChange(main, pathname, isRoom)
  return (
    <div className={classNames(styles.shell, isRoom && styles.room)} data-connection={data.connection}>
      <a className={styles.skip} href="#content">
        {commonText('nav.skip')}
      </a>
      {isRoom && (
        <a className={styles.skip} href="#composer">
          {commonText('nav.skipToChat')}
        </a>
      )}
      <RegionBoundary name={commonText('region.head')} shows="line">
        <ShellTop data={data} isRoom={isRoom} />
      </RegionBoundary>
      <RouteProgress />
      <div className={styles.offline}>
        <OfflineBar connection={hasNetwork ? data.connection : 'offline'} />
      </div>
      <SessionWarning />
      <div className={styles.body}>
        {!isRoom && (
          <RegionBoundary name={commonText('region.rail')} shows="none">
            <ShellRail />
          </RegionBoundary>
        )}
        <main id="content" ref={main} className={styles.main} tabIndex={-1}>
          {/* The card of an announcement, see AnnouncementWindow. */}
          <div data-announcement-slot />
          <RegionBoundary name={commonText('region.page')}>{children}</RegionBoundary>
          <RegionBoundary name={commonText('notice.title')} shows="none">
            <AnnouncementWindow isRoom={isRoom} />
          </RegionBoundary>
        </main>
      </div>
      {!isRoom && (
        <>
          <RegionBoundary name={commonText('region.floats')} shows="none">
            <FloatWindows />
          </RegionBoundary>
          <ShellTabs data={data} />
        </>
      )}
    </div>
  )
}

/** True while the device has a network; independent of the server. */
function useNetwork(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** A thin progress bar while the code of the next screen loads; hidden for the first 150 ms. */
function RouteProgress() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <output className={styles.place}>
      {isLoading && (
        <span className={styles.line}>
          <span className="visually-hidden">{commonText('route.loading')}</span>
        </span>
      )}
    </output>
  )
}
