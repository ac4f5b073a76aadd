import { Lock } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from '#lib/class-names.ts'
import { marketsText } from '#messages/zh/markets.ts'
import styles from './PriceButton.module.css'

/** A price at this moment. */
export interface PriceState {
  /** Thousandths. */
  readonly price: number
  readonly text: string
  /** Direction of the last change. */
  readonly move: 'up' | 'down' | 'same'
  readonly state: 'open' | 'suspended' | 'closed'
}

/** A price that changes. */
export interface PriceSource {
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => PriceState
}

export interface PriceButtonProps {
  readonly source: PriceSource
  /** Visible text beside the price: 主, 大 2.5/3. May be empty. */
  readonly label: string
  /** Accessible name without the price: 独赢 海港城. */
  readonly name: string
  readonly isSelected: boolean
  readonly className?: string | undefined
  readonly onPress: (price: number) => void
}

/** Prices outside the viewport are written at this interval: a screen reader and a search in the page read them too. */
const DISTANT_INTERVAL_MS = 2_000

/** Writes waiting prices of buttons outside the viewport. */
const distant = new Set<() => void>()
let distantTimer: ReturnType<typeof setTimeout> | undefined

function writeLater(write: () => void): void {
  distant.add(write)
  distantTimer ??= setTimeout(() => {
    distantTimer = undefined
    for (const waiting of distant) waiting()
    distant.clear()
  }, DISTANT_INTERVAL_MS)
}

const nearListeners = new WeakMap<Element, (isNear: boolean) => void>()
let nearObserver: IntersectionObserver | undefined

/** Reports whether the element is in the viewport or close to it. Returns the function that ends it. */
function observeNear(element: Element, listener: (isNear: boolean) => void): () => void {
  nearObserver ??= new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => nearListeners.get(target)?.(isIntersecting)),
    { rootMargin: '100px' },
  )
  nearListeners.set(element, listener)
  nearObserver.observe(element)
  return () => {
    nearObserver?.unobserve(element)
    nearListeners.delete(element)
  }
}

/**
 * A price that can be chosen. A change of the price writes to the element without a render, because hundreds change per
 * second, and at once only near the viewport; arrow and colour show its direction in their own space. A suspended price is locked.
 * In a narrow container the label is above the price.
 */
export const PriceButton = memo(function PriceButton(props: PriceButtonProps) {
  const { source, label, name, isSelected, className, onPress } = props
  const button = useRef<HTMLButtonElement>(null)
  const figure = useRef<HTMLElement>(null)
  const state = useSyncExternalStore(source.subscribe, () => source.read().state)
  const isOpen = state === 'open'

  useLayoutEffect(() => {
    const element = button.current
    if (!element) return undefined
    const write = () => {
      const { text, move } = source.read()
      // A locked price has no figure.
      if (isOpen && figure.current && figure.current.textContent !== text) figure.current.textContent = text
      if (element.dataset['move'] !== move) element.dataset['move'] = move
    }
    write()
    let isNear = true
    const endObserving = observeNear(element, (value) => {
      isNear = value
      if (isNear) write()
    })
    const unsubscribe = source.subscribe(() => (isNear ? write() : writeLater(write)))
    return () => {
      endObserving()
      unsubscribe()
      distant.delete(write)
    }
  }, [source, isOpen])

  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.button, label === '' && styles.bare, className)}
      data-state={state}
      aria-pressed={isSelected}
      disabled={!isOpen}
      onClick={() => onPress(source.read().price)}
    >
      <span className="visually-hidden">{name} </span>
      {label !== '' && (
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
      )}
      {isOpen ? (
        <b ref={figure} className={styles.figure} />
      ) : (
        <span className={styles.locked}>
          <Lock size={14} aria-hidden="true" />
          <span className="visually-hidden">
            {state === 'suspended' ? marketsText('suspended') : marketsText('closed')}
          </span>
        </span>
      )}
    </button>
  )
})
