import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { CODES } from '#protocol/codes.ts'
import { normalUserName } from '#protocol/rules/member/account.ts'
import { isEqualText } from '../config/secrets.ts'

/** Cost of one argon2id hash: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** RFC 9106, the recommendation for limited memory with one lane: 64 MiB, three passes. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 65_536, timeCost: 3 }
/** The minimum of OWASP, for printed passwords of demo accounts. The first sign-in replaces such a hash. */
export const PUBLIC_PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** The sign-in form accepts 64 characters (S7.38); longer input is not hashed. */
const PASSWORD_MAX_BYTES = 64 * 3
/** Simultaneous hashes. Each occupies a core, 64 MiB and one of the four threads of libuv, which files and DNS need too. */
const MAX_RUNNING = Math.min(3, Math.max(1, availableParallelism() - 1))
/** Running and waiting checks; further ones are refused. About 10 s of work on two cores. */
const MAX_CHECKS = 120
const HASH_FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/

/** Too many passwords are waiting to be checked; this one was not. */
export class PasswordRefusal extends Error {
  readonly code = CODES.CURRENT_LIMITING_C
  constructor() {
    super('too many passwords are waiting to be checked')
  }
}

/** Hashes and checks passwords with argon2id (settled 32), in threads of libuv and a few at a time. */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #maxRunning: number
  readonly #maxChecks: number
  readonly #compare: (passwordHash: string, password: string) => Promise<boolean>
  #checks = 0
  #running = 0
  readonly #waiting: (() => void)[] = []
  #placeholder: Promise<string> | null = null

  constructor(
    cost: PasswordCost = PASSWORD_COST,
    { maxRunning = MAX_RUNNING, maxChecks = MAX_CHECKS, compare = verify } = {},
  ) {
    this.#cost = cost
    this.#maxRunning = maxRunning
    this.#maxChecks = maxChecks
    this.#compare = compare
  }

  /** The argon2id hash in PHC format. */
  hash(password: string, { memoryCost, timeCost } = this.#cost): Promise<string> {
    return this.#inTurn(() => hash(password, { memoryCost, timeCost, parallelism: 1 }))
  }

  /**
   * Takes the same time with and without a hash.
   *
   * @throws PasswordRefusal if too many checks are waiting
   */
  async check(password: string, passwordHash: string | null): Promise<boolean> {
    if (this.#checks >= this.#maxChecks) throw new PasswordRefusal()
    this.#checks += 1
    try {
      return await this.#check(Buffer.byteLength(password) <= PASSWORD_MAX_BYTES ? password : '', passwordHash)
    } finally {
      this.#checks -= 1
    }
  }

  /**
   * Checks a password of an older system (S3.1), in the time of {@link check}. The server computes the hash itself: the one
   * that a client sends proves nothing, because anybody who has read the old database knows it.
   */
  async checkLegacy(
    password: string,
    stored: string,
    { name, oldPassword }: { readonly name: string; readonly oldPassword: string | undefined },
  ): Promise<boolean> {
    await this.check(password, null)
    const expected = legacyHash(password, name)
    return isEqualText(stored, LEGACY_PREFIX + expected) && isEqualText(oldPassword ?? '', expected)
  }

  /** True if the hash costs less than a new one, or has another form. */
  isOutdated(passwordHash: string): boolean {
    const [, memoryCost, timeCost] = HASH_FORM.exec(passwordHash) ?? []
    return !(Number(memoryCost) >= this.#cost.memoryCost && Number(timeCost) >= this.#cost.timeCost)
  }

  async #check(password: string, passwordHash: string | null): Promise<boolean> {
    this.#placeholder ??= this.hash('the stand-in for members who do not exist')
    const placeholder = await this.#placeholder
    const isEqual = await this.#inTurn(() => this.#compare(passwordHash ?? placeholder, password))
    // A wrong password for a cheaper hash would take less time than an unknown name.
    if (!isEqual && passwordHash !== null && this.isOutdated(passwordHash)) {
      await this.#inTurn(() => this.#compare(placeholder, password))
    }
    return isEqual && passwordHash !== null && password !== ''
  }

  /** Runs work when fewer than the maximum are running, in order. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#maxRunning) this.#running += 1
    // The finished work passes its place on.
    else await new Promise<void>((start) => this.#waiting.push(start))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** `pwd_hash` of accounts of an older system: this prefix and {@link legacyHash}. */
export const LEGACY_PREFIX = 'legacy-md5$'

export function isLegacyHash(stored: string | null): stored is string {
  return stored?.startsWith(LEGACY_PREFIX) ?? false
}

/** S3.1: md5(md5(password) + lower(name)), hexadecimal. */
function legacyHash(password: string, name: string): string {
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
  return md5(md5(password) + normalUserName(name))
}
