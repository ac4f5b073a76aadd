import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../../support/project.ts'
import { type FigureResult, short } from './figures.ts'
import type { Machine } from './history.ts'

/** The machine of the measurement. `browser` is its version, null if none is used. */
export function describeMachine(browser: string | null): Machine {
  const all = cpus()
  return {
    cores: all.length,
    processor: all[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    browser,
  }
}

/** Short hash of the checked-out commit, with + if tracked files differ; null outside of a repository. */
export function currentCommit(): string | null {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const hash = git('rev-parse', '--short=8', 'HEAD')
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  return hash === null ? null : `${hash}${isChanged ? '+' : ''}`
}

/** Load average of the last minute. */
export function loadNow(): number {
  return Number(loadavg()[0]?.toFixed(2))
}

/** The figures as a Markdown table. */
export function tableOf(results: readonly FigureResult[]): string {
  const head = ['bench', 'figure', 'median', 'runs', 'bound', '', 'reference of the same runs']
  const rows = results.map(({ bench, figure, unit, median, runs, bound, isMet, reference }) => [
    bench,
    figure,
    `${short(median)} ${unit}`,
    runs.map(short).join(' / '),
    bound,
    isMet === null ? '' : isMet ? 'kept' : 'MISSED',
    referenceText(
      median,
      reference,
      results.find((one) => one.bench === bench && one.figure === reference),
    ),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}

/** Writes the figures as JSON; resolves with the file's path. */
export async function writeReport(
  file: string,
  report: { machine: Machine; loadBefore: number; results: readonly FigureResult[] },
): Promise<string> {
  const absolute = path.resolve(file)
  await mkdir(path.dirname(absolute), { recursive: true })
  await writeFile(absolute, `${JSON.stringify(report, null, 2)}\n`)
  return absolute
}

/** The reference of a figure with its value and the ratio to it; empty without one. */
export function referenceText(
  value: number | null,
  name: string | undefined,
  reference: { readonly median: number | null; readonly unit: string } | undefined,
): string {
  if (name === undefined || reference === undefined) return ''
  const { median, unit } = reference
  const ratio = value === null || median === null ? Number.NaN : value / median
  const times = Number.isFinite(ratio) ? ` (${ratio.toFixed(2)} ×)` : ''
  return `${name} ${short(median ?? Number.NaN)} ${unit}${times}`
}
