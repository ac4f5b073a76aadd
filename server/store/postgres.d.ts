import pg from 'pg'
import type { Database, StoreLog } from './database.ts'
export declare function openPool(databaseUrl: string, log: StoreLog): pg.Pool
export declare function databaseOn(client: pg.Pool | pg.PoolClient): Database
