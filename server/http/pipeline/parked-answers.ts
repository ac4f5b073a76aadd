import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Answers that wait behind another one of their connection, because their requests were sent without awaiting it. Node
 * tells only the answer whose turn it is that the connection has closed; what the others hold would be held for ever.
 */
class ParkedAnswers {
  readonly #parked = new WeakMap<Socket, Set<ServerResponse>>()

  /** The answer hears 'close' when its connection closes before its turn has come. */
  park(request: IncomingMessage, response: ServerResponse): void {
    const answers = this.#answersOf(request.socket)
    answers.add(response)
    response.once('socket', () => answers.delete(response))
  }

  #answersOf(socket: Socket): Set<ServerResponse> {
    const known = this.#parked.get(socket)
    if (known) return known
    const answers = new Set<ServerResponse>()
    this.#parked.set(socket, answers)
    socket.once('close', () => {
      for (const response of answers) {
        response.destroyed = true
        response.emit('close')
      }
      answers.clear()
    })
    return answers
  }
}

/** Every answer of this server ends with its connection, whether its turn has come or not (security.md section 2). */
export function endParkedAnswers(app: FastifyInstance): void {
  const parked = new ParkedAnswers()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket === null) parked.park(request.raw, reply.raw)
    done()
  })
}
