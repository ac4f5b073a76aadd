import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { preciseNow } from '../harness/clock.ts'

const HEADER_BYTES = 13
const TAG_HEADER_BYTES = 11
const VIDEO = 9

/** A viewer over HTTP-FLV: how late each picture arrives, against its time. */
export class FlvWatch {
  readonly #response: IncomingMessage
  /** Arrival and `arrival - time` of each picture, milliseconds. */
  readonly pictures: { readonly at: number; readonly lateMs: number }[] = []
  #rest: Buffer = Buffer.alloc(0)
  #hasHeader = false
  hasEnded = false

  private constructor(response: IncomingMessage) {
    this.#response = response
    response.on('data', (bytes: Buffer) => this.#read(bytes))
    response.on('close', () => (this.hasEnded = true))
    response.on('error', () => undefined)
  }

  static async open(url: string): Promise<FlvWatch> {
    const [response] = (await once(get(url), 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
    return new FlvWatch(response)
  }

  close(): void {
    this.#response.destroy()
  }

  #read(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    if (!this.#hasHeader) {
      if (this.#rest.length < HEADER_BYTES) return
      this.#hasHeader = true
      this.#rest = this.#rest.subarray(HEADER_BYTES)
    }
    for (;;) {
      if (this.#rest.length < TAG_HEADER_BYTES) return
      const length = TAG_HEADER_BYTES + this.#rest.readUIntBE(1, 3) + 4
      if (this.#rest.length < length) return
      const time = this.#rest.readUIntBE(4, 3) + this.#rest.readUInt8(7) * 0x1000000
      const at = preciseNow()
      if (this.#rest[0] === VIDEO && this.#rest[TAG_HEADER_BYTES + 1] === 1)
        this.pictures.push({ at, lateMs: at - time })
      this.#rest = this.#rest.subarray(length)
    }
  }
}
