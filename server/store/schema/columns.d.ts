/** A moment: `timestamptz` with milliseconds in the database, epoch milliseconds in the program. */
export declare const instant: {
  (): import('drizzle-orm/pg-core').PgCustomColumnBuilder<{
    name: ''
    dataType: 'custom'
    columnType: 'PgCustomColumn'
    data: number
    driverParam: string
    enumValues: undefined
  }>
  <TConfig extends Record<string, any> & unknown>(
    fieldConfig?: TConfig | undefined,
  ): import('drizzle-orm/pg-core').PgCustomColumnBuilder<{
    name: ''
    dataType: 'custom'
    columnType: 'PgCustomColumn'
    data: number
    driverParam: string
    enumValues: undefined
  }>
  <TName extends string>(
    dbName: TName,
    fieldConfig?: unknown,
  ): import('drizzle-orm/pg-core').PgCustomColumnBuilder<{
    name: TName
    dataType: 'custom'
    columnType: 'PgCustomColumn'
    data: number
    driverParam: string
    enumValues: undefined
  }>
}
/** A BIGINT that the program handles as a safe integer: minor units of money, sequence numbers. */
export declare const safeInteger: (name: string) => import('drizzle-orm/pg-core').PgBigInt53BuilderInitial<string>
