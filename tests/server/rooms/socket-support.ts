import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type {
  CatchUp,
  ChatNamespace,
  ClientToServerEvents,
  ServerToClientEvents,
  SocketRefusal,
} from '#protocol/room/server-events.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import type { RoomHubOptions } from '#server/rooms/hub.ts'
import { SocketServer } from '#server/rooms/socket/sockets.ts'
import type { SocketServices } from '#server/rooms/socket/sockets.ts'
import { callBy, visitorCall, dataOf, openFrames, ROOM, testRooms } from './rooms-support.ts'
import type { JoinData, NumberedEntry } from './rooms-support.ts'

export type ClientSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** Sessions that can only end. */
export function endingSessions() {
  const listeners = new Set<(sessionId: string, code: number) => void>()
  return {
    onEnd: (listener: (sessionId: string, code: number) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: (sessionId: string, code: number) => listeners.forEach((listener) => listener(sessionId, code)),
  }
}

/** Rooms on a real port with real sockets. */
export async function listeningRooms(more: Partial<SocketServices> = {}, room: Partial<RoomHubOptions> = {}) {
  const rooms = await testRooms(room)
  const sessions = endingSessions()
  const http = createServer()
  const server = new SocketServer(http, {
    hub: rooms.hub,
    sessions,
    isOriginAllowed: (origin) => origin === undefined || new URL(origin).hostname === 'site.example',
    now: Date.now,
    onError: (error) => rooms.errors.push(error),
    ...more,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const opened: ClientSocket[] = []

  /** A socket in a namespace of this server or a relay; resolves when it is accepted, rejects when it is refused. */
  const connect = async (
    namespace = 'anon',
    { at = url, ...options }: { readonly at?: string; readonly [option: string]: unknown } = {},
  ): Promise<ClientSocket> => {
    const path = namespace in NAMESPACES ? NAMESPACES[namespace as ChatNamespace] : namespace
    const socket: ClientSocket = io(at + path, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...options,
    })
    opened.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return socket
  }

  const ticketFor = async (namespace: ChatNamespace, number: number | null, chatRoomNo = ROOM): Promise<JoinData> => {
    const joined =
      namespace === 'anon' || number === null
        ? rooms.calls['chatroom.anonJoin']({ chatRoomNo }, visitorCall(Date.now()))
        : rooms.calls[`chatroom.${namespace}Join`]({ chatRoomNo }, callBy(number, Date.now()))
    return dataOf(await joined)
  }

  /** A client like the page: HTTP join, socket join, and all received entries. */
  const enter = async (
    namespace: ChatNamespace = 'anon',
    number: number | null = null,
    options: { readonly at?: string; readonly [option: string]: unknown } = {},
  ) => {
    const socket = await connect(namespace, options)
    const frames: string[] = []
    socket.on('frame', (frame) => frames.push(frame))
    const joined = await ticketFor(namespace, number)
    const caught = await socket.timeout(30_000).emitWithAck('join', {
      ticket: joined.ticket,
      position: { epoch: joined.epoch, seq: joined.seq },
    })
    const opened: NumberedEntry[] = []
    const sealed = [...(caught.ok ? caught.frames : [])]
    socket.on('frame', (frame) => sealed.push(frame))
    sealed.push(...frames)
    /** All received entries, opened. */
    const received = async (): Promise<readonly NumberedEntry[]> => {
      opened.push(...(await openFrames(joined.roomKey, sealed.splice(0))))
      return opened
    }
    /** Resolves when the entry with this number was received. */
    const until = async (seq: number): Promise<readonly NumberedEntry[]> => {
      for (;;) {
        const entries = await received()
        if ((entries.at(-1)?.seq ?? joined.seq) >= seq) return entries
        if (sealed.length === 0) await once(socket as never, 'frame')
      }
    }
    return { socket, joined, caught, frames, received, until }
  }

  const close = async (): Promise<void> => {
    for (const socket of opened) socket.disconnect()
    await server.close()
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await rooms.hub.close()
  }
  return { ...rooms, sessions, server, http, port, url, connect, ticketFor, enter, close }
}

export type ListeningRooms = Awaited<ReturnType<typeof listeningRooms>>

export async function joinWith(socket: ClientSocket, ticket: string): Promise<CatchUp | SocketRefusal> {
  return socket.timeout(30_000).emitWithAck('join', { ticket })
}

export function disconnected(socket: ClientSocket): Promise<string> {
  return new Promise((resolve) => {
    if (socket.disconnected) resolve('already')
    else socket.once('disconnect', (reason) => resolve(reason))
  })
}
