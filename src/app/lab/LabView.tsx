import { Provider } from 'jotai'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { LabSettings } from '#protocol/worker/lab.ts'
import { LAB_ROOM } from '#protocol/worker/lab.ts'
import { perfText } from '#messages/zh/perf.ts'
import { ChatList } from '#features/chat/list/ChatList.tsx'
import { browserAbilities } from '#features/perf/engine/page-load.ts'
import { BaselineList } from '#features/perf/lab/BaselineList.tsx'
import { designLabel } from '#features/perf/lab/lab-labels.ts'
import { LabForm } from '#features/perf/lab/LabForm.tsx'
import { LabReadings } from '#features/perf/lab/LabReadings.tsx'
import { LogPanel } from '#features/perf/lab/LogPanel.tsx'
import { LabResults } from '#features/perf/lab/LabResults.tsx'
import { type Lab, useLab } from '#features/perf/lab/use-lab.ts'
import { canReceiveOnMainThread } from '#transport/lab.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './LabView.module.css'

/** The lab of `/app/perf`: controls, the measured list, readings and results. */
export function LabView() {
  const lab = useLab(useLocation().hash)
  const [isValid, setValid] = useState(true)
  const isRunning = lab.progress !== null
  const change = (settings: LabSettings | null) => {
    setValid(settings !== null)
    if (settings !== null) lab.change(settings)
  }
  return (
    <>
      <LabNotices lab={lab} />
      <Panel isLead>
        <RunBar lab={lab} isValid={isValid} />
      </Panel>
      <LogPanel onChange={lab.setLog} isDisabled={isRunning} />
      <div className={styles.lab}>
        <Panel title={perfText('lab.measuredList')}>
          <MeasuredList lab={lab} />
        </Panel>
        <Panel title={perfText('lab.live')}>
          <div className={styles.body}>
            <LabReadings samples={lab.samples} />
          </div>
        </Panel>
        <Panel title={perfText('lab.settings')} className={styles.settings}>
          <div className={styles.body}>
            <LabForm settings={lab.settings} onChange={change} isDisabled={isRunning} hasLog={lab.log !== null} />
          </div>
        </Panel>
      </div>
      <Panel title={perfText('lab.results')}>
        <div className={styles.body}>
          <LabResults results={lab.results} settings={lab.settings} isRunning={isRunning} onClear={lab.clear} />
          <p className={styles.note}>{perfText('lab.reducedAccuracy')}</p>
        </div>
      </Panel>
    </>
  )
}

/** What this browser cannot measure, and what became of a shared link. */
function LabNotices({ lab: { link } }: { readonly lab: Lab }) {
  const { hasLongTasks, hasHeap } = browserAbilities()
  const refused = {
    size: perfText('lab.linkSize'),
    format: perfText('lab.linkFormat'),
    values: perfText('lab.linkValues'),
  }
  const notes = [
    link.type === 'read' ? perfText('lab.linkRead') : null,
    hasLongTasks ? null : perfText('lab.noLongTasks'),
    hasHeap ? null : perfText('lab.noHeap'),
    canReceiveOnMainThread() ? null : perfText('lab.noMainThread'),
  ].filter((note) => note !== null)
  return (
    <>
      {link.type === 'refused' && (
        <p className={styles.refused} role="alert" data-link={link.reason}>
          {refused[link.reason]}
        </p>
      )}
      {notes.length > 0 && <p className={styles.note}>{notes.join(' · ')}</p>}
    </>
  )
}

function statusOf({ progress, state }: Lab): string {
  if (progress !== null)
    return perfText('lab.running', {
      design: designLabel(progress.settings),
      index: progress.index,
      count: progress.count,
    })
  if (state === 'failed') return perfText('lab.failed')
  return state === 'finished' ? perfText('lab.finished') : perfText('lab.idle')
}

function RunBar({ lab, isValid }: { readonly lab: Lab; readonly isValid: boolean }) {
  const isRunning = lab.progress !== null
  return (
    <div className={styles.bar} data-lab={isRunning ? 'running' : lab.state}>
      {isRunning ? (
        <Button kind="primary" icon={<Square size={16} />} onClick={() => lab.runner.stop()} data-lab-stop>
          {perfText('lab.stop')}
        </Button>
      ) : (
        <>
          <Button kind="primary" icon={<Play size={16} />} disabled={!isValid} onClick={lab.measure} data-lab-run>
            {perfText('lab.run')}
          </Button>
          <Button disabled={!isValid} onClick={lab.compare} data-lab-compare>
            {perfText('lab.compare')}
          </Button>
        </>
      )}
      <p className={styles.status} aria-live="polite">
        {statusOf(lab)}
      </p>
    </div>
  )
}

const NO_ACTIONS = { onRetry: () => undefined, onDismiss: () => undefined }
const noOlder = () => undefined

/** The list of the current run, or of the settings before the first one. It has a store of its own. */
function MeasuredList({ lab }: { readonly lab: Lab }) {
  const { list } = lab.progress?.settings ?? lab.settings
  return (
    <div ref={(element) => lab.runner.setSlot(element)} className={styles.list}>
      <Provider store={lab.runner.store}>
        {list === 'window' ? (
          <ChatList chatRoomNo={LAB_ROOM} failedActions={NO_ACTIONS} onLoadOlder={noOlder} />
        ) : (
          <BaselineList key={list} kind={list} />
        )}
      </Provider>
    </div>
  )
}
