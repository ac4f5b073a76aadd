import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ConsoleSession } from '#protocol/console/access.ts'
import type { ConsoleActionName } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useConsoleData } from './client.ts'

interface ConsoleContext {
  readonly session: ConsoleSession
  /** True if the operator may call the action. The server decides; the page only hides the rest. */
  readonly can: (name: ConsoleActionName) => boolean
  /** Reads the session again, after sign-in, second factor and sign-out. */
  readonly reload: () => void
  /** A time (epoch milliseconds) in the time zone of the site. */
  readonly formatTime: (time: number) => string
}

const Context = createContext<ConsoleContext | null>(null)

/** Reads the session and provides it. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const query = useConsoleData('session.get', {})
  const { data: session, failure, retry: reload } = query
  const value = useMemo(() => {
    if (session === null) return null
    const actions = new Set(session.actions)
    const format = new Intl.DateTimeFormat('zh-CN', {
      timeZone: session.site.timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
    })
    return {
      session,
      can: (name: string) => actions.has(name),
      reload,
      formatTime: (time: number) => format.format(time),
    }
  }, [session, reload])
  if (value === null)
    return <Loaded query={query} title={consoleText('session.failed')} message={failure?.message ?? ''} />
  return <Context value={value}>{children}</Context>
}

export function useConsole(): ConsoleContext {
  const context = useContext(Context)
  if (context === null) throw new Error('outside of SessionProvider')
  return context
}
