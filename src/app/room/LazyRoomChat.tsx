import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { startTransition, useEffect, useState } from 'react'
import { memberChangesAtom } from '#state/session/session.ts'
import type { RoomChatProps } from './RoomChat.tsx'
import { ChatSkeleton } from './RoomSkeleton.tsx'

let loaded: ComponentType<RoomChatProps> | null = null

async function loadChat(): Promise<ComponentType<RoomChatProps>> {
  loaded = (await import('./RoomChat.tsx')).RoomChat
  return loaded
}

// Preloaded in parallel with the room's data. After a failure the component tries again.
loadChat().catch(() => undefined)

/**
 * The chat, rendered in a separate step after the video, so that neither blocks the page for long. Does not use Suspense,
 * which would delay a loaded component by up to a third of a second.
 *
 * @throws on render, into the error boundary, if the code cannot be loaded.
 */
export function LazyRoomChat(props: RoomChatProps) {
  const [Chat, setChat] = useState<ComponentType<RoomChatProps> | null>(null)
  const memberChanges = useAtomValue(memberChangesAtom)
  const [loadError, setLoadError] = useState<Error | null>(null)
  useEffect(() => {
    let isMounted = true
    const show = (chat: ComponentType<RoomChatProps>) => startTransition(() => setChat(() => chat))
    if (loaded !== null) return show(loaded)
    loadChat().then(
      (chat) => isMounted && show(chat),
      (error: unknown) => isMounted && setLoadError(error instanceof Error ? error : new Error(String(error))),
    )
    return () => {
      isMounted = false
    }
  }, [])
  if (loadError !== null) throw loadError
  return Chat === null ? <ChatSkeleton /> : <Chat key={memberChanges} {...props} />
}
