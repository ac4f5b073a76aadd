import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockAddress, lockFolder } from '#server/database/folder-lock.ts'

const LONG = `/srv/${'x'.repeat(120)}`

describe('the lock socket of the data folder (settled 30)', () => {
  it('is in the folder, or in the system folder under a short name', () => {
    expect(lockAddress('/srv/data', 'linux')).toBe('/srv/data/lock')
    expect(lockAddress(LONG, 'linux')).toMatch(/grandstand-[0-9a-f]{24}\.lock$/)
    expect(lockAddress(LONG, 'linux')).not.toBe(lockAddress(`${LONG}y`, 'linux'))
  })

  it('is a named pipe on Windows, for any path', () => {
    const address = lockAddress('C:\\Users\\看台\\data', 'win32')
    expect(address).toMatch(/^\\\\\.\\pipe\\grandstand-[0-9a-f]{64}$/)
    expect(lockAddress('C:\\Users\\看台\\data', 'win32')).toBe(address)
    expect(lockAddress('C:\\Users\\看台\\data2', 'win32')).not.toBe(address)
    expect(lockAddress(LONG, 'win32')).toHaveLength(address.length)
  })

  it('is the same for a folder and a link to it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-link-'))
    const long = path.join(folder, 'x'.repeat(120))
    const link = path.join(folder, 'link')
    try {
      mkdirSync(long)
      symlinkSync(long, link)
      const unlock = await lockFolder(long)
      await expect(lockFolder(link)).rejects.toThrow(/in use/)
      await unlock()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
