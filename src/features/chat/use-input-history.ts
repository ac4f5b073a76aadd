import { useAtom, useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useState } from 'react'
import { memberAtom } from '#state/session/session.ts'

/** What was said is remembered this far back, in the memory of the page alone. */
const REMEMBERED = 30

/** Whose words these are, and the words: the next member of the page does not get them. */
const saidAtom = atom<{ readonly userId: string | null; readonly texts: readonly string[] }>({
  userId: null,
  texts: [],
})

export interface InputHistory {
  /** Remembers what was said. */
  readonly keep: (text: string) => void
  /**
   * The text that an arrow brings into the field, or null when the arrow is the field's own: history begins in an empty
   * field and goes on while its texts are left as they are.
   */
  readonly turn: (key: string, text: string) => string | null
}

/** The member's own earlier texts of this visit, newest first at ArrowUp. */
export function useInputHistory(): InputHistory {
  const [kept, setKept] = useAtom(saidAtom)
  const userId = useAtomValue(memberAtom)?.userId ?? null
  const said = kept.userId === userId ? kept.texts : []
  /** Which text is shown, counted from the newest; null = none. */
  const [place, setPlace] = useState<number | null>(null)
  return {
    keep(text) {
      setPlace(null)
      setKept({ userId, texts: [...said.filter((other) => other !== text), text].slice(-REMEMBERED) })
    },
    turn(key, text) {
      const isUp = key === 'ArrowUp'
      if (!isUp && key !== 'ArrowDown') return null
      const isShown = place !== null && text === said.at(-1 - place)
      if (!isShown && text !== '') return null
      const next = (isShown ? place : -1) + (isUp ? 1 : -1)
      if (next >= said.length || (next < 0 && !isShown)) return null
      setPlace(next < 0 ? null : next)
      return next < 0 ? '' : (said.at(-1 - next) ?? '')
    },
  }
}
