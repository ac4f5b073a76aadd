import { type Chart, document, escape, lineChart, table } from './html.ts'
import { mappingTexts } from './gift-mapping.ts'
import { accountTexts } from '#load/readers/log-account.ts'
import {
  comparisonRows,
  differencesOf,
  figuresOf,
  formatFigure,
  type LoadReport,
  type Sample,
  samplingText,
  warningsOf,
} from './report.ts'
import { kindOf } from '#protocol/room/kinds.ts'

type ChartedName = Exclude<keyof Sample, 'generatorBusiest' | 'generatorLoopMs' | 'isLate'>

function charts({ samples, scenario, trials }: LoadReport): string {
  const pick = (name: ChartedName): (number | null)[] => samples.map((sample) => sample[name])
  const list: Chart[] = [
    {
      title: 'Lag from due time to viewer',
      unit: 'ms',
      series: [
        { name: 'p50', values: pick('lagP50') },
        { name: 'p95', values: pick('lagP95') },
        { name: 'p99', values: pick('lagP99') },
      ],
    },
    {
      title: 'Messages',
      unit: 'per second',
      series: [
        { name: 'offered', values: pick('offered') },
        { name: 'accepted', values: pick('accepted') },
      ],
    },
    { title: 'Deliveries', unit: 'per second', series: [{ name: 'all viewers', values: pick('deliveries') }] },
    { title: 'Viewers connected', unit: '', series: [{ name: 'connected', values: pick('connected') }] },
    {
      title: 'Processor',
      unit: 'cores',
      series: [
        { name: 'server', values: pick('serverCores') },
        { name: 'generator', values: pick('generatorCores') },
      ],
    },
    {
      title: 'Resident memory',
      unit: 'MB',
      series: [
        { name: 'server', values: pick('serverMb') },
        { name: 'generator', values: pick('generatorMb') },
      ],
    },
    {
      title: 'Server event-loop delay',
      unit: 'ms, p99 of each second',
      series: [{ name: 'p99', values: pick('serverLoopMs') }],
    },
  ]
  const times = samples.map(({ t }) => t)
  const marks = trials === undefined ? scenario.steps.map(({ at }) => at) : []
  return list.map((chart) => lineChart(chart, times, marks)).join('\n')
}

function accounting(report: LoadReport): string {
  const { viewers, pages, sent, unseen } = report
  const n = (value: number): string => value.toLocaleString('en')
  const row = (name: string, of: LoadReport['viewers']['sum']): string[] => [
    name,
    n(of.delivered),
    '0',
    n(of.lost),
    n(of.duplicated),
    n(of.outOfOrder),
  ]
  const rows = [
    row(`${n(viewers.count)} viewers, sum`, viewers.sum),
    row('worst viewer', viewers.worst),
    ...pages.map(({ rows: shown, folded, lost, duplicates, misordered }, index) => [
      `page ${index + 1} (whole transport)`,
      n(shown),
      n(folded),
      n(lost),
      n(duplicates),
      n(misordered),
    ]),
  ]
  const sampling = samplingText(viewers)
  return `${sampling === null ? '' : `<p>${sampling}</p>\n`}<p>Sent: ${n(sent.offered)} messages, gifts, orders and deletions; ${n(sent.accepted)} messages accepted, ${n(sent.refused)} refused, ${n(sent.delayed)} delayed; ${n(sent.gifts)} gifts charged; ${n(sent.orders)} orders, ${n(sent.reverts)} reverted; ${n(sent.deletions ?? 0)} messages deleted. ${n(unseen)} of the accepted ones were received by no viewer.</p>
${table(['', 'delivered', 'folded', 'lost', 'duplicated', 'out of order'], rows)}`
}

function events({ reconnects, slow, hostile, kinds, scenario }: LoadReport): string {
  const rows: string[][] = [
    ...(reconnects.dropped === 0
      ? []
      : [
          [
            'Reconnects',
            `${reconnects.dropped} connections ended (${reconnects.unexpected} not by the scenario), ${reconnects.back} back; p50 ${formatFigure(reconnects.p50, 's')}, worst ${formatFigure(reconnects.worst, 's')}; ${reconnects.missed} entries missed, ${reconnects.recovered} recovered`,
          ],
        ]),
    ...(slow.started === 0
      ? []
      : [
          [
            'Slow readers',
            `${slow.started} started, ${slow.cut} cut by the server, the last after ${formatFigure(slow.worstSeconds, 's')}`,
          ],
        ]),
    ...(hostile.started === 0
      ? []
      : [
          [
            'Hostile clients',
            `${hostile.started} started, ${hostile.cut} cut, the last after ${formatFigure(hostile.worstSeconds, 's')}`,
          ],
        ]),
    [
      'Entries by kind',
      Object.entries(kinds)
        .map(([kind, count]) => `${kindOf(Number(kind)) ?? kind} ${count}`)
        .join(', '),
    ],
    ...scenario.steps.map((step) => {
      const { at, ...action } = step
      return [
        `Step at ${at} s`,
        Object.entries(action)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
      ]
    }),
  ]
  return table(['event', 'result'], rows)
}

