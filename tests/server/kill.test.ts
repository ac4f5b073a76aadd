import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'vitest'
import { killAndCheck } from '../support/kill.ts'

describe('a process that is killed in the middle of postings', () => {
  it('leaves every confirmed gift posted exactly once, twice over on one folder', { timeout: 600_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-kill-'))
    try {
      await killAndCheck(folder, 40)
      await killAndCheck(folder, 15)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
