import { randomBytes } from 'node:crypto'
import { commitmentOf } from '#protocol/games/draw.ts'

const SEED_BYTES = 32

/** A secret seed of the server with the hash that is published before it is used. */
export interface ServerSeed {
  readonly serverSeed: string
  readonly commitment: string
}

export function newSeed(): ServerSeed {
  const serverSeed = randomBytes(SEED_BYTES).toString('hex')
  return { serverSeed, commitment: commitmentOf(serverSeed) }
}
