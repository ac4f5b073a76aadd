import { fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { type FanOutCommand, readCommand, USAGE } from './fanout/options.ts'
import { serveRelay } from './fanout/relay.ts'
import { runFanOut } from './fanout/run.ts'
import { serveFanOut } from './fanout/server.ts'

const command = readCommand(process.argv.slice(2))
if (command === null) console.log(USAGE)
else if (command.isServer) await serveFanOut(command.options)
else if (command.relayOf !== null) await serveRelay(command.relayOf, command.options)
else await measure(command)

async function measure({ options, json }: FanOutCommand): Promise<void> {
  const entry = process.argv[1]
  if (entry === undefined) throw new Error('started without a file')
  const child = fork(entry, ['--serve', ...process.argv.slice(2)])
  const result = await runFanOut(child, options, (port) =>
    fork(entry, ['--relay', String(port), ...process.argv.slice(2)]),
  )
  const isMet = result.cores <= 0.5 && result.p95 <= 90 && result.lost === 0 && result.refused === 0
  const rows = [result, ...result.beside].flatMap((room, index) => [
    `| **room ${index + 1}** | |`,
    ...Object.entries(room).flatMap(([name, value]) =>
      typeof value === 'number' ? [`| ${name} | ${Number.isInteger(value) ? value : value.toFixed(2)} |`] : [],
    ),
  ])
  console.log([`store ${options.store}`, '', '| figure | value |', '|---|---|', ...rows].join('\n'))
  console.log(JSON.stringify({ ...options, ...result, isMet }))
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ ...options, ...result, isMet }, null, 2)}\n`)
  process.exitCode = isMet ? 0 : 1
}
