import type { Embedded } from '#server/database/embedded.ts'

/** What one statement of the server, or one transaction, has read. */
export interface ReadStatement {
  readonly text: string
  /** Rows of tables and entries of indexes that were visited, also by functions and triggers. */
  readonly rows: number
  readonly ms: number
}

interface Client {
  query(text: string, params?: unknown[], how?: object): Promise<{ rows: unknown[] }>
  transaction<Result>(work: (tx: unknown) => Promise<Result>): Promise<Result>
}

/** Catalogue tables are not counted. Index entries count once, however many rows they lead to. */
const VISITED = `select (select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables)::bigint
  + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes)::bigint as visited`

/**
 * Measures every statement of an embedded database from now on: one after the other, with the counters of PostgreSQL
 * before and after. Returns the statements since the last call.
 */
export function watchReads({ db }: Pick<Embedded, 'db'>): () => ReadStatement[] {
  const client = (db as unknown as { readonly $client: Client }).$client
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  let statements: ReadStatement[] = []
  let queue: Promise<unknown> = Promise.resolve()
  const visited = async (): Promise<number> => {
    await query('select pg_stat_force_next_flush()')
    const { rows } = await query(VISITED)
    return (rows[0] as { visited: number }).visited
  }
  const measured = <Result>(text: string, run: () => Promise<Result>): Promise<Result> => {
    const turn = queue.then(async () => {
      const before = await visited()
      const begun = performance.now()
      try {
        return await run()
      } finally {
        const ms = performance.now() - begun
        statements.push({ text, rows: (await visited()) - before, ms })
      }
    })
    queue = turn.catch(() => null)
    return turn
  }
  client.query = (text, ...rest) => measured(text, () => query(text, ...rest))
  client.transaction = (work) => measured('transaction', () => transaction(work))
  return () => {
    const taken = statements
    statements = []
    return taken
  }
}
