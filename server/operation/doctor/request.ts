import http from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'

export interface CheckResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** At most {@link MAX_BODY} characters. */
  readonly body: string
}

const MAX_BODY = 200_000

/** What to do if nothing responds. */
export const START_FIX = 'Start the server and the proxy, and open port 443 in the firewall.'

/**
 * A request without redirects, GET by default, with a CA of the caller, which `fetch` does not offer. Rejects with the system's error,
 * or after `limitMs`.
 */
export function request(
  url: string,
  options: { limitMs: number; ca?: string | undefined; headers?: Record<string, string>; method?: 'POST' },
): Promise<CheckResponse> {
  const { limitMs, ca, headers, method } = options
  const client = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(limitMs)
    const sent = client.request(url, {
      agent: false,
      signal,
      ...(method && { method }),
      ...(ca === undefined ? {} : { ca }),
      ...(headers && { headers }),
    })
    sent.once('error', reject)
    sent.end()
    sent.once('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (body.length < MAX_BODY) body += text
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
  })
}

/** True if a TCP connection succeeds. */
export function accepts(host: string, port: number, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: limitMs })
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}
