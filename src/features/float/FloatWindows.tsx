import { useAtom, useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { ServiceArt } from '#ui/art/ServiceArt.tsx'
import { JumpLink } from '#ui/button/JumpLink.tsx'
import { useRootAttribute } from '#ui/hooks/use-root-attribute.ts'
import { type FloatEntry, floatEntry } from './float-entries.ts'
import styles from './FloatWindows.module.css'
import { atom } from 'jotai/vanilla'

const NO_PARAMETERS = {}
const SIDES = ['left', 'right'] as const

/**
 * The floating windows of the site (S7.30): one at each side, hidden for the session once closed. They cover nothing:
 * the left one is at the bottom of the rail, the right one in the margin. Not shown in rooms and on phones.
 */
export function FloatWindows() {
  const { data } = useCachedData('site.floatWindows', NO_PARAMETERS)
  const entrances = useAtomValue(entrancesAtom)
  const [closed, close] = useAtom(closedFloatsAtom)
  const entries = SIDES.flatMap((side) => floatEntry(data?.list ?? [], side, closed, entrances) ?? [])
  useRootAttribute('has-floats', entries.length > 0)
  if (entries.length === 0) return null
  return (
    <aside aria-label={commonText('float.label')} data-floats>
      {entries.map((entry) => (
        <Float
          key={entry.window.id}
          entry={entry}
          onClose={(button) => {
            passFocusOn(button)
            close(entry.window.id)
          }}
        />
      ))}
    </aside>
  )
}

/** Moves the focus from a closed window to the other one if it is visible, otherwise to the page. */
function passFocusOn(button: HTMLElement): void {
  if (document.activeElement !== button) return
  const others = [...(button.closest('[data-floats]')?.querySelectorAll('button') ?? [])]
  const isShown = (other: HTMLElement) => other !== button && other.getClientRects().length > 0
  const next = others.find(isShown) ?? document.querySelector<HTMLElement>('main')
  next?.focus({ preventScroll: true })
}

/** Built-in pictures that are drawn inline to use the colours of the skin. */
const DRAWN: Readonly<Partial<Record<string, ReactNode>>> = { '/art/float-service.svg': <ServiceArt /> }

interface FloatProps {
  readonly entry: FloatEntry
  readonly onClose: (button: HTMLElement) => void
}

function Float({ entry: { window, name }, onClose }: FloatProps) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <div className={classNames(styles.float, styles[window.position])}>
      <JumpLink jump={window} label={name} className={styles.link}>
        {DRAWN[window.img] ?? (
          <img src={window.img} width={48} height={48} alt="" draggable={false} onError={() => setBroken(true)} />
        )}
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
      </JumpLink>
      <button
        className={styles.close}
        type="button"
        aria-label={commonText('float.close', { name })}
        onClick={({ currentTarget }) => onClose(currentTarget)}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  )
}

const KEY = 'closedFloats'
const MAX_CLOSED = 50

/** sessionStorage, or null if it is not available. Without it a window stays closed for the lifetime of the page. */
function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(-MAX_CLOSED) : []
  } catch {
    return []
  }
}

const idsAtom = atom(read())

/** Ids of the windows that were closed in this session; writing adds one. */
const closedFloatsAtom = atom(
  (get) => get(idsAtom),
  (get, set, id: string) => {
    const next = [...get(idsAtom), id].slice(-MAX_CLOSED)
    set(idsAtom, next)
    try {
      storage()?.setItem(KEY, JSON.stringify(next))
    } catch {
      // Storage is full or not allowed: see storage().
    }
  },
)
