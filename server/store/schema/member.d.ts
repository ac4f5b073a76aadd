/** Annex H `member`. `publicId` is the id that other people see (settled 15); `name` signs in and never leaves. */
export declare const member: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'member'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    name: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'name'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    publicId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'public_id'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    passwordHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'pwd_hash'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    nickname: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'nickname'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    avatar: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'avatar'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    siteId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'site_id'
        tableName: 'member'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    currency: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'currency'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: 'CNY' | 'USDT'
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {
        $type: 'CNY' | 'USDT'
      }
    >
    realName: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'real_name'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    birthDate: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'birth_date'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgDateString'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    phoneEncrypted: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'phone_enc'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    phoneHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'phone_hash'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    vipLevel: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'vip_level'
        tableName: 'member'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    level: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'level'
        tableName: 'member'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    status: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'status'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: '0' | '1' | '2'
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {
        $type: '0' | '1' | '2'
      }
    >
    tags: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'tags'
        tableName: 'member'
        dataType: 'array'
        columnType: 'PgArray'
        data: string[]
        driverParam: string | string[]
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: import('drizzle-orm').Column<
          {
            name: 'tags'
            tableName: 'member'
            dataType: 'string'
            columnType: 'PgText'
            data: string
            driverParam: string
            notNull: false
            hasDefault: false
            isPrimaryKey: false
            isAutoincrement: false
            hasRuntimeDefault: false
            enumValues: [string, ...string[]]
            baseColumn: never
            identity: undefined
            generated: undefined
          },
          {},
          {}
        >
        identity: undefined
        generated: undefined
      },
      {},
      {
        baseBuilder: import('drizzle-orm/pg-core').PgColumnBuilder<
          {
            name: 'tags'
            dataType: 'string'
            columnType: 'PgText'
            data: string
            enumValues: [string, ...string[]]
            driverParam: string
          },
          {},
          {},
          import('drizzle-orm').ColumnBuilderExtraConfig
        >
        size: undefined
      }
    >
    agentStatus: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'agent_status'
        tableName: 'member'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    invitedBy: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'invited_by'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    inviteCode: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'i_code'
        tableName: 'member'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    dormantAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'dormant_at'
        tableName: 'member'
        dataType: 'custom'
        columnType: 'PgCustomColumn'
        data: number
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {
        pgColumnBuilderBrand: 'PgCustomColumnBuilderBrand'
      }
    >
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'created_at'
        tableName: 'member'
        dataType: 'custom'
        columnType: 'PgCustomColumn'
        data: number
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {
        pgColumnBuilderBrand: 'PgCustomColumnBuilderBrand'
      }
    >
  }
  dialect: 'pg'
}>
