import type { FastifyInstance } from 'fastify'
import type { LiveRoomRepository } from './live-room-repository.ts'
import { isCoverHash } from './live-room.ts'

const EID = /^L(\d{1,9})$/

/** Adds `/cover/:eid/:hash`, the covers of live rooms. Another cover has another path. */
export function addLiveCovers(app: FastifyInstance, repository: Pick<LiveRoomRepository, 'cover'>): void {
  app.get<{ Params: { eid: string; hash: string } }>('/cover/:eid/:hash', async (request, reply) => {
    const { eid, hash } = request.params
    const no = EID.exec(eid)?.[1]
    const cover = no === undefined || !isCoverHash(hash) ? null : await repository.cover(Number(no), hash)
    if (!cover) return reply.code(404).header('cache-control', 'no-store').send()
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type(cover.type)
      .send(Buffer.from(cover.bytes))
  })
}
