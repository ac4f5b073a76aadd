import { io, type Socket } from 'socket.io-client'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import type { RunningServer } from '#server/main.ts'
import { connectTo } from '../../server/app/app-support.ts'
import { openFrames } from '../../server/rooms/rooms-support.ts'

/** Maximum wait for a status. */
const LIMIT_MS = 30_000

/** A visitor of a room who receives the anchor's status in frames. */
export class AnchorWatch {
  readonly #waiting = new Map<number, (at: number) => void>()
  #opened: Promise<void> = Promise.resolve()

  private constructor(
    private readonly socket: Socket,
    roomKey: string,
  ) {
    socket.on('frame', (sealed: string) => {
      const at = performance.now()
      this.#opened = this.#opened.then(() => this.#read(roomKey, sealed, at))
    })
  }

  static async open(server: RunningServer, chatRoomNo: string): Promise<AnchorWatch> {
    const client = await connectTo(server)
    const response = await client.call('chatroom.anonJoin', { chatRoomNo })
    const { ticket, epoch, seq, roomKey } = ENDPOINTS['chatroom.anonJoin'].data.parse(response.data)
    const socket = io(server.url + NAMESPACES.anon, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
    })
    const watch = new AnchorWatch(socket, roomKey)
    const joined: { ok: boolean } = await socket.emitWithAck('join', { ticket, position: { epoch, seq } })
    if (!joined.ok) throw new Error('the room did not let the visitor in')
    return watch
  }

  /** Seconds from `act`, which runs now, to the frame with this status; NaN after half a minute without one. */
  async after(act: () => void, anchorStatus: number): Promise<number> {
    let limit: NodeJS.Timeout | undefined
    const reported = new Promise<number>((resolve) => {
      this.#waiting.set(anchorStatus, resolve)
      limit = setTimeout(() => resolve(Number.NaN), LIMIT_MS)
    })
    const begun = performance.now()
    act()
    const at = await reported
    clearTimeout(limit)
    this.#waiting.delete(anchorStatus)
    return (at - begun) / 1_000
  }

  close(): void {
    this.socket.disconnect()
  }

  async #read(roomKey: string, sealed: string, at: number): Promise<void> {
    for (const { entry } of await openFrames(roomKey, [sealed])) {
      if (entry.content.msgType !== MSG_TYPES.status) continue
      const { anchorStatus } = entry.data as { anchorStatus?: number }
      if (anchorStatus !== undefined) this.#waiting.get(anchorStatus)?.(at)
    }
  }
}
