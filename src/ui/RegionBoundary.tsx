import type { ReactNode } from 'react'
import { Component } from 'react'
import { incidentOf } from '#lib/incident.ts'
import { isStaleCode } from '#lib/stale-code.ts'
import { t } from '#lib/text/t.ts'
import { ErrorPanel } from './ErrorPanel.tsx'
import styles from './RegionBoundary.module.css'

export interface RegionBoundaryProps {
  /** What stands here, in the words of the viewer: 赛程. */
  readonly name: string
  /** `line` where there is no room for a panel (a bar, a rail); `none` for what nobody misses. */
  readonly shows?: 'panel' | 'line' | 'none'
  readonly children: ReactNode
}

interface Crash {
  /** The same fault at the same place has the same id, whoever reports it. */
  readonly incident: string
  readonly isStale: boolean
}

/** One region of a page: when drawing it fails, that is said here, with an incident id and 重试, and the rest goes on. */
export class RegionBoundary extends Component<RegionBoundaryProps, { readonly crash: Crash | null }> {
  static getDerivedStateFromError(error: unknown) {
    return { crash: { incident: incidentOf(error), isStale: isStaleCode(error) } }
  }

  override state: { readonly crash: Crash | null } = { crash: null }

  private readonly retry = () => {
    // Old code never comes back under its old name: only a new page knows the new one.
    if (this.state.crash?.isStale === true) window.location.reload()
    else this.setState({ crash: null })
  }

  override render(): ReactNode {
    const { name, shows = 'panel', children } = this.props
    const { crash } = this.state
    if (crash === null) return children
    if (shows === 'none') return null
    const text = crash.isStale ? t('routeError.stale') : t('region.text')
    if (shows === 'panel') {
      return (
        <ErrorPanel title={t('region.title', { name })} message={text} traceId={crash.incident} onRetry={this.retry} />
      )
    }
    return (
      <p className={styles.line} role="alert">
        {t('region.title', { name })}
        <button className={styles.retry} type="button" title={crash.incident} onClick={this.retry}>
          {t('action.retry')}
        </button>
      </p>
    )
  }
}
