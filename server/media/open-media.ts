import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../config/log.ts'
import { PROJECT_ROOT } from '../config/project-root.ts'
import { StartError } from '../config/start-error.ts'
import { registerMedia, type MediaServer } from './media.ts'

/**
 * Adds video of the demo clip from the source or build folder.
 *
 * @throws StartError if the clip cannot be used
 */
export function openMedia(
  http: FastifyInstance,
  services: {
    log: Logger
    now: () => number
    isStream: (name: string) => boolean
    addressOf: (request: IncomingMessage) => string
  },
): MediaServer {
  const { isStream, ...rest } = services
  const folders = [join(PROJECT_ROOT, 'public/live'), join(PROJECT_ROOT, 'dist/client/live')]
  try {
    const clipDirectory = folders.find((folder) => existsSync(folder)) ?? folders[0] ?? ''
    return registerMedia(http, { ...rest, clipDirectory, authorize: isStream })
  } catch (error) {
    throw new StartError(`The demo clip cannot be used: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
