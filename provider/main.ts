import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startProvider } from './server.ts'

const USAGE = `npm run provider -- [options]

Simulates the provider of a remote venue (docs/venues.md), with play money.

  --port 8090       port on this machine; 0 = any free port
  --file FILE       journal of money and rounds, which survives a restart; without it they are in memory
  --secret SECRET   at least 32 characters, shared with the server; default: random
  --name HWYX       name of the venue in the printed entry of REMOTE_VENUES
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    file: { type: 'string' },
    secret: { type: 'string', default: randomBytes(24).toString('base64url') },
    name: { type: 'string', default: 'HWYX' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const { port, file = null, secret, name } = values
  if (values.help || !/^\d{1,5}$/.test(port) || secret.length < 32) {
    process.stdout.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const provider = await startProvider({ port: Number(port), file, secret })
  const venue = { enName: name, chName: '海湾游戏', type: 'egame', url: provider.url, secret }
  process.stdout.write(`The simulated provider listens on ${provider.url}\nREMOTE_VENUES=${JSON.stringify([venue])}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void provider.close().finally(() => process.exit(0)))
  }
}

await main()
