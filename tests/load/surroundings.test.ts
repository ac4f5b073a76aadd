import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/project.ts'
import { startClient } from '#load/client.ts'
import { surroundingsOf } from '#load/surroundings.ts'

describe('the server URL of npm run load', () => {
  it.each([
    [{}, 'http://127.0.0.1:8080'],
    [{ PORT: '' }, 'http://127.0.0.1:8080'],
    [{ PORT: '9090' }, 'http://127.0.0.1:9090'],
    [{ PORT: '9090', HOST: '0.0.0.0' }, 'http://localhost:9090'],
    [{ HOST: '192.0.2.7' }, 'http://192.0.2.7:8080'],
    [{ PORT: '0' }, null],
  ])('%j is %s', (environment, url) => {
    expect(surroundingsOf(environment).url).toBe(url)
  })

  it('uses the load token of LOAD_TOKEN, or of the data folder', () => {
    expect(surroundingsOf({ LOAD_TOKEN: 'x', DATA_DIR: 'elsewhere' })).toMatchObject({
      loadToken: 'x',
      loadTokenFile: path.join(PROJECT_ROOT, 'elsewhere', 'load-token'),
    })
    expect(surroundingsOf({ LOAD_TOKEN: '', DATA_DIR: '' })).toMatchObject({
      loadToken: null,
      loadTokenFile: path.join(PROJECT_ROOT, 'data', 'load-token'),
    })
  })
})

it('is named in the error if nothing responds, with the option to change it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(startClient(`http://127.0.0.1:${port}`, '')).rejects.toThrow(
    `Nothing answers at http://127.0.0.1:${port} (ECONNREFUSED): start a server there, or say with --url where it is`,
  )
})
