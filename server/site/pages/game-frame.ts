import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { PROJECT_ROOT } from '../../config/project-root.ts'

const GAME_FRAME_PATH = '/game.html'

/**
 * Headers of the page inside the frames of games: own scripts and styles, no network, no cookies, no forms, no further
 * frames. `sandbox` holds also if somebody opens the page outside of a frame.
 */
const GAME_FRAME_POLICY: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'self'"],
      sandbox: ['allow-scripts'],
    },
  },
  originAgentCluster: false,
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'sameorigin' },
}

/** Serves game.html, which is the same for every site and member. The page around it sends skin and language. */
export function serveGameFrame(
  pages: FastifyInstance,
  {
    vite,
    clientFolder,
  }: {
    /** Vite in development. */
    readonly vite: { transformIndexHtml(url: string, html: string): Promise<string> } | null
    readonly clientFolder: string
  },
): void {
  let html: string | null = null
  const source = () => (html ??= readFileSync(join(vite ? PROJECT_ROOT : clientFolder, 'game.html'), 'utf8'))
  pages.get(GAME_FRAME_PATH, vite ? {} : { helmet: GAME_FRAME_POLICY }, async (request, reply) => {
    reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache')
    return vite ? vite.transformIndexHtml(request.url, source()) : source()
  })
}
