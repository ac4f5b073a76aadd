import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AttackedServer, startAttackedServer } from '../support/attack-server.ts'
import { atOnce, key, moneyOf, yuan } from './attempt.ts'
import { Client, LOAD_TOKEN } from './client.ts'

const MEMBERS = 6

let attacked: AttackedServer
let folder: string
beforeAll(async () => {
  attacked = await startAttackedServer({ LOAD_TOKEN })
  folder = await mkdtemp(path.join(tmpdir(), 'grandstand-restore-'))
})
afterAll(async () => {
  expect(await attacked.stop()).toEqual([])
  await rm(folder, { recursive: true, force: true })
})

/** Runs `npm run backup` or `npm run restore` on the data of the attacked server. */
async function operate(command: 'backup' | 'restore', file: string): Promise<{ ok: boolean; text: string }> {
  const env = { ...process.env, MODE: 'demo', DATA_DIR: attacked.server.dataDirectory, DATABASE_URL: '' }
  const given = [path.resolve('scripts/operation.mjs'), command, file]
  return promisify(execFile)(process.execPath, given, { env }).then(
    ({ stdout }) => ({ ok: true, text: stdout }),
    (failed: { stdout: string; stderr: string }) => ({ ok: false, text: failed.stdout + failed.stderr }),
  )
}

async function signedIn(index: number): Promise<Client> {
  const client = await Client.connect(attacked.server.url)
  expect((await client.signIn(attacked.names[index]!, 'Play2026x')).code).toBe('SUCCESS')
  return client
}

interface Traffic {
  readonly keys: string[]
  /** Ends when the server does not respond any more. */
  readonly ended: Promise<unknown>
}

/** Members who move 1.00 into interest as often as they can. */
function traffic(members: readonly Client[]): Traffic {
  const keys: string[] = []
  const ended = Promise.all(
    members.map(async (member) => {
      for (;;) {
        const used = key()
        const call = member.call('interest.to', { currency: 'CNY', amount: yuan(1) }, { key: used })
        const response = await call.catch(() => null)
        if (response === null) return
        if (member === members[0] && response.code === 'SUCCESS') keys.push(used)
      }
    }),
  )
  return { keys, ended }
}

it('a restore during traffic is refused; after a kill it restores every balance, ends every session and forgets later calls', async () => {
  const { server } = attacked
  const file = path.join(folder, 'backup.gz')
  let members = await atOnce(MEMBERS, signedIn)
  const first = traffic(members)
  await expect.poll(() => first.keys.length).toBeGreaterThan(5)

  expect(await operate('backup', file)).toMatchObject({ ok: false, text: expect.stringContaining('in use') })
  await server.kill('SIGTERM')
  await first.ended
  expect(await operate('backup', file)).toMatchObject({ ok: true })

  await server.restart()
  members = await Promise.all(members.map((member) => member.again()))
  const before = await Promise.all(members.map((member) => moneyOf(member)))
  const later = traffic(members)
  await expect.poll(() => later.keys.length).toBeGreaterThan(5)
  expect(await operate('restore', file)).toMatchObject({ ok: false, text: expect.stringContaining('in use') })
  const running = later.keys.length
  await expect.poll(() => later.keys.length, { message: 'calls go on after the refusal' }).toBeGreaterThan(running)
  await server.kill('SIGKILL')
  await later.ended
  expect(await operate('restore', file)).toMatchObject({ ok: true })

  await server.restart()
  const old = await Promise.all(
    members.map(async (member) => (await member.again()).call('interest.info', { currency: 'CNY' })),
  )
  expect(old.map(({ status }) => status)).toEqual(members.map(() => 401))
  members = await atOnce(MEMBERS, signedIn)
  expect(await Promise.all(members.map((member) => moneyOf(member)))).toEqual(before)
  // A call from before the backup is known by its key; one from after it is new.
  const repeat = (used: string) => members[0]!.call('interest.to', { currency: 'CNY', amount: yuan(1) }, { key: used })
  expect((await repeat(first.keys[0]!)).code).toBe('DUPLICATE_REQUEST')
  expect((await repeat(later.keys[0]!)).code).toBe('SUCCESS')
  expect((await repeat(later.keys[0]!)).code).toBe('DUPLICATE_REQUEST')
})
