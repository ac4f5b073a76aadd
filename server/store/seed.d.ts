import type { Database } from './database.ts'
export declare function seedCatalogue(db: Database): Promise<void>
