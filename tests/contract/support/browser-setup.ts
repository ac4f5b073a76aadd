import type { TestProject } from 'vitest/node'
import { Lt1Server } from './lt1-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lt1Origin: string
  }
}

/** Starts the small LT1 server beside the browser tests; they hold it by its control calls. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Lt1Server.start()
  project.provide('lt1Origin', (await server.where()).origin)
  return () => server.stop()
}
