import type { EntryAuthor } from '#protocol/room/feed.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

const MAX_MENTIONS = 8
const LONGEST_NAME = 32
const WORD = /^[A-Za-z0-9]$/
/** Recent speakers count as present even without a socket. */
const REMEMBERED_SPEAKERS = 500

/** Who is in a room: sockets are viewers, and members among them can be mentioned by name. */
export class Presence {
  readonly #sockets = new Map<string, EntryAuthor | null>()
  /** Nickname to public ids with their number of sockets. */
  readonly #names = new Map<string, Map<string, number>>()
  readonly #speakers = new BoundedMap<string, string>(REMEMBERED_SPEAKERS)

  /** Number of distinct sockets. */
  get viewers(): number {
    return this.#sockets.size
  }

  /** Returns false if the socket is in the room already. */
  enter(socketId: string, author: EntryAuthor | null): boolean {
    if (this.#sockets.has(socketId)) return false
    this.#sockets.set(socketId, author)
    if (author) this.#count(author, 1)
    return true
  }

  leave(socketId: string): boolean {
    const author = this.#sockets.get(socketId)
    if (author) this.#count(author, -1)
    return this.#sockets.delete(socketId)
  }

  spoke(author: EntryAuthor): void {
    this.#speakers.set(author.memberName, author.userId)
  }

  /**
   * Public ids of present members mentioned as `@nickname`, longest name first, at most eight. Work is bounded: eight
   * mentions of 32 characters.
   */
  mentions(text: string): string[] {
    const found = new Set<string>()
    let marks = 0
    for (let at = text.indexOf('@'); at >= 0 && marks < MAX_MENTIONS; at = text.indexOf('@', at + 1)) {
      marks += 1
      const userId = this.#longestName(text.slice(at + 1, at + 1 + LONGEST_NAME + 1))
      if (userId !== undefined) found.add(userId)
    }
    return [...found]
  }

  #longestName(text: string): string | undefined {
    for (let length = Math.min(text.length, LONGEST_NAME); length > 0; length -= 1) {
      // "@fan1" mentions neither "fan", nor does "@fan12" mention "fan1". Chinese names have no delimiter.
      if (WORD.test(text.charAt(length - 1)) && WORD.test(text.charAt(length))) continue
      const name = text.slice(0, length)
      const userId = this.#names.get(name)?.keys().next().value ?? this.#speakers.get(name)
      if (userId !== undefined) return userId
    }
    return undefined
  }

  #count({ memberName, userId }: EntryAuthor, change: number): void {
    const ids = this.#names.get(memberName) ?? new Map<string, number>()
    const sockets = (ids.get(userId) ?? 0) + change
    if (sockets > 0) ids.set(userId, sockets)
    else ids.delete(userId)
    if (ids.size > 0) this.#names.set(memberName, ids)
    else this.#names.delete(memberName)
  }
}