function trialTable({ trials }: LoadReport): string {
  if (trials === undefined) return ''
  const rows = trials.map(({ rate, lag, slope, accepted, isSustainable }) => [
    `${rate}/s`,
    formatFigure(accepted, '/s'),
    formatFigure(lag.p50, 'ms'),
    formatFigure(lag.p99, 'ms'),
    formatFigure(slope.slope, 'ms/s'),
    isSustainable ? 'yes' : 'no',
  ])
  return `<section><h2>Search for the highest sustainable rate</h2>${table(['rate', 'accepted', 'lag p50', 'lag p99', 'lag slope', 'sustainable'], rows)}</section>`
}

function logSection({ log }: LoadReport): string {
  if (log === undefined) return ''
  const lines = [...accountTexts(log.account), ...mappingTexts(log.gifts, log.unlistedGifts)]
  return `<section><h2>Recorded log</h2>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}</section>`
}

/** The report as one HTML document without scripts and without references to other files. */
export function reportHtml(report: LoadReport): string {
  const { scenario, failures, startedAt, target, room, machine, seconds } = report
  const cards = Object.entries(figuresOf(report))
    .filter(([, { value }]) => value !== null)
    .map(
      ([name, { value, unit }]) =>
        `<div class="card"><b>${escape(formatFigure(value, unit))}</b><span>${escape(name)}</span></div>`,
    )
  const verdict =
    failures.length === 0
      ? '<div class="verdict ok">✓ passed</div>'
      : `<div class="verdict bad">✗ failed</div>${failures.map((text) => `<p class="bad">${escape(text)}</p>`).join('')}`
  const warnings = warningsOf(report)
    .map((text) => `<p class="bad">Warning: ${escape(text)}</p>`)
    .join('')
  return document(
    `Load report: ${scenario.name}`,
    `<header><h1>Load report: ${escape(scenario.name)}</h1><p>${escape(scenario.about)}</p>
<p>${escape(`${startedAt} · ${target} · room ${room} · ${seconds.toFixed(0)} s · ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}`)}</p>${verdict}${warnings}</header>
<section aria-label="Figures"><div class="cards">${cards.join('')}</div></section>
${trialTable(report)}
<section><h2>Course of the run</h2><div class="charts">${charts(report)}</div><p>Dashed lines: steps of the scenario.</p></section>
${logSection(report)}
<section><h2>Accounting</h2>${accounting(report)}</section>
<section><h2>Events</h2>${events(report)}</section>
`,
  )
}

/** Charts of the comparison, and the value of a second in them. */
const COMPARED: readonly { readonly title: string; readonly unit: string; readonly pick: ChartedName }[] = [
  { title: 'Lag p50', unit: 'ms', pick: 'lagP50' },
  { title: 'Lag p99', unit: 'ms', pick: 'lagP99' },
  { title: 'Deliveries', unit: 'per second', pick: 'deliveries' },
  { title: 'Server processor', unit: 'cores', pick: 'serverCores' },
  { title: 'Server memory', unit: 'MB', pick: 'serverMb' },
  { title: 'Server event-loop delay', unit: 'ms, p99 of each second', pick: 'serverLoopMs' },
]

/** Two reports side by side as one HTML document: figures with their change, and charts over the seconds of both runs. */
export function comparisonHtml(before: LoadReport, after: LoadReport): string {
  const longer = before.samples.length > after.samples.length ? before : after
  const times = longer.samples.map(({ t }) => t)
  const drawn = COMPARED.map(({ title, unit, pick }) => {
    const values = (report: LoadReport): (number | null)[] => report.samples.map((sample) => sample[pick])
    const series = [
      { name: 'before', values: values(before) },
      { name: 'after', values: values(after) },
    ]
    return lineChart({ title, unit, series }, times, [])
  })
  const describe = (name: string, { scenario, startedAt, target, machine }: LoadReport): string =>
    `<p>${escape(`${name}: ${scenario.name}, ${startedAt}, ${target}, ${machine.processor}, ${machine.cores} cores, Node ${machine.node}`)}</p>`
  return document(
    `Comparison: ${before.scenario.name}`,
    `<header><h1>Comparison of two load reports</h1>${describe('before', before)}${describe('after', after)}
${differencesOf(before, after)
  .map((text) => `<p class="bad">${escape(text)}</p>`)
  .join('')}</header>
<section><h2>Figures</h2>${table(['figure', 'before', 'after', 'change'], comparisonRows(before, after))}</section>
<section><h2>Course of the runs</h2><div class="charts">${drawn.join('\n')}</div></section>
`,
  )
}
