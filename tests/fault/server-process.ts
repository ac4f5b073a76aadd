import { writePageFiles } from '../support/page-files.ts'
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Appended, EntryDraft, EntryRow } from '#server/rooms/log/entries.ts'
import { readRoomLog } from '../support/room-log.ts'
import type { Ask, ServerMessage } from './server-messages.ts'

const PAGE = '<!doctype html><html lang="zh-CN"><head><title>看台</title></head><body></body></html>'

type Question = Ask extends infer One ? (One extends Ask ? Omit<One, 'id'> : never) : never

/** The real server in a separate process that can be killed and restarted. */
export class ServerProcess {
  private child: ChildProcess | null = null
  private asked = 0
  private readonly waiting = new Map<
    number,
    { readonly resolve: (data: unknown) => void; readonly reject: (error: Error) => void }
  >()
  port = 0
  /** Logged errors of all starts. */
  readonly errors: string[] = []

  private constructor(
    private readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** @param environment further settings, for example DATABASE_URL and REDIS_URL */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-fault-'))
    writePageFiles(folder, PAGE)
    const server = new ServerProcess(folder, environment)
    await server.run()
    return server
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** The public identity in the page's HTML. */
  async identity(): Promise<string> {
    const html = await (await fetch(`${this.origin}/app/live`)).text()
    return /name="grandstand-identity" content="([^"]+)"/.exec(html)?.[1] ?? ''
  }

  /** Starts it on the same port and data. */
  async run(): Promise<void> {
    const parameters = [this.folder, String(this.port), JSON.stringify(this.environment)]
    const child = fork(fileURLToPath(new URL('server-child.mjs', import.meta.url)), parameters, {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.child = child
    // Its log level is error.
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.errors.push(line))
    this.port = await new Promise<number>((resolve, reject) => {
      child.on('message', (message: ServerMessage) => {
        if (message.type === 'listening') resolve(message.port)
        else this.hear(message)
      })
      child.once('exit', (code, signal) => {
        this.giveUp()
        reject(new Error(`the server ended: ${code ?? signal}`))
      })
    })
  }

  /** SIGKILL; resolves when the process has ended. */
  async kill(): Promise<void> {
    const { child } = this
    this.child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    return this.ask({ type: 'append', chatRoomNo, drafts }) as Promise<Appended[]>
  }

  /** Appends a revert and then its order. */
  revertFirst(chatRoomNo: string, order: Extract<EntryDraft, { kind: 'order' }>): Promise<Appended[]> {
    return this.ask({ type: 'revert-first', chatRoomNo, order }) as Promise<Appended[]>
  }

  /** Kills it and reads the log of a room from its database, oldest first. */
  async readLog(chatRoomNo: string): Promise<EntryRow[]> {
    await this.kill()
    return readRoomLog(path.join(this.folder, 'data'), chatRoomNo, this.environment['DATABASE_URL'])
  }

  async stop(): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true, force: true })
  }

  private ask(question: Question): Promise<unknown> {
    const { child } = this
    this.asked += 1
    const id = this.asked
    return new Promise((resolve, reject) => {
      if (!child?.connected) return reject(new Error('the server is not running'))
      this.waiting.set(id, { resolve, reject })
      child.send({ ...question, id }, (error) => error && reject(error))
    })
  }

  private hear(message: Exclude<ServerMessage, { type: 'listening' }>): void {
    const question = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if (message.type === 'answer') question?.resolve(message.data)
    else question?.reject(new Error(message.reason))
  }

  private giveUp(): void {
    for (const { reject } of this.waiting.values()) reject(new Error('the server was killed'))
    this.waiting.clear()
  }
}
