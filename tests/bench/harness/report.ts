import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import type { FigureResult } from './figures.ts'

/** Machine and load of the measurement. */
export function describeMachine(browser: string): Record<string, string | number> {
  const all = cpus()
  return {
    cores: all.length,
    processor: all[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    browser,
    loadBefore: Number(loadavg()[0]?.toFixed(2)),
  }
}

/** The figures as a Markdown table. */
export function tableOf(results: readonly FigureResult[]): string {
  const head = ['bench', 'figure', 'median', 'runs', 'bound', '']
  const rows = results.map(({ bench, figure, unit, median, runs, bound, isMet }) => [
    bench,
    figure,
    `${short(median)} ${unit}`,
    runs.map(short).join(' / '),
    bound,
    isMet === null ? '' : isMet ? 'kept' : 'MISSED',
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}

/** Writes the figures as JSON; resolves with the file's path. */
export async function writeReport(
  file: string,
  report: { machine: Record<string, string | number>; results: readonly FigureResult[] },
): Promise<string> {
  const absolute = path.resolve(file)
  await mkdir(path.dirname(absolute), { recursive: true })
  await writeFile(absolute, `${JSON.stringify(report, null, 2)}\n`)
  return absolute
}

function short(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
