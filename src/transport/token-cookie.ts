export interface CookieJar {
  read(): string
  write(cookie: string): void
}

const NAME = 'tb-token'

/** Annex F: the cookie of the session's token. The server ignores it; it lets a new tab restore the session (settled 26). */
export class TokenCookie {
  /** A browser without cookies has none to follow: only what was seen once can be missed. */
  wasSeen = false

  constructor(
    private readonly jar: CookieJar | null,
    private readonly isSecure: boolean,
  ) {
    this.read()
  }

  read(): string | null {
    const cookies = valueOrUndefined(() => this.jar?.read()) ?? ''
    const pair = cookies.split('; ').find((text) => text.startsWith(`${NAME}=`))
    const value = valueOrUndefined(() => decodeURIComponent(pair?.slice(NAME.length + 1) ?? '')) ?? ''
    if (value !== '') this.wasSeen = true
    return value === '' ? null : value
  }

  /** A lifetime and no date: the browser counts it on its own clock, which may be wrong by a day. */
  write(value: string, lifetimeMs: number): void {
    const secure = this.isSecure ? '; Secure' : ''
    const seconds = Math.max(0, Math.ceil(lifetimeMs / 1_000))
    const text = `${NAME}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
    valueOrUndefined(() => this.jar?.write(text))
    this.read()
  }

  remove(): void {
    this.write('', 0)
  }
}

/** The value, or undefined where the browser throws: on storage and cookies that are forbidden or full. */
export function valueOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
