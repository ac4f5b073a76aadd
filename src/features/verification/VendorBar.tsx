import { useEffect, useId, useRef } from 'react'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { SliderConfig, SliderEvents } from './slider.ts'
import { loadSlider } from './slider.ts'
import styles from './VendorBar.module.css'

export interface VendorBarProps extends SliderEvents {
  readonly config: SliderConfig
  /** A new number resets the slider. */
  readonly attempt: number
}

/** The container of the vendor's slider, which renders itself. */
export function VendorBar({ config, attempt, ...events }: VendorBarProps) {
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  const reset = useRef<(() => void) | null>(null)
  const newest = useRef<SliderEvents>(events)
  useEffect(() => {
    newest.current = events
  })

  useEffect(() => {
    let isUnavailable = false
    const begin = async () => {
      const slider = await loadSlider(config).catch(() => null)
      if (isUnavailable) return
      if (slider === null) return newest.current.onBroken()
      reset.current = slider.begin(id, holder.current?.clientWidth ?? 0, {
        onPassed: (proof) => newest.current.onPassed(proof),
        onFailed: () => newest.current.onFailed(),
        onBroken: () => newest.current.onBroken(),
      })
    }
    void begin()
    return () => {
      isUnavailable = true
    }
  }, [config, id])

  useEffect(() => {
    if (attempt > 0) reset.current?.()
  }, [attempt])

  return (
    <div className={styles.holder}>
      <div className={styles.waiting}>
        <Skeleton height="48px" shape="plate" />
      </div>
      <div className={styles.vendor} id={id} ref={holder} />
    </div>
  )
}
