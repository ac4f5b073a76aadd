import { afterAll, beforeAll } from 'vitest'
import { DEPTH } from '../support/depth.ts'
import { Lt1Server } from './support/lt1-server.ts'
import { overMessageChannel } from './support/platforms.ts'
import { transportSuite } from './transport.suite.ts'

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

afterAll(async () => {
  await server.stop()
})

transportSuite('over a MessageChannel', overMessageChannel, () => server, DEPTH === 'short' ? 'sealed' : 'all')
