import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'vitest'
import { killAndCheck } from '../support/kill.ts'

describe('a server that is killed during postings', () => {
  it('has every confirmed gift posted exactly once, after two kills', { timeout: 600_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-kill-'))
    try {
      await killAndCheck(folder, 40)
      await killAndCheck(folder, 15)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
