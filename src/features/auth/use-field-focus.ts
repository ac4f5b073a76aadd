import { useAtomValue } from 'jotai'
import { type RefCallback, useCallback, useEffect, useReducer, useRef } from 'react'
import { verificationAtom } from '#state/session/verification.ts'

export interface FieldFocus<Name extends string> {
  readonly register: (name: Name) => RefCallback<HTMLInputElement>
  /** Focuses a field after the next render, which may add it. */
  readonly focus: (name: Name) => void
}

/**
 * Focus of the fields of a form by name. The verification dialog traps the focus, so a request waits until that has
 * closed.
 */
export function useFieldFocus<Name extends string>(): FieldFocus<Name> {
  const isBeingVerified = useAtomValue(verificationAtom) !== null
  const elements = useRef(new Map<Name, HTMLInputElement>())
  const due = useRef<Name | null>(null)
  const [, countRequest] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (isBeingVerified || due.current === null) return
    elements.current.get(due.current)?.focus()
    due.current = null
  })
  const register = useCallback(
    (name: Name) => (element: HTMLInputElement | null) => {
      if (element === null) elements.current.delete(name)
      else elements.current.set(name, element)
    },
    [],
  )
  const focus = useCallback((name: Name) => {
    due.current = name
    countRequest()
  }, [])
  return { register, focus }
}
