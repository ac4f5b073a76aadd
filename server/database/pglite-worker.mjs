// PGlite in a worker thread: its statements run synchronously, and the thread of the sockets must not wait for them.
// Plain JavaScript, because a thread starts from a file and Node 20 does not load TypeScript. `embedded.ts` is the
// other end and has the types of the messages.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'

// Timestamps and similar types stay text, as drizzle configures node-postgres.
const asText = (value) => value
const parsers = Object.fromEntries(
  [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182].map((oid) => [
    oid,
    asText,
  ]),
)

/** Open transactions by the number of the message that began them. One runs at a time; the others wait. */
const transactions = new Map()

const handlers = {
  query: async ({ transactionId, text, params, rowMode }) => {
    const { rows, affectedRows } = await (transactionId === null ? db : transactions.get(transactionId).tx).query(
      text,
      params,
      {
        rowMode,
        parsers,
      },
    )
    return { rows, affectedRows }
  },
  begin: ({ id }) =>
    new Promise((started, refused) => {
      const ended = db.transaction(
        (tx) =>
          new Promise((commit, rollback) => {
            transactions.set(id, { tx, commit, rollback, ended })
            started(null)
          }),
      )
      ended.catch(refused)
    }),
  end: async ({ transactionId, commit }) => {
    const open = transactions.get(transactionId)
    transactions.delete(transactionId)
    if (commit) {
      open.commit()
      await open.ended
    } else {
      open.rollback(new Error('rolled back'))
      await open.ended.catch(() => null)
    }
    return null
  },
  dump: async () => new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer()),
  close: async () => {
    await db.close()
    return null
  },
}

function describe(error) {
  const { message, code, severity, detail, hint, schema, table, column, constraint } = error
  return { message, code, severity, detail, hint, schema, table, column, constraint }
}

async function respond(message) {
  try {
    parentPort.postMessage({ id: message.id, result: await handlers[message.kind](message) })
  } catch (error) {
    parentPort.postMessage({ id: message.id, error: describe(error) })
  }
  if (message.kind === 'close') parentPort.close()
}

const { folder, template } = workerData
const db = await PGlite.create({
  // A checkpoint deletes old WAL files instead of reserving them for later: 80 MB, and more after a burst.
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
  ...(folder === null ? {} : { dataDir: folder }),
  ...(template === null ? {} : { loadDataDir: new Blob([readFileSync(template)]) }),
})
parentPort.on('message', (message) => void respond(message))
parentPort.postMessage({ id: 0, result: null })
