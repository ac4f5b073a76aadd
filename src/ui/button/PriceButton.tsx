import { Lock } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { formatOdds } from '#lib/format.ts'
import { marketsText } from '#messages/zh/markets.ts'
import { registerPrice } from './price-writer.ts'
import styles from './PriceButton.module.css'

/** A price at this moment. */
export interface PriceState {
  /** Thousandths. */
  readonly price: number
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

interface PriceButtonProps {
  readonly source: PriceSource
  /** Visible text beside the price: 主, 大 2.5/3. May be empty. */
  readonly label: string
  /** Accessible name without the price: 独赢 海港城. */
  readonly name: string
  readonly isSelected: boolean
  readonly className?: string | undefined
  readonly onPress: (price: number) => void
}

/** Writes what has changed since the last call. A locked price has no slot. */
function writerOf(button: HTMLElement, slot: HTMLElement | null, source: PriceSource): () => void {
  const figure = slot?.firstElementChild ?? null
  let [text, move, length] = ['', '', 0]
  return () => {
    const price = source.read()
    if (move !== price.move) button.dataset['move'] = move = price.move
    const next = formatOdds(price.price)
    if (!slot || !figure || text === next) return
    text = next
    // The same node with another text costs less than another node.
    if (figure.firstChild instanceof Text) figure.firstChild.data = text
    else figure.textContent = text
    if (length === text.length) return
    length = text.length
    slot.style.setProperty('--characters', String(length))
  }
}

/**
 * A price that can be chosen. A change of the price writes to the element without a render, because hundreds change per
 * second; arrow and colour show its direction in their own space. A suspended price is locked. In a narrow container the label
 * is above the price.
 */
export const PriceButton = memo(function PriceButton(props: PriceButtonProps) {
  const { source, label, name, isSelected, className, onPress } = props
  const button = useRef<HTMLButtonElement>(null)
  const slot = useRef<HTMLSpanElement>(null)
  const [state, setState] = useState(() => source.read().state)
  const isOpen = state === 'open'

  useLayoutEffect(() => {
    const element = button.current
    if (!element) return undefined
    const write = writerOf(element, slot.current, source)
    write()
    const { changed, end } = registerPrice(element, write)
    let shown = isOpen ? 'open' : ''
    // One listener for both, without a render for prices.
    const follow = () => {
      const { state: next } = source.read()
      if (next !== shown) setState(next)
      shown = next
      changed()
    }
    follow()
    const unsubscribe = source.subscribe(follow)
    return () => {
      unsubscribe()
      end()
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
        <span ref={slot} className={styles.slot}>
          <b className={styles.figure} />
        </span>
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
