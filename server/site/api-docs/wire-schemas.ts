import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { ENVELOPE_VERSION } from '#protocol/envelope.ts'
import { LogicalHeaders } from '#protocol/headers.ts'
import { CatchUp, DOWN_EVENTS, NAMESPACES, SayAck, SOCKET_PATH, SocketRefusal } from '#protocol/room/server-events.ts'
import { entrySchema } from '#protocol/room/feed.ts'
import { FRAME_VERSION } from '#protocol/room/frame.ts'
import { type MessageKind, MSG_TYPES } from '#protocol/room/kinds.ts'
import { UP_EVENTS } from '#protocol/room/client-events.ts'

/** As much of JSON Schema as the protocol's shapes are made of. */
export interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The JSON Schema (2020-12) of a schema of the protocol, without the dialect's address. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema: unknown
  }
  return plain
}

export const KINDS = Object.keys(MSG_TYPES) as MessageKind[]

/** Rows of the table of calls with their names. */
export const ROWS = Object.entries(ENDPOINTS) as [string, Endpoint][]

/** Everything whose change another program would notice, as plain data. */
function wireSchemas(): object {
  return {
    envelope: { version: ENVELOPE_VERSION, headers: jsonSchemaOf(LogicalHeaders) },
    calls: Object.fromEntries(
      ROWS.map(([name, { request, data, response, files, ...endpoint }]) => {
        const { summary: _summary, timeoutMs: _timeoutMs, readOnly: _readOnly, ...rest } = endpoint
        // The hashed names are those of version 1; renaming a property in the code does not change the wire.
        const { maxFiles: most, ...fileRules } = files ?? {}
        const hashed = { ...rest, answer: response, files: files && { most, ...fileRules } }
        return [name, { ...hashed, request: jsonSchemaOf(request, 'input'), data: jsonSchemaOf(data) }]
      }),
    ),
    socket: {
      path: SOCKET_PATH,
      namespaces: NAMESPACES,
      up: mapped(UP_EVENTS, 'input'),
      down: mapped({ ...DOWN_EVENTS, CatchUp, Said: SayAck, SocketRefusal }, 'output'),
      frameVersion: FRAME_VERSION,
    },
    entries: Object.fromEntries(KINDS.map((kind) => [kind, jsonSchemaOf(entrySchema(kind))])),
  }
}

function mapped(schemas: Readonly<Record<string, z.ZodMiniType>>, io: 'input' | 'output'): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema, io)]))
}

/** SHA-256 over {@link wireSchemas} with sorted keys; the first 32 hexadecimal digits. */
export function wireHash(): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(wireSchemas())))
    .digest('hex')
    .slice(0, 32)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]): [string, unknown] => [key, sorted(inner)])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}
