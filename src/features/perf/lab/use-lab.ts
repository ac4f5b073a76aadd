import { createStore } from 'jotai/vanilla'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LabSettings } from '#protocol/worker/lab.ts'
import { canReceiveOnMainThread } from '#transport/lab.ts'
import { LabRun } from '../engine/lab-run.ts'
import { decodeLink, type SharedLink } from '../engine/share.ts'
import { DEFAULT_SETTINGS, DESIGN_NAMES, DESIGNS, type LabResult, type LabSample } from '../engine/summary.ts'

/** Between two runs the page becomes idle and collects garbage. */
const PAUSE_MS = 500

interface LabProgress {
  readonly settings: LabSettings
  /** From 1. */
  readonly index: number
  readonly count: number
}

type LabState = 'idle' | 'running' | 'finished' | 'failed'

export interface Lab {
  readonly runner: LabRunner
  readonly settings: LabSettings
  readonly change: (settings: LabSettings) => void
  /** Null while the lab does not run. */
  readonly progress: LabProgress | null
  readonly state: LabState
  /** Readings of the current or the last run. */
  readonly samples: readonly LabSample[]
  readonly results: readonly LabResult[]
  /** The recorded log that is measured instead of generated entries; null without one. */
  readonly log: File | null
  readonly setLog: (log: File | null) => void
  /** What the URL of the page contained. */
  readonly link: SharedLink
  readonly measure: () => void
  /** Measures all designs with the chosen traffic. */
  readonly compare: () => void
  readonly clear: () => void
}

/** The designs that this browser can measure. */
export function measurableDesigns() {
  return DESIGN_NAMES.filter((name) => DESIGNS[name].thread === 'worker' || canReceiveOnMainThread())
}

/** State and actions of the lab page. Starts with the settings and the result of the URL. */
export function useLab(hash: string): Lab {
  const [link] = useState(() => decodeLink(hash))
  const [runner] = useState(() => new LabRunner())
  const [settings, change] = useState(link.type === 'read' ? link.shared.settings : DEFAULT_SETTINGS)
  const [results, setResults] = useState(() => resultsOf(link))
  const [samples, setSamples] = useState<readonly LabSample[]>([])
  const [progress, setProgress] = useState<LabProgress | null>(null)
  const [state, setState] = useState<LabState>('idle')
  const [log, setLog] = useState<File | null>(null)
  useEffect(() => () => runner.cancel(), [runner])

  const measureAll = async (all: readonly LabSettings[]): Promise<void> => {
    setState('running')
    const isComplete = await runner.measureAll(all, log, {
      // Mounts the list of the run before its first frame.
      onStart: (next) => flushSync(() => (setProgress(next), setSamples([]))),
      onSamples: setSamples,
      onResult: (result) => setResults((before) => [...before, { ...result, id: before.length + 1 }]),
    })
    setProgress(null)
    setState(isComplete ? 'finished' : 'failed')
  }
  return {
    runner,
    settings,
    change,
    progress,
    state,
    samples,
    results,
    log,
    setLog,
    link,
    measure: () => void measureAll([settings]),
    compare: () => void measureAll(measurableDesigns().map((name) => ({ ...settings, ...DESIGNS[name] }))),
    clear: () => setResults([]),
  }
}

interface RunnerHandlers {
  onStart(progress: LabProgress): void
  onSamples(samples: readonly LabSample[]): void
  onResult(result: Omit<LabResult, 'id'>): void
}

/** Performs runs one after the other. */
class LabRunner {
  /** Store of the measured list. */
  readonly store = createStore()
  #slot: HTMLElement | null = null
  #current: LabRun | null = null
  #isCancelled = false

  /** Sets the element that contains the measured list. */
  setSlot(element: HTMLElement | null): void {
    this.#slot = element
  }

  /** Returns false if a run failed. */
  async measureAll(all: readonly LabSettings[], log: File | null, handlers: RunnerHandlers): Promise<boolean> {
    this.#isCancelled = false
    try {
      for (const [index, settings] of all.entries()) {
        if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        if (this.#isCancelled) break
        handlers.onStart({ settings, index: index + 1, count: all.length })
        await this.#measure(settings, log, handlers)
      }
      return true
    } catch {
      return false
    } finally {
      this.#current = null
    }
  }

  async #measure(settings: LabSettings, log: File | null, handlers: RunnerHandlers): Promise<void> {
    this.#slot?.scrollIntoView({ block: 'nearest' })
    let samples: readonly LabSample[] = []
    this.#current = new LabRun({
      settings,
      log,
      store: this.store,
      findList: () => this.#slot?.querySelector('[role="log"]') ?? null,
      onSample: (sample) => handlers.onSamples((samples = [...samples, sample])),
    })
    const summary = await this.#current.run()
    handlers.onResult({ summary, samples, log: log?.name ?? null })
  }

  /** Ends the generation of the current run and starts no further one. */
  stop(): void {
    this.#isCancelled = true
    this.#current?.stop()
  }

  /** Ends at once; for a page that is being left. */
  cancel(): void {
    this.#isCancelled = true
    this.#current?.cancel()
  }
}

function resultsOf(link: SharedLink): readonly LabResult[] {
  const summary = link.type === 'read' ? link.shared.summary : null
  return summary === null ? [] : [{ id: 0, summary, samples: [], log: null }]
}
