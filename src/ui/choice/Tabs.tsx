import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useMemo, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import { tabAfter } from './tab-keys.ts'
import styles from './Tabs.module.css'

interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  /** The list is above panels with frames of their own, at the distance of the sections of a page. */
  readonly isStacked?: boolean
  readonly className?: string | undefined
  /** One `TabList`, and one `TabPanel` per value. */
  readonly children: ReactNode
}

interface OpenTab {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly tabId: (value: string) => string
  readonly panelId: (value: string) => string
}

const OpenTabContext = createContext<OpenTab | null>(null)

function useOpenTab(): OpenTab {
  const open = useContext(OpenTabContext)
  if (open === null) throw new Error('TabList and TabPanel must be inside Tabs')
  return open
}

/** Holds the selected tab. */
export function Tabs<Value extends string>({
  value,
  onValueChange,
  isStacked = false,
  className,
  children,
}: TabsProps<Value>) {
  const id = useId()
  const open = useMemo<OpenTab>(
    () => ({
      value,
      // The list contains only values of this type.
      onValueChange: (next) => onValueChange(next as Value),
      tabId: (one) => `${id}-tab-${encodeURIComponent(one)}`,
      panelId: (one) => `${id}-panel-${encodeURIComponent(one)}`,
    }),
    [id, value, onValueChange],
  )
  return (
    <OpenTabContext value={open}>
      <div className={classNames(isStacked && styles.stacked, className)}>{children}</div>
    </OpenTabContext>
  )
}

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
}

interface TabListProps<Value extends string> {
  /** Accessible name of the choice. */
  readonly label: string
  readonly items: readonly TabItem<Value>[]
  readonly className?: string | undefined
}

/**
 * The row of tabs (ARIA tabs with manual activation): one tab stop; arrow keys, Home and End move; Enter activates.
 * Scrolls sideways if necessary.
 */
export function TabList<Value extends string>({ label, items, className }: TabListProps<Value>) {
  const { value: openValue, onValueChange, tabId, panelId } = useOpenTab()
  const list = useRef<HTMLDivElement>(null)
  const found = items.findIndex(({ value }) => value === openValue)
  const stop = Math.max(found, 0)
  // The first tab is visible from the start, so nothing is measured.
  useEffect(() => {
    if (found > 0 && list.current !== null) showTab(list.current, found)
  }, [found])

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const next = tabAfter(
      event,
      tabs.findIndex((tab) => tab === document.activeElement),
      tabs.length,
    )
    if (next === null) return
    event.preventDefault()
    tabs[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of the tabs in it has the focus
    <div ref={list} className={classNames(styles.list, className)} role="tablist" aria-label={label} onKeyDown={press}>
      {items.map(({ value, label: name, icon, isDisabled = false }, index) => {
        const isOpen = value === openValue
        return (
          <button
            key={value}
            id={tabId(value)}
            className={styles.tab}
            type="button"
            role="tab"
            tabIndex={index === stop ? 0 : -1}
            aria-selected={isOpen}
            aria-controls={isOpen ? panelId(value) : undefined}
            aria-disabled={isDisabled || undefined}
            data-active={isOpen || undefined}
            data-disabled={isDisabled || undefined}
            onClick={() => {
              if (!isDisabled && !isOpen) onValueChange(value)
            }}
          >
            {icon}
            {name}
          </button>
        )
      })}
    </div>
  )
}

/** Scrolls only the row until a tab is visible. */
function showTab(list: HTMLElement, index: number): void {
  const tab = list.children[index]
  if (!(tab instanceof HTMLElement)) return
  const [box, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  list.scrollLeft += Math.max(own.right - box.right, 0) + Math.min(own.left - box.left, 0)
}

interface TabPanelProps<Value extends string> {
  readonly value: Value
  readonly className?: string | undefined
  /** Stays beside the panel of another selected tab, without being one. */
  readonly isKept?: boolean
  /** Accessible name instead of the tab's. */
  readonly label?: string
  readonly children: ReactNode
}

/** The content of a tab while it is selected. */
export function TabPanel<Value extends string>(props: TabPanelProps<Value>) {
  const { value, className, isKept = false, label, children } = props
  const { value: openValue, tabId, panelId } = useOpenTab()
  if (value !== openValue) return isKept ? <div className={className}>{children}</div> : null
  return (
    <div
      id={panelId(value)}
      className={className}
      role="tabpanel"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what a tab opens is the next stop of the keyboard
      tabIndex={0}
      aria-label={label}
      aria-labelledby={label === undefined ? tabId(value) : undefined}
    >
      {children}
    </div>
  )
}
