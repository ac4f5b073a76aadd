import { toBase64Url } from '#protocol/bytes.ts'
import type { WorkerApi } from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import { LOAD_TOKEN_HEADER } from '#server/http/pipeline/load-token.ts'
import { platform } from '#workers/platform.ts'
import { createTransport } from '#workers/transport.ts'

function memoryStorage(): StorageAdapter {
  const values = new Map<string, string>()
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => {
      values.set(key, value)
      return true
    },
    remove: async (key) => {
      values.delete(key)
    },
  }
}

/** `fetch` hides the reason in the cause. */
function fail(url: string, error: unknown): never {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  const reason = cause?.code === undefined ? '' : ` (${cause.code})`
  throw new Error(`Nothing answers at ${url}${reason}: start a server there, or say with --url where it is`, {
    cause: error,
  })
}

/** Metadata of the served page. */
export async function readPage(url: string): Promise<{ siteId: number; identity: string; version: string }> {
  const html = await (await fetch(`${url}/app/live`).catch((error: unknown) => fail(url, error))).text()
  const find = (pattern: RegExp, what: string): string => {
    const found = pattern.exec(html)?.[1]
    if (found === undefined) throw new Error(`${url} is not a Grandstand: its page has no ${what}`)
    return found
  }
  return {
    siteId: Number(find(/data-site="(\d+)"/, 'site')),
    identity: find(/name="grandstand-identity" content="([^"]+)"/, 'identity'),
    version: find(/name="grandstand-version" content="([^"]+)"/, 'version'),
  }
}

/** The product's transport in this process, with the load token on every request. */
export async function startClient(
  url: string,
  loadToken: string,
  onNotice: (notice: TransportNotice) => void = () => undefined,
): Promise<WorkerApi<MessagePort>> {
  const page = await readPage(url)
  const surroundings = platform()
  const headers = { [LOAD_TOKEN_HEADER]: loadToken, origin: url }
  const transport = createTransport({
    ...surroundings,
    fetch: (target, init) =>
      fetch(target, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
    connect: (target, options) => surroundings.connect(target, { ...options, extraHeaders: headers } as typeof options),
  })
  const started = await transport.start(
    {
      origin: url,
      siteId: page.siteId,
      clientType: 1,
      appVersion: page.version,
      serverIdentity: page.identity,
      platform: 'load',
    },
    { storage: memoryStorage(), notify: onNotice },
  )
  if (!started.ok) throw new Error(`the transport did not start: ${started.code} ${started.message}`)
  return transport
}

/** Six random letters and digits for ids that must be unique among runs. */
export function runId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(6)))
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 6)
}
