import { HOUR_MS } from '#protocol/time.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { PROJECT_ROOT } from '../support/project.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'grandstand-key-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

function run(args: readonly string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ingest-key.mjs', ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, MODE: 'demo', DATA_DIR, INGEST: '', INGEST_PORT: '', INGEST_SECRET: '', ...environment },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('prints URL and key to publish to a room, signed with the secret of the data folder', () => {
  const { status, stdout } = run(['--room', '2001', '--hours', '2'])
  expect(status).toBe(0)
  expect(stdout).toContain('Server:      rtmp://127.0.0.1:1935/live\n')
  const [, stream = '', key = ''] = /^Stream key: +(\w+)\?key=(\S+)$/m.exec(stdout) ?? []
  const signingKey = signingKeyOf(readFileSync(path.join(DATA_DIR, 'secret'), 'utf8').trim())
  const check = (hours: number): string => checkStreamKey(signingKey, stream, key, Date.now() + hours * HOUR_MS)
  expect([stream, check(1.9), check(2.1)]).toEqual(['a2001', 'good', 'expired'])
})

it('signs a key for a room that a server opens later', () => {
  const { status, stdout } = run(['--room', '987654'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Stream key: +a987654\?key=\S+$/m)
})

it('signs with INGEST_SECRET if it is set', () => {
  const INGEST_SECRET = 'x'.repeat(40)
  const { stdout } = run(['--room', '5001'], { INGEST_SECRET, INGEST_PORT: '2935' })
  const [, key = ''] = /^Address: +rtmp:\/\/127\.0\.0\.1:2935\/live\/a5001\?key=(\S+)$/m.exec(stdout) ?? []
  expect(checkStreamKey(signingKeyOf(INGEST_SECRET), 'a5001', key, Date.now())).toBe('good')
})

it('omits the port if the server uses a random one', () => {
  const { status, stdout } = run(['--room', '2001'], { INGEST_PORT: '0' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('Server:      rtmp://127.0.0.1:<port>/live\n')])
  expect(stdout).toMatch(/^INGEST_PORT is 0: <port> is the one that the server names when it starts\.$/m)
})

it('treats an empty MODE as unset, like .env.example', () => {
  const { status, stderr } = run(['--room', '2001'], { MODE: '' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it.each([
  [['--room', 'derby'], /^--room is the number of a room/],
  [['--room', '2001', '--hours', '900'], /^--hours is a number up to 744/],
  [[], /^Usage: npm run ingest-key/],
  [['--rom', '2001'], /^Unknown option '--rom'/],
])('reports the error of %j', (args, message) => {
  const { status, stderr } = run(args)
  expect(status).toBe(1)
  expect(stderr).toMatch(message)
})
