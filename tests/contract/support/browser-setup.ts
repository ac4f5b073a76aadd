import type { TestProject } from 'vitest/node'
import type { DEPTH } from '../../support/depth.ts'
import { Lt1Server } from './lt1-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lt1Origin: string
    lt1FallbackOrigin: string
    lt1TrafficOrigin: string
    depth: typeof DEPTH
  }
}

/**
 * Starts LT1 test servers for browser tests: one per file, because files run in parallel and cause faults of their server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await Promise.all(
    (['lt1Origin', 'lt1FallbackOrigin', 'lt1TrafficOrigin'] as const).map(async (name) => {
      const server = await Lt1Server.start()
      project.provide(name, (await server.where()).origin)
      return server
    }),
  )
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
