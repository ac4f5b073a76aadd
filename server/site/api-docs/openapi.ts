import { type CodeName, CODES, codeText } from '#protocol/codes.ts'
import type { Endpoint } from '#protocol/endpoints/endpoint.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { jsonSchemaOf, ROWS, type JsonSchema } from './wire-schemas.ts'

const DESCRIPTION = [
  'All calls of Grandstand as they are inside of the envelope. On the wire a sealed call has the header `x-lt1` and the',
  'body `{"xx": …}` (form endpoints: `xx=…`; multipart endpoints: a part `xx` beside the files). Its response is',
  '`{"t1": …, "x1": …}`. docs/protocol.md explains how to create and open them. Endpoints with `x-answer: plain` are sent',
  'as described here, `blob` responses are bytes, `field` responses encrypt `data` for the signer of the query. Results',
  'are HTTP 200 with a code; 401 is an invalid token, 400 a refused envelope.',
].join(' ')

/** Returns OpenAPI 3.1 of all endpoints as JSON text; served at `/openapi.json`. */
export function openApiText(): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: '看台 Grandstand',
      version: String(PROTOCOL_VERSION),
      license: { name: 'MIT', identifier: 'MIT' },
      description: DESCRIPTION,
    },
    servers: [{ url: '/' }],
    tags: [...new Set(ROWS.map(([name]) => tagOf(name)))].map((name) => ({ name })),
    paths: Object.fromEntries(
      ROWS.map(([name, row]) => [row.path, { [row.method.toLowerCase()]: operation(name, row) }]),
    ),
    components: {
      securitySchemes: {
        member: {
          type: 'apiKey',
          in: 'header',
          name: 'token',
          description: 'One of the logical headers inside `x-lt1`; it never travels in clear.',
        },
      },
      schemas: { Code: codeSchema() },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function tagOf(name: string): string {
  return name.split('.')[0] ?? name
}

function operation(name: string, row: Endpoint): object {
  const { request, ofPath } = splitRequest(row)
  const { summary } = row
  const parameters = [
    ...parametersOf(ofPath, 'path'),
    ...(row.encoding === 'query' ? parametersOf(request, 'query') : []),
  ]
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary,
    'x-answer': row.response,
    'x-access': row.access,
    'x-refused-tags': row.refusedTags,
    'x-play-action': row.playAction,
    'x-encoding': row.encoding,
    'x-credentials': row.credentials,
    'x-idempotent': row.idempotent,
    'x-secret': row.secret,
    'x-password-fields': row.passwordFields,
    'x-timeout-ms': row.timeoutMs,
    ...(row.localCache === null ? {} : { 'x-local-cache': row.localCache }),
    ...(row.serverCache === null ? {} : { 'x-server-cache': row.serverCache }),
    ...(row.files === null ? {} : { 'x-files': row.files }),
    ...(row.access === 'public' ? {} : { security: [{ member: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.encoding === 'query'
      ? {}
      : { requestBody: { required: true, content: { [mediaTypeOf(row)]: { schema: request } } } }),
    responses: { 200: { description: 'The outcome', content: responseContent(row) } },
  }
}

function mediaTypeOf(row: Endpoint): string {
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
  }
  return row.encoding === 'query' ? types.json : types[row.encoding]
}

/** Bytes of a blob row have the type that their header says; its refusals are JSON like all others. */
function responseContent(row: Endpoint): object {
  const json = { 'application/json': { schema: responseSchema(row) } }
  return row.response === 'blob' ? { '*/*': { schema: { type: 'string', format: 'binary' } }, ...json } : json
}

/** Splits the schema of a request into the parameters of the path and the others. */
function splitRequest(row: Endpoint): { request: JsonSchema; ofPath: JsonSchema } {
  const schema = jsonSchemaOf(row.request, 'input')
  const isOfPath = (name: string): boolean => row.path.includes(`{${name}}`)
  const part = (isIncluded: (name: string) => boolean): JsonSchema => ({
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isIncluded(name))),
    required: (schema.required ?? []).filter(isIncluded),
  })
  const ofPath = part(isOfPath)
  const hasPathParams = Object.keys(ofPath.properties ?? {}).length > 0
  return { request: hasPathParams ? part((name) => !isOfPath(name)) : schema, ofPath }
}

function parametersOf(schema: JsonSchema, place: 'path' | 'query'): object[] {
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    in: place,
    required: schema.required?.includes(name) ?? false,
    schema: inner,
  }))
}

function responseSchema(row: Endpoint): object {
  return {
    type: 'object',
    required: ['code', 'msg', 'data', 'time', 'traceId'],
    properties: {
      code: { $ref: '#/components/schemas/Code' },
      msg: { type: 'string', description: 'Chinese text for a person; empty on success' },
      data: {
        description: 'On code 0 what the call gives; on a refusal its details, or null',
        anyOf: [jsonSchemaOf(row.data), { type: ['object', 'null'] }],
      },
      time: { type: 'integer', description: 'Clock of the server, epoch milliseconds' },
      traceId: { type: 'string' },
    },
  }
}

/** Codes that travel; negative ones are made by the client. */
function codeSchema(): object {
  const names = (Object.keys(CODES) as CodeName[]).filter((name) => CODES[name] >= 0)
  return {
    type: 'integer',
    oneOf: names.map((name) => ({ const: CODES[name], title: name, description: codeText(CODES[name]) })),
  }
}
