import { useStore } from 'jotai'
import { useEffect } from 'react'
import { messageChangeAtom } from './unread.ts'

/** Calls `read` when messages of the member have changed: answers and decisions of operators are announced by one. */
export function useMessageChange(read: () => void): void {
  const store = useStore()
  useEffect(() => store.sub(messageChangeAtom, read), [store, read])
}
