import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Tabs.module.css'

export interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly className?: string | undefined
  /** One `TabList` and one `TabPanel` per value, anywhere inside. */
  readonly children: ReactNode
}

/** Holds which tab is open. */
export function Tabs<Value extends string>({ value, onValueChange, className, children }: TabsProps<Value>) {
  return (
    <BaseTabs.Root
      className={className}
      value={value}
      onValueChange={(next: Value) => {
        if (next !== value) onValueChange(next)
      }}
    >
      {children}
    </BaseTabs.Root>
  )
}

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
}

export interface TabListProps<Value extends string> {
  /** What the tabs choose between, for screen readers. */
  readonly label: string
  readonly items: readonly TabItem<Value>[]
  readonly className?: string | undefined
}

/** The row of tabs: arrow keys move between them, Enter opens one. Scrolls sideways where it is too narrow. */
export function TabList<Value extends string>({ label, items, className }: TabListProps<Value>) {
  return (
    <BaseTabs.List className={classNames(styles.list, className)} aria-label={label}>
      {items.map((item) => (
        <BaseTabs.Tab key={item.value} className={styles.tab} value={item.value} disabled={item.isDisabled ?? false}>
          {item.icon}
          {item.label}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
  )
}

export interface TabPanelProps<Value extends string> {
  readonly value: Value
  readonly className?: string | undefined
  /** Keep it in the page while it is closed (players, drafts). */
  readonly keepMounted?: boolean
  readonly children: ReactNode
}

/** What one tab shows. */
export function TabPanel<Value extends string>(props: TabPanelProps<Value>) {
  const { value, className, keepMounted = false, children } = props
  return (
    <BaseTabs.Panel className={className} value={value} keepMounted={keepMounted}>
      {children}
    </BaseTabs.Panel>
  )
}
