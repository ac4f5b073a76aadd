import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PROJECT_ROOT } from '../../support/project.ts'
import { type HistoryEntry, machineClass, type RecordedFigure } from './history.ts'
import { type Chart, short } from './figures.ts'
import { referenceText } from './report.ts'

const PAGE_FILE = path.join(PROJECT_ROOT, 'docs/performance.md')

const INTRODUCTION = `# Performance

This page is generated from [performance/history.jsonl](performance/history.jsonl) by \`npm run bench -- --page\`; do not edit it. It shows the last recorded result of each bench and load scenario. Results without a bench, and conditions of the machines, are in [performance/notes.md](performance/notes.md).

- Record a result: \`npm run build\`, then the command of the table with \`--record\`, on a machine without other work. \`npm run bench\` runs all benches.
- Compare with the last result of the same machine class: \`npm run bench -- NAME --check\`. The exit code is 1 if a figure is worse by more than the spread of its recorded runs (at least 10 %).
- A result is the median of the runs, which follow in parentheses. The reference is a baseline or a physical limit that was measured in the same runs, with the ratio of the result to it.
- A load scenario states what the generator itself takes ("generator CPU").
`

const cell = (text: string): string => text.replaceAll('|', '\\|')

function row(name: string, figure: RecordedFigure, figures: HistoryEntry['figures']): string {
  const { median, runs, unit, bound, isMet, reference } = figure
  const value = median === null ? 'not measured' : `${short(median)} ${unit === 'count' ? '' : unit}`.trim()
  const all = runs.length > 1 ? ` (${runs.map((run) => short(run ?? Number.NaN)).join(', ')})` : ''
  const result = `${isMet === false ? '**missed:** ' : ''}${value}${all}`
  const compared = referenceText(median, reference, reference === undefined ? undefined : figures[reference])
  return `| ${[name, bound, result, compared].map(cell).join(' | ')} |`
}

/** A line in the notation of Mermaid, which pages of repositories draw. */
function chartText({ title, x, figures: names }: Chart, figures: HistoryEntry['figures']): string {
  const values = names.map((name) => figures[name]?.median ?? 0)
  return `
\`\`\`mermaid
xychart-beta
  title "${title}"
  x-axis [${x.map((value) => `"${value}"`).join(', ')}]
  y-axis 0 --> ${Math.ceil(Math.max(1, ...values))}
  line [${values.map((value) => value.toFixed(2)).join(', ')}]
\`\`\`
`
}

/** The text of docs/performance.md. */
export function performancePage(history: readonly HistoryEntry[]): string {
  const last = new Map(history.map((entry) => [entry.bench, entry]))
  const entries = [...last.values()].toSorted((one, other) => (one.bench < other.bench ? -1 : 1))
  const machines = [...new Set(entries.map(({ machine }) => machineClass(machine)))].toSorted()
  const letter = (entry: HistoryEntry): string => String(machines.indexOf(machineClass(entry.machine)) + 1)
  const sections = entries.map((entry) => {
    const { bench, about, command, date, commit, loadBefore, note, figures, charts } = entry
    const facts = [
      `\`${command}\``,
      `machine ${letter(entry)}`,
      date,
      ...(commit === null ? [] : [`commit ${commit}`]),
      ...(loadBefore === null ? [] : [`load before ${loadBefore}`]),
    ]
    return `## ${bench}

${about[0]?.toUpperCase()}${about.slice(1).replace(/\.?$/, '.')}

${facts.join(' · ')}
${note === undefined ? '' : `\n${note}\n`}
| figure | bound | last result | reference of the same runs |
| --- | --- | --- | --- |
${Object.entries(figures)
  .map(([name, figure]) => row(name, figure, figures))
  .join('\n')}
${(charts ?? []).map((chart) => chartText(chart, figures)).join('')}`
  })
  return `${INTRODUCTION}
## Machines

${machines.map((machine, index) => `${index + 1}. ${machine}`).join('\n')}

${sections.join('\n')}`
}

export async function writePerformancePage(history: readonly HistoryEntry[]): Promise<void> {
  await writeFile(PAGE_FILE, performancePage(history))
}
