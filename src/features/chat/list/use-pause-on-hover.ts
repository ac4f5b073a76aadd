import { useEffect, useEffectEvent } from 'react'

/** The pointer must rest this long before the list pauses. */
const REST_MS = 200

interface HoverPause {
  readonly isOn: boolean
  readonly isFollowing: boolean
  readonly onPause: () => void
  readonly onResume: () => void
}

/**
 * 鼠标停留时暂停滚动: pauses the list while the mouse rests on it, and resumes when it leaves. After a scroll, press or key
 * meanwhile, the viewer is reading and the list does not resume.
 */
export function usePauseOnHover(container: HTMLElement | null, hover: HoverPause): void {
  const latest = useEffectEvent(() => hover)
  const { isOn } = hover
  useEffect(() => (container === null || !isOn ? undefined : watch(container, () => latest())), [container, isOn])
}

function watch(container: HTMLElement, hover: () => HoverPause): () => void {
  let hasPaused = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function onEnter(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!hover().isFollowing) return
      hasPaused = true
      hover().onPause()
    }, REST_MS)
  }
  function onLeave(): void {
    clearTimeout(timer)
    if (hasPaused && !hover().isFollowing) hover().onResume()
    hasPaused = false
  }
  function onInput(): void {
    hasPaused = false
  }

  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  container.addEventListener('pointerenter', onEnter, options)
  container.addEventListener('pointerleave', onLeave, options)
  for (const type of ['wheel', 'pointerdown', 'keydown']) container.addEventListener(type, onInput, options)
  return () => {
    clearTimeout(timer)
    controller.abort()
    if (hasPaused) hover().onResume()
  }
}
