import { type PointerEvent, useEffect, useRef } from 'react'
import type { RewardCurrency } from '#protocol/currency.ts'
import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
import { formatLeft } from '#lib/countdown.ts'
import { rewardText } from '#lib/reward-text.ts'
import { rainText } from '#messages/zh/rain.ts'
import { Button } from '#ui/button/Button.tsx'
import { useReducedMotion } from '#ui/hooks/use-media.ts'
import { dropAt, dropsAt } from './drops.ts'
import styles from './RainField.module.css'
import { paintRain, type RainRequest } from './paint.ts'
import type { RainMessage } from './rain.worker.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds
import workerAddress from './rain.worker.ts?worker&url'
import type { Rain, Round } from './use-rain.ts'

export interface RainFieldProps {
  readonly rain: Rain
  readonly currency: RewardCurrency
  /** Server clock, epoch milliseconds. */
  readonly now: number
  /** The member cannot take part. */
  readonly isBlocked: boolean
}

/** The countdown, the falling packets and what the member has got. The button does the same as a press on a packet. */
export function RainField({ rain, currency, now, isBlocked }: RainFieldProps) {
  const { round, phase, own, isBusy, grab } = rain
  const isStill = useReducedMotion()
  const isRunning = phase === 'running'
  return (
    <div className={styles.root}>
      <div className={styles.field} data-phase={phase}>
        {isRunning && !isStill && !isBlocked && <Falling isBusy={isBusy} onCatch={() => void grab()} />}
        <div className={styles.centre}>
          <output className={styles.state}>{stateText(rain)}</output>
          {phase === 'caught' && own !== null && <b className={styles.amount}>{rewardText(own, currency)}</b>}
          {round && phase === 'waiting' && (
            <b className={styles.count} role="timer">
              {formatLeft(round.start - now)}
            </b>
          )}
        </div>
        {round && now >= round.start && now < round.end && <Rest round={round} now={now} />}
      </div>
      <Button kind="primary" isWide isLoading={isBusy} disabled={!isRunning || isBlocked} onClick={() => void grab()}>
        {rainText('grab')}
      </Button>
    </div>
  )
}

/** The seconds that are left of a round. */
function Rest({ round, now }: { readonly round: Round; readonly now: number }) {
  return (
    <p className={styles.rest}>
      {rainText('rest')}
      <b role="timer">{formatLeft(round.end - now)}</b>
    </p>
  )
}

function stateText({ round, phase, isBusy }: Rain): string {
  if (isBusy) return rainText('busy')
  if (phase !== 'none') return phase === 'running' ? '' : rainText(`phase.${phase}`)
  return rainText(round === null ? 'phase.none' : 'phase.over')
}

/** The canvas. A press on a packet catches it; the position of the packets is computed here again. */
function Falling({ isBusy, onCatch }: { readonly isBusy: boolean; readonly onCatch: () => void }) {
  const host = useRef<HTMLDivElement>(null)
  const startedAt = useRef(0)
  useEffect(() => {
    const element = host.current
    if (element === null) return
    startedAt.current = Date.now()
    const show = () => {
      const { clientWidth: width, clientHeight: height } = element
      return showRain(element, { width, height, density: window.devicePixelRatio, startedAt: startedAt.current })
    }
    let stop = show()
    let known = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === known) return
      known = element.clientWidth
      stop()
      stop = show()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [])
  const press = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent<HTMLDivElement>) => {
    const { clientWidth: width, clientHeight: height } = host.current as HTMLDivElement
    const drops = dropsAt(Date.now() - startedAt.current, { width, height })
    if (!isBusy && dropAt(drops, offsetX, offsetY) !== -1) onCatch()
  }
  // The button beside it does the same for keyboards and screen readers.
  return <div ref={host} className={styles.falling} aria-hidden="true" data-rain onPointerDown={press} />
}

/**
 * Shows the rain in `host`: in a worker if possible, so that it does not slow down chat and video. Returns the function that
 * stops it and ends the worker.
 */
function showRain(host: HTMLElement, request: RainRequest): () => void {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  const stop = paintInWorker(canvas, request) ?? paintRain(canvas, request)
  return () => {
    stop()
    canvas.remove()
  }
}

/** Null if the browser cannot draw in workers. */
function paintInWorker(canvas: HTMLCanvasElement, request: RainRequest): (() => void) | null {
  if (typeof OffscreenCanvas === 'undefined' || !('transferControlToOffscreen' in canvas)) return null
  let worker: Worker
  try {
    worker = new Worker(scriptOfThisOrigin(workerAddress), { type: 'module', name: 'rain' })
  } catch {
    return null
  }
  const offscreen = canvas.transferControlToOffscreen()
  worker.postMessage({ type: 'paint', canvas: offscreen, request } satisfies RainMessage, [offscreen])
  return () => worker.terminate()
}
