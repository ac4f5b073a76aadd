import { useEffect, useRef } from 'react'

/** A pointer that only passes over the list does not stop it. */
const REST_MS = 200

export interface HoverPause {
  readonly isOn: boolean
  readonly isFollowing: boolean
  readonly onPause: () => void
  readonly onGoOn: () => void
}

/**
 * 鼠标停留时暂停滚动: the list holds still while a mouse rests on it, and goes on when it leaves. Whoever scrolls, presses or
 * marks something meanwhile reads, and stays where he is.
 */
export function usePauseOnHover(place: HTMLElement | null, hover: HoverPause): void {
  const current = useRef(hover)
  useEffect(() => {
    current.current = hover
  })
  const { isOn } = hover
  useEffect(() => (place === null || !isOn ? undefined : watch(place, () => current.current)), [place, isOn])
}

function watch(place: HTMLElement, hover: () => HoverPause): () => void {
  let isOurs = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function onEnter(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!hover().isFollowing) return
      isOurs = true
      hover().onPause()
    }, REST_MS)
  }
  function onLeave(): void {
    clearTimeout(timer)
    if (isOurs && !hover().isFollowing) hover().onGoOn()
    isOurs = false
  }
  function onIntent(): void {
    isOurs = false
  }

  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  place.addEventListener('pointerenter', onEnter, options)
  place.addEventListener('pointerleave', onLeave, options)
  for (const intent of ['wheel', 'pointerdown', 'keydown']) place.addEventListener(intent, onIntent, options)
  return () => {
    clearTimeout(timer)
    listening.abort()
    if (isOurs) hover().onGoOn()
  }
}
