import { fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { FanOutOptions } from './fanout/messages.ts'
import { runFanOut } from './fanout/run.ts'
import { serveFanOut } from './fanout/server.ts'

const USAGE = `node scripts/run.mjs tests/bench/fanout.ts [--viewers 2000] [--rate 100] [--seconds 10]
  [--store memory|pglite] [--payload text|emit|binary] [--json FILE]
One room on a real server in a process of its own; viewers on bare TCP sockets in this one. Prints server CPU,
deliveries, losses and the time from the say call to each viewer. Promised: <= 0.5 core, p95 <= 90 ms, 0 lost.`

const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    store: { type: 'string', default: 'memory' },
    payload: { type: 'string', default: 'text' },
    json: { type: 'string' },
    serve: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const options: FanOutOptions = {
  viewers: Number(values.viewers),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  store: values.store === 'pglite' ? 'pglite' : 'memory',
  payload: values.payload === 'binary' || values.payload === 'emit' ? values.payload : 'text',
}

if (values.help) console.log(USAGE)
else if (values.serve) await serveFanOut(options)
else {
  const entry = process.argv[1]
  if (entry === undefined) throw new Error('started without a file')
  const child = fork(entry, ['--serve', ...process.argv.slice(2)])
  const result = await runFanOut(child, options)
  const isKept = result.cores <= 0.5 && result.p95 <= 90 && result.lost === 0
  const rows = Object.entries(result).map(
    ([name, value]) => `| ${name} | ${Number.isInteger(value) ? value : value.toFixed(2)} |`,
  )
  console.log(['| figure | value |', '|---|---|', ...rows].join('\n'))
  console.log(JSON.stringify({ ...options, ...result, isKept }))
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ ...options, ...result, isKept }, null, 2)}\n`)
  process.exitCode = isKept ? 0 : 1
}
