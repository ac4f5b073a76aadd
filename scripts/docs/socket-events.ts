import * as z from 'zod/mini'
import {
  CatchUp,
  MessageNew,
  NAMESPACES,
  SayAck,
  SessionEnd,
  SOCKET_PATH,
  SocketRefusal,
} from '#protocol/room/server-events.ts'
import { ENTRY_DATA, EntryAuthor } from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { UP_EVENTS, type UpEvent } from '#protocol/room/client-events.ts'
import { jsonSchemaOf, KINDS, type JsonSchema } from '#server/site/api-docs/wire-schemas.ts'

const ACKS: Readonly<Record<UpEvent, string>> = {
  join: '`CatchUp` or `SocketRefusal`',
  resume: '`CatchUp` or `SocketRefusal`',
  leave: '`{ok: true}` or `SocketRefusal`',
  say: '`Said` or `SocketRefusal`',
}

/** Text of `docs/socket-events.md`. */
export function socketEventsText(): string {
  return [
    '# Socket events',
    'Made from `src/protocol/room/` by `npm run docs`; do not edit. How they work together: `docs/protocol.md`, section 5.',
    `socket.io at path \`${SOCKET_PATH}\`, namespaces ${Object.values(NAMESPACES)
      .map((path) => `\`${path}\``)
      .join(', ')}.`,
    '## Client to server',
    ...(Object.keys(UP_EVENTS) as UpEvent[]).flatMap((name) => [
      `### \`${name}\``,
      `Acknowledged with ${ACKS[name]}.`,
      fieldTable(jsonSchemaOf(UP_EVENTS[name], 'input')),
    ]),
    '## Acknowledgements',
    ...section('CatchUp', CatchUp),
    ...section('Said', SayAck),
    ...section('SocketRefusal', SocketRefusal),
    '## Server to client',
    '### `frame`',
    'One argument: a sealed frame as a base64url string.',
    ...section('session-end', SessionEnd),
    ...section('message:new', MessageNew),
    '## Entries of a room',
    'Every entry is `{id, at, content: {msgType}, data, cid?}`, and where somebody speaks it carries the author:',
    fieldTable(jsonSchemaOf(EntryAuthor)),
    '`data` by kind:',
    ...KINDS.flatMap((kind) => [`### ${MSG_TYPES[kind]} \`${kind}\``, fieldTable(jsonSchemaOf(ENTRY_DATA[kind]))]),
  ]
    .join('\n\n')
    .concat('\n')
}

function section(title: string, schema: z.ZodMiniType): string[] {
  return [`### \`${title}\``, fieldTable(jsonSchemaOf(schema))]
}

/** One line per field; nested fields with dots. */
function fieldTable(schema: JsonSchema): string {
  const rows = fieldsOf(schema, '', true)
  if (rows.length === 0) return 'No fields.'
  return ['| field | type | limits |', '| --- | --- | --- |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join(
    '\n',
  )
}

function fieldsOf(schema: JsonSchema, path: string, isRequired: boolean): string[][] {
  const bare = withoutNull(schema)
  const own = path === '' ? [] : [[`\`${path}\`${isRequired ? '' : '?'}`, typeOf(schema), limitsOf(bare)]]
  const inside = bare.type === 'array' ? withoutNull(bare.items ?? {}) : bare
  const prefix = bare.type === 'array' ? `${path}[]` : path
  const fields = Object.entries(inside.properties ?? {}).flatMap(([name, inner]) =>
    fieldsOf(inner, prefix === '' ? name : `${prefix}.${name}`, inside.required?.includes(name) ?? false),
  )
  return [...own, ...fields]
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return others.length === 1 && others[0] ? others[0] : schema
}

function typeOf(schema: JsonSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`
  return schema.type ?? 'anything'
}

function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, maxItems, pattern } = schema
  const bounds = (low: number | undefined, high: number | undefined, unit: string): string[] => {
    const isLow = low !== undefined && low > Number.MIN_SAFE_INTEGER
    const isHigh = high !== undefined && high < Number.MAX_SAFE_INTEGER
    if (isLow && isHigh) return [`${low} to ${high}${unit}`]
    return isLow ? [`from ${low}${unit}`] : isHigh ? [`up to ${high}${unit}`] : []
  }
  return [
    ...bounds(minLength, maxLength, ' characters'),
    ...bounds(minimum, maximum, ''),
    ...bounds(undefined, maxItems, ' items'),
    ...(pattern === undefined ? [] : [`\`${pattern.replaceAll('|', '\\|')}\``]),
  ].join(', ')
}
