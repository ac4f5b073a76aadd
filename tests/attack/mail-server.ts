import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * How a mail server behaves. `deliver` is the only one that accepts mail; the others fail at the greeting or, in the
 * middle of a dialogue, at the recipient.
 */
export type MailBehaviour =
  | 'deliver'
  | 'silent'
  | 'refuse'
  | 'quote the mail'
  | 'garbage'
  | 'endless line'
  | 'a byte a second'
  | 'close at the greeting'
  | 'close at the recipient'
  | 'hang at the recipient'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly data: string
}

/** A mail server of the attacker, or one that the attacker has made slow. It offers no TLS. */
export class MailServer {
  behaviour: MailBehaviour = 'deliver'
  /** Accepted mails. */
  readonly mails: ReceivedMail[] = []
  /** Commands of all connections. */
  readonly commands: string[] = []
  /** Connections at once. */
  maxOpen = 0
  readonly #open = new Set<Socket>()
  readonly #server = createServer((socket) => this.#serve(socket))

  static async open(): Promise<MailServer> {
    const mail = new MailServer()
    mail.#server.listen(0, '127.0.0.1')
    await once(mail.#server, 'listening')
    return mail
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Changes the behaviour, and ends the connections that the server under attack has kept open. */
  become(behaviour: MailBehaviour): void {
    this.behaviour = behaviour
    this.maxOpen = 0
    this.mails.length = 0
    this.commands.length = 0
    for (const socket of this.#open) socket.destroy()
  }

  async close(): Promise<void> {
    this.become('refuse')
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    this.#open.add(socket)
    this.maxOpen = Math.max(this.maxOpen, this.#open.size)
    socket.setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.once('close', () => this.#open.delete(socket))
    const say = (line: string): unknown => socket.writable && socket.write(`${line}\r\n`)
    const dialogue = new Dialogue(this, say, socket)
    let unread = ''
    socket.on('data', (part: string) => {
      const lines = (unread + part).split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) dialogue.take(line)
    })
    if (this.behaviour === 'close at the greeting') return void socket.end()
    if (this.behaviour === 'silent') return
    if (this.behaviour === 'refuse') return void socket.end('554 5.7.1 no\r\n')
    if (this.behaviour === 'garbage')
      return void socket.write('\u0000\u00ff GET / HTTP/1.1\r\n250\r\n999 x\r\n'.repeat(200))
    if (this.behaviour === 'endless line') return endless(socket, '220 '.padEnd(65_536, 'a'), 1)
    if (this.behaviour === 'a byte a second') return endless(socket, '2', 1_000)
    say('220 mail.example.com ESMTP')
  }
}

/** Writes a text until the connection ends. */
function endless(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.writable && !socket.writableNeedDrain && socket.write(text), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** RFC 5321, as far as a mail needs it. */
class Dialogue {
  #from = ''
  #to: string[] = []
  #data: string[] | null = null
  readonly #mail: MailServer
  readonly #say: (line: string) => unknown
  readonly #socket: Socket

  constructor(mail: MailServer, say: (line: string) => unknown, socket: Socket) {
    this.#mail = mail
    this.#say = say
    this.#socket = socket
  }

  take(line: string): void {
    if (this.#data !== null) return this.#takeData(this.#data, line)
    const { behaviour, commands } = this.#mail
    commands.push(line)
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT' && behaviour === 'close at the recipient') return void this.#socket.destroy()
    if (command === 'RCPT' && behaviour === 'hang at the recipient') return
    if (command === 'MAIL') [this.#from, this.#to] = [line, []]
    if (command === 'RCPT') this.#to.push(/<(.*)>/.exec(line)?.[1] ?? line)
    if (command === 'DATA') this.#data = []
    if (command === 'EHLO') this.#say('250-mail.example.com\r\n250 AUTH PLAIN')
    else if (command === 'AUTH') this.#say('235 ok')
    // STARTTLS, which the server does not offer.
    else if (command === 'STAR') this.#say('502 5.5.1 unknown command')
    else if (command === 'DATA') this.#say('354 go on')
    else if (command === 'QUIT') this.#socket.end('221 bye\r\n')
    else this.#say('250 ok')
  }

  #takeData(lines: string[], line: string): void {
    if (line !== '.') return void lines.push(line)
    this.#data = null
    const data = lines.join('\r\n')
    if (this.#mail.behaviour === 'quote the mail') {
      return void this.#say(
        `554 5.7.1 spam from ${this.#from} to ${this.#to.join(' ')}: ${bodyOf(data).replaceAll(/\s+/g, ' ')}`,
      )
    }
    this.#mail.mails.push({ from: this.#from, to: this.#to, data })
    this.#say('250 queued')
  }
}

/** The text of a mail. */
export function bodyOf(data: string): string {
  const [head = '', ...body] = data.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString()
  return text
}
