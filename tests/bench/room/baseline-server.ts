import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { BASELINE_PAGE, type ListBox } from './baseline-page.ts'

export interface BaselineServer {
  /** URL of the page with the list in this box. */
  pageFor(box: ListBox): string
  /** Sends a JSON text to every open page. */
  emit(clear: Buffer): void
  close(): Promise<void>
}

/** Serves the baseline page and sends entries by plain `ws` without compression. */
export async function openBaselineServer(): Promise<BaselineServer> {
  const http = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(BASELINE_PAGE)
  })
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    pageFor: ({ left, top, width, height }) =>
      `http://127.0.0.1:${port}/?left=${left}&top=${top}&width=${width}&height=${height}`,
    emit(clear) {
      for (const socket of sockets.clients) socket.send(clear, { binary: false })
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
}
