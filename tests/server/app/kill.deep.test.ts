import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'vitest'
import { scaled } from '../../support/depth.ts'
import { killAndCheck } from '../../support/kill.ts'

const KILLS = scaled({ short: 2, full: 100 })

describe('a server that is killed repeatedly', () => {
  it(`leaves every confirmed gift posted exactly once over ${KILLS} kills`, { timeout: 1_800_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-kill-'))
    try {
      for (let kill = 0; kill < KILLS; kill += 1) await killAndCheck(folder, 1 + ((kill * 37) % 60))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
