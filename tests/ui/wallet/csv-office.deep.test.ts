import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { csvText } from '#lib/csv.ts'
import { findProgram } from '../../support/programs.ts'

const LIMIT_MS = 240_000
const office = findProgram('soffice') ?? findProgram('libreoffice')
const reason =
  office === null ? ' (skipped: LibreOffice is not installed, see Debian package libreoffice-calc-nogui)' : ''

/** Names that a spreadsheet could run, load or send; the file that the first ones would write does not appear. */
const HOSTILE = (written: string): readonly string[] => [
  `=cmd|' /C touch ${written}'!A0`,
  `=SHELL("touch ${written}")`,
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '\t=1+1',
  '\r=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '＝1+1',
  '=WEBSERVICE("http://127.0.0.1:9/x")',
  '=HYPERLINK("http://127.0.0.1:9/x";"看台")',
  '=DDE("soffice";"/etc/passwd";"A1")',
  `='file:///etc/passwd'#$Sheet1.A1`,
  '"=1+1',
  '",=1+1,"',
  '\r\n=1+1',
  ';=1+1',
  '=1+1\u0000',
  '{=1+1}',
  '|touch x',
  '%0A=1+1',
]

/**
 * The cells that LibreOffice makes of a file, as flat XML, with the options that a person confirms: comma, quotes, UTF-8,
 * and formulas evaluated, which is the least careful choice.
 */
async function cellsOf(folder: string, file: string): Promise<string> {
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
  const filter = '--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,0,true'
  const args = [profile, '--headless', '--norestore', filter, '--convert-to', 'fods', '--outdir', folder, file]
  await promisify(execFile)(office ?? '', args, { timeout: LIMIT_MS, env: { ...process.env, HOME: folder } })
  return readFileSync(file.replace('.csv', '.fods'), 'utf8')
}

describe(`records that LibreOffice opens${reason}`, { timeout: LIMIT_MS }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-csv-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.skipIf(office === null)('have no formula of a hostile name, and run nothing', async () => {
    const written = path.join(folder, 'written')
    const file = path.join(folder, 'records.csv')
    writeFileSync(file, csvText(HOSTILE(written).map((name) => ['2026-11-30', name, '-12.50'])))
    const xml = await cellsOf(folder, file)
    expect(xml.match(/table:formula="[^"]*"/g)).toBeNull()
    expect(xml).toContain('office:value="-12.5"')
    expect(existsSync(written)).toBe(false)
  })

  it.skipIf(office === null)(
    'would have formulas without the apostrophes, so that the first test can fail',
    async () => {
      const file = path.join(folder, 'control.csv')
      writeFileSync(file, '\uFEFF"=1+1"\r\n=1+1\r\n')
      expect(await cellsOf(folder, file)).toContain('table:formula=')
    },
  )
})
