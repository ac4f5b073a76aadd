import { afterAll, beforeAll } from 'vitest'
import { Lt1Server } from './support/lt1-server.ts'
import { inProcess } from './support/platforms.ts'
import { transportSuite } from './transport.suite.ts'

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

afterAll(async () => {
  await server.stop()
})

transportSuite('in process', inProcess, () => server)
