import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/project.ts'
import { startClient } from './client.ts'
import { readOptions } from './options.ts'
import { surroundingsOf } from './surroundings.ts'

describe('npm run load looks for the server where it is configured to be', () => {
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

  it('has the load token from LOAD_TOKEN, else from the data folder', () => {
    expect(surroundingsOf({ LOAD_TOKEN: 'x', DATA_DIR: 'elsewhere' })).toMatchObject({
      loadToken: 'x',
      loadTokenFile: path.join(PROJECT_ROOT, 'elsewhere', 'load-token'),
    })
    expect(surroundingsOf({ LOAD_TOKEN: '', DATA_DIR: '' })).toMatchObject({
      loadToken: null,
      loadTokenFile: path.join(PROJECT_ROOT, 'data', 'load-token'),
    })
  })

  it('prefers --url, and asks for it where there is no port to know', () => {
    expect(readOptions(['--rate', '1'], 'http://127.0.0.1:9090').url).toBe('http://127.0.0.1:9090')
    expect(readOptions(['--rate', '1', '--url', 'http://a.test/x'], null).url).toBe('http://a.test')
    expect(() => readOptions(['--rate', '1'], null)).toThrow(/^PORT is 0: say with --url where the server is$/)
    expect(() => readOptions(['--rate', '1', '--url', 'here'], null)).toThrow(/^--url expects an address, .* "here"$/)
  })
})

it('npm run load says where nothing answers, and how to name another place', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(startClient(`http://127.0.0.1:${port}`, '')).rejects.toThrow(
    `Nothing answers at http://127.0.0.1:${port} (ECONNREFUSED): start a server there, or say with --url where it is`,
  )
})
