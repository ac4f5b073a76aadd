import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { E_GAMES } from '#protocol/games/round.ts'
import { PROJECT_ROOT } from '#server/config/project-root.ts'

const CLIENT = path.join(PROJECT_ROOT, 'dist/client')
const FILES = readdirSync(path.join(CLIENT, 'frame'))
const MAX_KB = 60

function kilobytes(begin: string): number {
  const name = FILES.find((file) => new RegExp(`^${begin}-[^.]+\\.js$`).test(file))
  if (name === undefined) throw new Error(`no script ${begin}`)
  return gzipSync(readFileSync(path.join(CLIENT, 'frame', name))).byteLength / 1_000
}

describe('the built frame of games', () => {
  it.each(E_GAMES)('S1.9 loads %s in at most 60 KB of compressed script', (game) => {
    expect(kilobytes('game') + kilobytes(game)).toBeLessThan(MAX_KB)
  })

  it('has nothing inline and no file of the application', () => {
    const html = readFileSync(path.join(CLIENT, 'game.html'), 'utf8')
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son[a-z]+=|\/assets\//)
  })
})
