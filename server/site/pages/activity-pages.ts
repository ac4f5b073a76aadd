import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isActivityPath } from '#protocol/rules/activity.ts'

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Route = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>

const STRATEGY = 'activity'
const YES = 'yes'

/**
 * Serves the application for every path with the activity word in it (S2.8). Routes match whole segments, so the path
 * is a route constraint.
 */
export function serveActivityPages(
  app: FastifyInstance,
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<string>,
): void {
  app.addConstraintStrategy({
    name: STRATEGY,
    storage: () => {
      const routes = new Map<unknown, Route>()
      return { get: (key) => routes.get(key) ?? null, set: (key, value) => void routes.set(key, value) }
    },
    deriveConstraint: ({ url = '' }) => (isActivityPath(url.replace(/[?#].*$/, '')) ? YES : undefined),
  })
  app.get('/*', { constraints: { [STRATEGY]: YES } }, send)
}
