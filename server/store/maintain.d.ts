import type { Store } from './database.ts'
/** One round of housekeeping. Money, orders and audits are never pruned. */
export declare function maintainStore(store: Pick<Store, 'db' | 'kind'>, now: number): Promise<void>
