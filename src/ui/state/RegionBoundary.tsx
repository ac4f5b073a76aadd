import { Component, type ReactNode } from 'react'
import { incidentOf } from '#lib/incident.ts'
import { isStaleCode } from '#lib/stale-code.ts'
import { commonText } from '#messages/zh/common.ts'
import { ErrorPanel } from './ErrorPanel.tsx'
import styles from './RegionBoundary.module.css'

interface RegionBoundaryProps {
  /** Name of the region for the viewer: 赛程. */
  readonly name: string
  /** `line` for low regions (a bar, a rail); `none` for optional ones. */
  readonly shows?: 'panel' | 'line' | 'none'
  readonly children: ReactNode
}

interface Crash {
  /** The same error at the same place has the same id. */
  readonly incident: string
  readonly isStale: boolean
}

/** An error boundary of a region: shows an incident id and 重试; the rest of the page continues. */
export class RegionBoundary extends Component<RegionBoundaryProps, { readonly crash: Crash | null }> {
  static getDerivedStateFromError(error: unknown) {
    return { crash: { incident: incidentOf(error), isStale: isStaleCode(error) } }
  }

  override state: { readonly crash: Crash | null } = { crash: null }

  private readonly retry = () => {
    // Stale code needs a reload, because its file no longer exists.
    if (this.state.crash?.isStale === true) window.location.reload()
    else this.setState({ crash: null })
  }

  override render(): ReactNode {
    const { name, shows = 'panel', children } = this.props
    const { crash } = this.state
    if (crash === null) return children
    if (shows === 'none') return null
    const text = crash.isStale ? commonText('routeError.stale') : commonText('region.text')
    if (shows === 'panel') {
      return (
        <ErrorPanel
          title={commonText('region.title', { name })}
          message={text}
          failure={{ traceId: crash.incident }}
          onRetry={this.retry}
        />
      )
    }
    return (
      <p className={styles.line} role="alert">
        {commonText('region.title', { name })}
        <button className={styles.retry} type="button" title={crash.incident} onClick={this.retry}>
          {commonText('action.retry')}
        </button>
      </p>
    )
  }
}
