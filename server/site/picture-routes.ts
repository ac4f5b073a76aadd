import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/database.ts'
import { contentPicture } from '../database/schema/site.ts'
import { isCoverHash } from '../matches/live/live-room.ts'
import type { LiveRoomRepository } from '../matches/live/live-room-repository.ts'

/** Number of a live room in the URL of its cover. */
const EID = /^L(\d{1,9})$/

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }
const FILE = /^([0-9a-f]{64})\.(?:jpg|png|webp)$/

/** Path of an uploaded picture of content. Pages request paths of pictures by their extension. */
export const picturePath = (hash: string, type: string): string => `/picture/${hash}.${EXTENSIONS[type] ?? 'jpg'}`

/**
 * Adds `/cover/:eid/:hash`, the covers of live rooms, and `/picture/:file`, pictures of content. Another picture has
 * another path.
 */
export function addPictures(
  app: FastifyInstance,
  { database, covers }: { readonly database: Database; readonly covers: Pick<LiveRoomRepository, 'cover'> },
): void {
  app.get<{ Params: { eid: string; hash: string } }>('/cover/:eid/:hash', async (request, reply) => {
    const { eid, hash } = request.params
    const no = EID.exec(eid)?.[1]
    return sendPicture(reply, no === undefined || !isCoverHash(hash) ? null : await covers.cover(Number(no), hash))
  })
  app.get<{ Params: { file: string } }>('/picture/:file', async ({ params: { file } }, reply) => {
    const hash = FILE.exec(file)?.[1]
    if (hash === undefined) return sendPicture(reply, null)
    const [picture] = await database.db.select().from(contentPicture).where(eq(contentPicture.hash, hash))
    return sendPicture(reply, picture ?? null)
  })
}

interface Picture {
  readonly type: string
  readonly bytes: Uint8Array
}

function sendPicture(reply: FastifyReply, picture: Picture | null): FastifyReply {
  if (!picture) return reply.code(404).header('cache-control', 'no-store').send()
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .type(picture.type)
    .send(Buffer.from(picture.bytes))
}
