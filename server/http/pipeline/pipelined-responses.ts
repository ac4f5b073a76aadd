import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Responses that wait behind another one of their connection (pipelined requests). Node emits 'close' only for the
 * current response; the others would hold their resources for ever.
 */
class PipelinedResponses {
  readonly #parked = new WeakMap<Socket, Set<ServerResponse>>()

  /** Emits 'close' on the response if its connection closes while it waits. */
  park(request: IncomingMessage, response: ServerResponse): void {
    const waiting = this.#responsesOf(request.socket)
    waiting.add(response)
    response.once('socket', () => waiting.delete(response))
  }

  #responsesOf(socket: Socket): Set<ServerResponse> {
    const known = this.#parked.get(socket)
    if (known) return known
    const waiting = new Set<ServerResponse>()
    this.#parked.set(socket, waiting)
    socket.once('close', () => {
      for (const response of waiting) {
        response.destroyed = true
        response.emit('close')
      }
      waiting.clear()
    })
    return waiting
  }
}

/** Ends every response of this server with its connection, even if it is not the current one. */
export function endPipelinedResponses(app: FastifyInstance): void {
  const parked = new PipelinedResponses()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket === null) parked.park(request.raw, reply.raw)
    done()
  })
}
