import path from 'node:path'
import { entryId } from '#server/rooms/log/entries.ts'
import type { RunningServer } from '#server/main.ts'
import { startServer } from '#server/main.ts'
import type { Ask, ServerMessage } from './server-messages.ts'
import { TEST_PASSWORD_COST } from '../support/passwords.ts'

/**
 * The real server on a data folder, with an IPC channel for appending entries to rooms.
 *
 * @param more further settings as JSON, for example DATABASE_URL
 */
export async function run(folder: string, port: string, more = '{}'): Promise<void> {
  const environment = {
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: path.join(folder, 'data'),
    CROWD: '0',
    LOG_LEVEL: 'error',
    ...(JSON.parse(more) as Record<string, string>),
  }
  const send = (message: ServerMessage) => process.send?.(message)
  const server = await startServer({ environment, clientFolder: folder, passwordCost: TEST_PASSWORD_COST })
  process.on('message', (ask: Ask) => {
    void respond(server, ask).then(
      (data) => send({ type: 'answer', id: ask.id, data }),
      (error: unknown) => send({ type: 'refused', id: ask.id, reason: String(error) }),
    )
  })
  // Like the program: a server that cannot continue ends with code 1.
  void server.failed.then(() => process.exit(1))
  // Exits with its test.
  process.on('disconnect', () => process.exit(0))
  send({ type: 'listening', port: server.port })
}

async function respond({ rooms }: RunningServer, ask: Ask): Promise<unknown> {
  if (ask.type === 'append') return rooms.append(ask.chatRoomNo, ask.drafts)
  const { chatRoomNo, order } = ask
  // The revert gets the id that the next order will have if no entry comes between.
  const [mark] = await rooms.append(chatRoomNo, [{ kind: 'status', data: {} }])
  if (!mark) throw new Error('nothing was written')
  const orderId = entryId(mark.epoch, mark.seq + 2)
  return rooms.append(chatRoomNo, [{ kind: 'revert', data: { orderId } }, order])
}
