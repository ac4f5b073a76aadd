#!/usr/bin/env bash
# artillery 2.0.21 (the newest version for Node 20): the socket.io engine opens two connections per virtual user if its
# scenario uses `namespace`. It connects each user to the root namespace first, and socket.io-client gives a second
# namespace of the same server an own connection once the first user has taken the shared one. N users open 2 N - 1
# connections; the report says N. With the namespace in `target` they open N.
# Exit code 0 if the behaviour is as described, 1 if it has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --silent artillery@2.0.21 socket.io@4.8.4
cat >check.mjs <<'JS'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const { version } = JSON.parse(readFileSync('node_modules/artillery/package.json', 'utf8'))
const USERS = 4

/** Connections that so many users open. */
async function connectionsOf(target, step) {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const io = new Server(http)
  let connections = 0
  io.engine.on('connection', () => (connections += 1))
  for (const name of ['/', '/chat']) io.of(name).on('connection', (socket) => socket.on('join', (_, acknowledge) => acknowledge({ ok: true })))
  const script = {
    config: {
      target: `http://127.0.0.1:${http.address().port}${target}`,
      phases: [{ duration: 1, arrivalCount: USERS }],
      socketio: { transports: ['websocket'] },
    },
    scenarios: [
      { engine: 'socketio', flow: [{ ...step, emit: { channel: 'join', data: 'x' }, acknowledge: { match: { json: '$.0.ok', value: true } } }, { think: 2 }] },
    ],
  }
  writeFileSync('users.json', JSON.stringify(script))
  const env = { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' }
  const child = spawn(process.execPath, ['node_modules/artillery/bin/run', 'run', '--quiet', '--output', 'report.json', 'users.json'], { env, stdio: 'ignore' })
  await once(child, 'exit')
  io.close()
  const { counters } = JSON.parse(readFileSync('report.json', 'utf8')).aggregate
  return { connections, users: counters['vusers.completed'] }
}

const named = await connectionsOf('', { namespace: '/chat' })
const inTarget = await connectionsOf('/chat', {})
console.log(`artillery ${version} on Node ${process.version}`)
console.log(`namespace in the scenario: ${named.users} users, ${named.connections} connections`)
console.log(`namespace in the target:   ${inTarget.users} users, ${inTarget.connections} connections`)
const isAsDescribed =
  version === '2.0.21' && named.users === USERS && named.connections === 2 * USERS - 1 && inTarget.connections === USERS
console.log(isAsDescribed ? 'As described: a namespace of the scenario doubles the connections.' : 'The behaviour has changed.')
process.exit(isAsDescribed ? 0 : 1)
JS
node check.mjs
