/** Elements of the HTML reports: charts, tables and the document. */

const WIDTH = 560
const HEIGHT = 200
const LEFT = 52
const RIGHT = 12
const TOP = 12
const BOTTOM = 26

interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface Chart {
  readonly title: string
  readonly unit: string
  readonly series: readonly Series[]
}

export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** The first of 1, 2, 2.5, 5 times a power of ten that is not below `value`. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

const short = (value: number): string =>
  value >= 1_000_000
    ? `${value / 1_000_000}M`
    : value >= 10_000
      ? `${value / 1_000}k`
      : String(Math.round(value * 1_000) / 1_000)

/** A line chart over the seconds of the run, with vertical lines at the steps. */
export function lineChart(chart: Chart, times: readonly number[], marks: readonly number[]): string {
  const end = Math.max(1, times.at(-1) ?? 1)
  const all = chart.series.flatMap(({ values }) => values.filter((value) => value !== null))
  const top = niceCeiling(Math.max(0.01, ...all) * 1.02)
  const x = (t: number): number => LEFT + (t / end) * (WIDTH - LEFT - RIGHT)
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(share * top).toFixed(1)
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text class="tick" x="${LEFT - 6}" y="${Number(at) + 4}" text-anchor="end">${short(share * top)}</text>`
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const anchor = share === 1 ? 'end' : 'middle'
    return `<text class="tick" x="${x(share * end).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="${anchor}">${Math.round(share * end)} s</text>`
  })
  const steps = marks.map((t) => `<line class="mark" x1="${x(t)}" x2="${x(t)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`)
  const lines = chart.series.map(({ values }, index) => {
    const points = values.flatMap((value, at) =>
      value === null ? [] : [`${x(times[at] ?? 0).toFixed(1)},${y(value).toFixed(1)}`],
    )
    return `<polyline class="s${index + 1}" points="${points.join(' ')}"/>`
  })
  const legend = chart.series.map(
    ({ name }, index) => `<span class="key"><i class="b${index + 1}"></i>${escape(name)}</span>`,
  )
  const maxima = chart.series
    .map(
      ({ name, values }) =>
        `${name} max ${short(Math.round(Math.max(0, ...values.filter((v) => v !== null)) * 100) / 100)}`,
    )
    .join(', ')
  return `<figure><figcaption><b>${escape(chart.title)}</b> <span>${escape(chart.unit)}</span></figcaption>
<div class="legend">${legend.join('')}</div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(`${chart.title}: ${maxima} ${chart.unit}`)}">${[...grid, ...ticks, ...steps, ...lines].join('')}</svg></figure>`
}

/** A table; the first cell of a row is its header. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], name: 'td' | 'th'): string =>
    row
      .map((cell, index) =>
        index === 0 ? `<th scope="row">${escape(cell)}</th>` : `<${name}>${escape(cell)}</${name}>`,
      )
      .join('')
  return `<div class="scroll"><table><thead><tr>${head.map((cell) => `<th scope="col">${escape(cell)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`
}

const STYLE = `:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#17202b;--soft:#5b6775;--line:#dfe4ea;--c1:#1f6feb;--c2:#c2410c;--c3:#7c3aed;--ok:#18794e;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--bg:#0f141a;--card:#182029;--ink:#e6ebf1;--soft:#9aa7b5;--line:#2c3743;--c1:#6cb0ff;--c2:#ff9a62;--c3:#c4a5ff;--ok:#5fd39a;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,"Noto Sans SC",sans-serif}
main{max-width:1200px;margin:0 auto;padding:24px 16px 48px}h1{font-size:26px;margin:0}h2{font-size:18px;margin:32px 0 12px}p{margin:6px 0;color:var(--soft);overflow-wrap:anywhere}
.verdict{display:inline-block;margin:12px 0;padding:4px 12px;border-radius:999px;border:1px solid currentColor;font-weight:600}.ok{color:var(--ok)}.bad{color:var(--bad)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:10px;margin-top:12px}.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 12px}.card b{display:block;font-size:20px;font-variant-numeric:tabular-nums}.card span{color:var(--soft);font-size:13px}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:14px}figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px;min-width:0}figcaption span{color:var(--soft)}svg{width:100%;height:auto;display:block}
.legend{display:flex;gap:14px;font-size:13px;color:var(--soft);min-height:20px}.key i{display:inline-block;width:14px;height:3px;margin-right:6px;vertical-align:middle}.b1{background:var(--c1)}.b2{background:var(--c2)}.b3{background:var(--c3)}
polyline{fill:none;stroke-width:2;stroke-linejoin:round}.s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}.grid{stroke:var(--line)}.mark{stroke:var(--soft);stroke-dasharray:3 4}.tick{fill:var(--soft);font-size:12px}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{padding:8px 12px;text-align:left;border-bottom:1px solid var(--line)}tbody tr:last-child>*{border-bottom:0}thead th{color:var(--soft);font-weight:600}th[scope=row]{font-weight:500}`

/** An HTML document without scripts and without references to other files. */
export function document(title: string, main: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main>${main}</main></body></html>
`
}
