import { useStore } from 'jotai'
import { useState } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { coinsAtom } from '#state/session/coins.ts'
import { pendingSendsAtom } from '#state/feed/feed-atoms.ts'
import { Button } from '#ui/button/Button.tsx'
import { refresh } from './refresh.ts'
import { letGo, takeUpdate } from './service-worker.ts'
import styles from './UpdatePrompt.module.css'
import { useNewBuild } from './use-new-build.ts'

/** Offers to load the new build. It never reloads by itself, because the viewer may be typing. */
export function UpdatePrompt() {
  const store = useStore()
  const { isServed, putOff } = useNewBuild()
  const [isRefreshing, setRefreshing] = useState(false)
  const start = () => {
    setRefreshing(true)
    void refresh({
      gifts: { left: () => store.get(coinsAtom).reserved, onChange: (listener) => store.sub(coinsAtom, listener) },
      words: {
        left: () => store.get(pendingSendsAtom),
        onChange: (listener) => store.sub(pendingSendsAtom, listener),
      },
      takeUpdate,
      letGo,
      reload: () => window.location.reload(),
      setTimer(task, milliseconds) {
        const timer = window.setTimeout(task, milliseconds)
        return () => window.clearTimeout(timer)
      },
    })
  }
  return (
    <div
      className={isServed ? styles.place : undefined}
      {...(isServed && { role: 'region', 'aria-label': commonText('update.label') })}
    >
      <output>
        {isServed && (
          <span className={styles.text}>
            {commonText('update.text')}
            <small className={styles.kept}>{commonText('update.kept')}</small>
          </span>
        )}
      </output>
      {isServed && (
        <span className={styles.actions}>
          <Button size="small" kind="quiet" disabled={isRefreshing} onClick={putOff}>
            {commonText('update.later')}
          </Button>
          <Button size="small" kind="primary" isLoading={isRefreshing} onClick={start}>
            {commonText('update.reload')}
          </Button>
        </span>
      )}
    </div>
  )
}
