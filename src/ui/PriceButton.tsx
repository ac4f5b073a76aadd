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

/**
 * A price that can be chosen. A change of the price writes to the element without a render, because hundreds change per
 * second; arrow and colour show its direction in their own space. A suspended price is locked. In a narrow container the label is
 * above the price.
 */
export const PriceButton = memo(function PriceButton(props: PriceButtonProps) {
  const { source, label, name, isSelected, className, onPress } = props
  const button = useRef<HTMLButtonElement>(null)
  const figure = useRef<HTMLElement>(null)
  const state = useSyncExternalStore(source.subscribe, () => source.read().state)
  const isOpen = state === 'open'

  useLayoutEffect(() => {
    const show = () => {
      const { text, move } = source.read()
      // A locked price has no figure.
      if (isOpen && figure.current) figure.current.textContent = text
      if (button.current) button.current.dataset['move'] = move
    }
    show()
    return source.subscribe(show)
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
