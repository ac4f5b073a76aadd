// The embedded database: PGlite, whose statements run synchronously, behind messages. `pglite-worker.mjs` runs it in a
// thread, the simulator (tests/simulation) in its own thread. Plain JavaScript, because a thread starts from a file and
// Node 20 does not load TypeScript. `embedded.ts` has the types of the messages.
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { PGlite, protocol, types } from '@electric-sql/pglite'
import { safeBigint } from './safe-bigint.mjs'

// Node optimizes a function of the database after it has executed this many bytes. The default of Node 20, 1.8 million, is
// reached by hundreds of functions during a start, and compiling them takes more time than everything else of it.
setFlagsFromString('--wasm-tiering-budget=400000000')

const { serialize } = protocol
const asText = (value) => value
/** Types that are sent as text: timestamps, dates, intervals, and ranges and arrays of them. */
const TEXT_TYPES = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182]
/** Statements that stay prepared by default, so that a text is parsed once and each execution is one exchange. */
const PREPARED_MAX = 200

/** Executes prepared statements by the wire protocol. */
class Statements {
  #db
  #parsers
  /** Each exchange ends with a complete message, so nothing of it is left for the next one. */
  #responses = new protocol.Parser()
  /** Prepared statements by text, the longest unused first. */
  #prepared = new Map()
  #lastName = 0
  #maxPrepared

  constructor(db, maxPrepared) {
    this.#db = db
    this.#maxPrepared = maxPrepared
    // As node-postgres is configured: safe integers, and text for timestamps and similar types (drizzle).
    const texts = Object.fromEntries(TEXT_TYPES.map((oid) => [oid, asText]))
    this.#parsers = { ...db.parsers, [types.INT8]: safeBigint, ...texts }
  }

  /** Sends messages of the wire protocol, and returns what the database responds. Throws the error that it reports. */
  exchange(...messages) {
    const responses = []
    let failure = null
    const onRawData = (chunk) =>
      // A copy: the chunk is memory of the database.
      this.#responses.parse(chunk.slice(), (response) => {
        if (response.name === 'error') failure ??= response
        else responses.push(response)
      })
    // Complete when it returns. `execProtocolRawSync` also parses all responses itself, and keeps them for good.
    this.#db.execProtocolRawStream(Buffer.concat(messages), { syncToFs: false, onRawData }).catch(() => undefined)
    if (failure !== null) throw failure
    if (responses.at(-1)?.name !== 'readyForQuery') throw new Error('the embedded database did not respond')
    return responses
  }

  run(text, params, rowMode) {
    const { name, serializers, columns } = this.#prepare(text)
    try {
      const values = params.map((value, index) =>
        value === null || value === undefined ? null : serializers[index](value),
      )
      const bound = serialize.bind({ statement: name, values })
      return resultOf(this.exchange(bound, serialize.execute({}), serialize.sync()), columns, rowMode)
    } catch (error) {
      // A statement that was prepared before a change of the schema fails once.
      this.#forget(text)
      throw error
    }
  }

  #prepare(text) {
    const known = this.#prepared.get(text)
    this.#prepared.delete(text)
    const statement = known ?? this.#describe(text)
    this.#prepared.set(text, statement)
    if (this.#prepared.size > this.#maxPrepared) this.#forget(this.#prepared.keys().next().value)
    return statement
  }

  #describe(text) {
    this.#lastName += 1
    const name = `s${this.#lastName}`
    const described = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]
    const responses = this.exchange(...described)
    const { dataTypeIDs } = responses.find((response) => response.name === 'parameterDescription')
    const fields = responses.find((response) => response.name === 'rowDescription')?.fields ?? []
    return {
      name,
      serializers: dataTypeIDs.map((oid) => this.#db.serializers[oid] ?? String),
      columns: fields.map(({ name: column, dataTypeID: oid }) => ({
        column,
        oid,
        parse: this.#parsers[oid] ?? asText,
      })),
    }
  }

  #forget(text) {
    const { name } = this.#prepared.get(text)
    this.#prepared.delete(text)
    this.exchange(serialize.close({ type: 'S', name }), serialize.sync())
  }
}

function resultOf(responses, columns, rowMode) {
  const rows = []
  let affectedRows = 0
  for (const response of responses) {
    if (response.name === 'dataRow') {
      const values = columns.map(({ oid, parse }, index) => {
        const value = response.fields[index]
        return value === null ? null : parse(value, oid)
      })
      rows.push(
        rowMode === 'array' ? values : Object.fromEntries(columns.map(({ column }, index) => [column, values[index]])),
      )
    } else if (response.name === 'commandComplete' && /^(?:INSERT|UPDATE|DELETE|MERGE) /.test(response.text)) {
      affectedRows = Number(response.text.split(' ').at(-1))
    }
  }
  return { rows, affectedRows }
}

function describe(error) {
  const { message, code, severity, detail, hint, schema, table, column, constraint } = error
  return { message, code, severity, detail, hint, schema, table, column, constraint }
}

/**
 * Opens the database and returns a function that accepts requests. `post` gets each response, and reports of statements
 * that took `slowMs` or longer.
 */
export async function openSession({ folder, template, slowMs, maxPrepared = PREPARED_MAX }, post) {
  const db = await PGlite.create({
    startParams: [
      ...PGlite.defaultStartParams,
      // A checkpoint deletes old WAL files instead of reserving them for later: 80 MB, and more after a burst.
      '--wal_recycle=off',
      // The default, 128 MB, is cleared at each start, which takes as long as everything else of it together.
      '--shared_buffers=16MB',
    ],
    ...(folder === null ? {} : { dataDir: folder }),
    ...(template === null ? {} : { loadDataDir: new Blob([readFileSync(template)], { type: 'application/x-gzip' }) }),
  })
  const statements = new Statements(db, maxPrepared)
  /** Number of the message that began the open transaction. */
  let open = null
  /** Messages that wait for the end of the open transaction. */
  const waiting = []

  const handlers = {
    query({ text, params, rowMode }) {
      const begun = performance.now()
      try {
        return statements.run(text, params, rowMode)
      } finally {
        // Nothing cancels it: the statement runs synchronously, and PostgreSQL's timers do not exist here.
        const ms = performance.now() - begun
        if (ms >= slowMs) post({ slow: text, ms })
      }
    },
    begin: ({ id }) => {
      statements.exchange(serialize.query('begin'))
      open = id
      return null
    },
    end: ({ commit }) => {
      open = null
      const responses = statements.exchange(serialize.query(commit ? 'commit' : 'rollback'))
      const isRolledBack = responses.some(({ name, text }) => name === 'commandComplete' && text === 'ROLLBACK')
      if (commit && isRolledBack) throw Object.assign(new Error('the transaction has failed'), { code: '25P02' })
      return null
    },
    dump: async () => new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer()),
    close: async () => {
      await db.close()
      return null
    },
  }

  async function respond(message) {
    try {
      if ((message.transactionId ?? open) !== open) throw new Error('the transaction has ended')
      post({ id: message.id, result: await handlers[message.kind](message) })
    } catch (error) {
      post({ id: message.id, error: describe(error) })
    }
  }

  function accept(message) {
    if (open !== null && (message.transactionId ?? null) === null) waiting.push(message)
    else void respond(message)
  }

  return (message) => {
    accept(message)
    if (open === null) waiting.splice(0).forEach(accept)
  }
}
