import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { KeepAlive, requestBytes } from './keep-alive.ts'
import { COMPARED, COMPARED_PARAMS, openTransportServer, UNSEALED_PATH } from './server.ts'

/**
 * `node scripts/run.mjs tests/bench/transport/throughput.ts --json FILE`: the same route sealed and unsealed on a real
 * server in a separate process, alternating, under full load. Measures the server's CPU time per request.
 */
export interface Throughput {
  readonly sealedUs: number
  readonly unsealedUs: number
  /** Requests per second of one core, unsealed = 100. */
  readonly percent: number
}

const CONNECTIONS = 32
const REQUESTS = 4_000
const ROUNDS = 4

const { values } = parseArgs({ options: { json: { type: 'string' }, serve: { type: 'boolean', default: false } } })
if (values.serve) await serve()
else {
  const result = await compare()
  console.log(JSON.stringify(result))
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(result))
}

/** The server process. It reports its port, and its CPU time on request. */
async function serve(): Promise<void> {
  const server = await openTransportServer()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.once('disconnect', () => void server.close())
  process.send?.(server.port)
}

async function compare(): Promise<Throughput> {
  const entry = process.argv[1]
  if (entry === undefined) throw new Error('started without a file')
  const child = fork(entry, ['--serve'])
  const port = await numberFrom(child)
  const client = await SealedClient.connect(sendTo(`http://127.0.0.1:${port}`))
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => KeepAlive.open(port)))
  const plain = requestBytes(UNSEALED_PATH, { 'content-type': 'application/json' }, JSON.stringify(COMPARED_PARAMS))
  const spent = { sealed: 0, unsealed: 0 }
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sealed = await sealedRequests(client)
    const sealedUs = await measure(child, connections, sealed, '"x1"')
    const unsealedUs = await measure(
      child,
      connections,
      sealed.map(() => plain),
      '"code":0',
    )
    if (round === 0) continue
    spent.sealed += sealedUs
    spent.unsealed += unsealedUs
  }
  for (const connection of connections) connection.close()
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
  const requests = REQUESTS * ROUNDS
  return {
    sealedUs: spent.sealed / requests,
    unsealedUs: spent.unsealed / requests,
    percent: (spent.unsealed / spent.sealed) * 100,
  }
}

/** Requests sealed in advance. Each nonce is valid for one call. */
async function sealedRequests(client: SealedClient): Promise<Buffer[]> {
  const requests: Buffer[] = []
  while (requests.length < REQUESTS) {
    const { request } = await client.prepare(COMPARED, COMPARED_PARAMS)
    requests.push(requestBytes(request.url, request.headers, String(request.payload)))
  }
  return requests
}

/** CPU time of the server in microseconds for all requests, sent over all connections concurrently. */
async function measure(
  child: ChildProcess,
  connections: readonly KeepAlive[],
  requests: readonly Buffer[],
  expected: string,
): Promise<number> {
  const before = await cpuOf(child)
  await Promise.all(
    connections.map(async (connection, place) => {
      for (let index = place; index < requests.length; index += connections.length) {
        const body = await connection.send(requests[index] ?? Buffer.alloc(0))
        if (!body.includes(expected)) throw new Error(`not the answer that was expected: ${body.slice(0, 200)}`)
      }
    }),
  )
  return (await cpuOf(child)) - before
}

function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  return numberFrom(child)
}

async function numberFrom(child: ChildProcess): Promise<number> {
  const [value] = (await once(child, 'message')) as [unknown]
  return Number(value)
}
