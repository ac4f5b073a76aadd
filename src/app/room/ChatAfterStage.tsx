import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { startTransition, useEffect, useState } from 'react'
import { memberChangesAtom } from '#state/session/session.ts'
import { ChatPlace } from './ChatPlace.tsx'
import type { RoomChatProps } from './RoomChat.tsx'

let loaded: ComponentType<RoomChatProps> | null = null

async function loadChat(): Promise<ComponentType<RoomChatProps>> {
  loaded = (await import('./RoomChat.tsx')).RoomChat
  return loaded
}

// Asked for as soon as the room's page runs, beside the room's data; who draws it asks again when this has failed.
loadChat().catch(() => undefined)

/**
 * The chat, drawn after the picture in a step of its own, so that neither holds the page for long. Not by Suspense: that
 * would keep what is ready back for a third of a second.
 *
 * @throws when drawn, into the boundary around it, if the code of the chat cannot be fetched.
 */
export function ChatAfterStage(props: RoomChatProps) {
  const [Chat, setChat] = useState<ComponentType<RoomChatProps> | null>(null)
  const memberChanges = useAtomValue(memberChangesAtom)
  const [fault, setFault] = useState<Error | null>(null)
  useEffect(() => {
    let isWanted = true
    const show = (chat: ComponentType<RoomChatProps>) => startTransition(() => setChat(() => chat))
    if (loaded !== null) return show(loaded)
    loadChat().then(
      (chat) => isWanted && show(chat),
      (error: unknown) => isWanted && setFault(error instanceof Error ? error : new Error(String(error))),
    )
    return () => {
      isWanted = false
    }
  }, [])
  if (fault !== null) throw fault
  return Chat === null ? <ChatPlace /> : <Chat key={memberChanges} {...props} />
}
