import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { createTestInstallation } from '../server/app/app-support.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import type { LoadReport } from '#load/report.ts'

/** Every kind of step except slow and hostile clients. */
const SCENARIO = `
name: small-room
about: A small room.
seconds: 7
viewers: 20
openPerSecond: 100
pages: 1
messages: 10
steps:
  - { at: 1, for: 1, gifts: 10 }
  - { at: 1, for: 1, orders: 10, revertShare: 0.5 }
  - { at: 2, drop: 5 }
  - { at: 3, for: 1, join: 5 }
# A busy machine must not fail the test.
expect: { lagP99Ms: 60000, sustainable: false }
`

interface Finished {
  readonly code: number | null
  readonly output: string
}

async function runTool(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> {
  const script = path.join(PROJECT_ROOT, 'scripts/run.mjs')
  const child = spawn(process.execPath, [script, 'load/main.ts', ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** The log in ten seconds. */
const EVENING = `
name: evening
about: A recorded evening.
seconds: 120
viewers: 20
log: evening.xml.gz
speed: 60
# A busy machine must not fail the test.
expect: { lagP99Ms: 60000, sustainable: false }
`

/** An evening of ten minutes in XML of a live recorder: 200 messages, 20 gifts, two paid messages, one damaged element. */
function eveningXml(): string {
  const lines = Array.from({ length: 200 }, (_, index) => {
    const at = (index * 3).toFixed(3)
    const danmaku = `<d p="${at},1,25,16777215,1771094527312,0,${index % 17},${index + 1}" user="观众${index % 17}">第 ${index} 句</d>`
    const gift = `<gift ts="${at}" user="观众${index % 17}" giftname="辣条" giftcount="3" price="100" />`
    return index % 10 === 0 ? `${danmaku}\n${gift}` : danmaku
  })
  const paid = [3, 4].map((second) => `<sc ts="${second}" user="丙" uid="9" price="30">这球绝了 ${second}</sc>`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<i>\n${paid.join('\n')}\n${lines.join('\n')}\n<d p="broken">x</d>\n</i>\n`
}

async function startServer() {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-load-'))
  const installation = createTestInstallation()
  const server = await installation.start()
  onTestFinished(async () => {
    await server.close()
    installation.remove()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, url: server.url, env: { DATA_DIR: installation.dataDir } }
}

it('npm run load replays a recorded evening with its gifts, and accounts for every record', async () => {
  const { folder, url, env } = await startServer()
  const log = path.join(folder, 'evening.xml.gz')
  await writeFile(log, gzipSync(eveningXml()))
  const scenario = path.join(folder, 'evening.yaml')
  await writeFile(scenario, EVENING)
  const { code, output } = await runTool([scenario, '--processes', '1', '--url', url, '--out', folder], env)
  expect(output).toContain(
    'log: bilibili-xml, 223 records read, 222 used: 202 messages, 22 gifts, 0 deletions\n' +
      'skipped: 1 without a time (line 225)',
  )
  expect(output).toMatch(/gift: 辣条 0\.10 CNY → .+ \(\d+ coins\), 20 times/)
  expect(output).toMatch(/gift: sc 30\.00 CNY → .+ \(\d+ coins\), 2 times/)
  expect(code, output).toBe(0)
  const [json = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const report = JSON.parse(await readFile(path.join(folder, json), 'utf8')) as LoadReport
  expect(report.sent).toMatchObject({ accepted: 202, refused: 0, gifts: 22, giftsRefused: 0 })
  expect(report.viewers.sum).toMatchObject({ lost: 0, duplicated: 0, outOfOrder: 0 })
  expect(report.viewers.sum.delivered).toBeGreaterThanOrEqual(20 * 224)
  expect(report.log?.account).toMatchObject({ isComplete: true, skipped: { 'no-time': { count: 1 } } })
})

it('npm run load accounts for every entry at every viewer of a real server, and writes reports', async () => {
  const { folder, url, env } = await startServer()
  const scenario = path.join(folder, 'small.yaml')
  await writeFile(scenario, SCENARIO)

  const run = await runTool([scenario, '--url', url, '--out', folder, '--processes', '2'], env)
  expect(run.output).toContain('passed')
  expect(run.code).toBe(0)

  const [json = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const report = JSON.parse(await readFile(path.join(folder, json), 'utf8')) as LoadReport
  expect(report.sent).toMatchObject({ refused: 0, gifts: 10, giftsRefused: 0, orders: 10, reverts: 5 })
  // The last message may be due after the end on a busy machine.
  expect(report.sent.accepted).toBe(report.sent.offered - 20)
  expect(report.sent.accepted).toBeGreaterThanOrEqual(60)
  expect(report.failures).toEqual([])
  expect(report.unseen).toBe(0)
  const { count, sum } = report.viewers
  expect(count).toBe(25)
  expect(sum).toMatchObject({ lost: 0, duplicated: 0, outOfOrder: 0 })
  // 20 viewers receive all own entries and the five reverts.
  expect(sum.delivered).toBeGreaterThanOrEqual(20 * (report.sent.offered + 5))
  expect(report.reconnects).toMatchObject({ dropped: 5, back: 5, unexpected: 0 })
  expect(report.reconnects.recovered).toBe(report.reconnects.missed)
  expect(report.pages).toEqual([expect.objectContaining({ lost: 0, duplicates: 0, misordered: 0 })])
  expect(report.lag.count).toBeGreaterThan(0)

  const html = await readFile(path.join(folder, json.replace('.json', '.html')), 'utf8')
  expect(html).toContain('✓ passed')
  expect(html).toContain('aria-label="Deliveries: all viewers max')

  const file = path.join(folder, json)
  const compared = await runTool(['compare', file, file], env)
  expect(compared.code).toBe(0)
  expect(compared.output).toMatch(/lag p99 .* 0\.0 %/)
  expect(await readFile(file.replace('.json', '-comparison.html'), 'utf8')).toContain('Comparison of two load reports')
})
