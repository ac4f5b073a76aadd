import { RISK_TOKEN_LIFETIME_MS } from '#protocol/constants.ts'

/** S7.14: the risk token of this session, in memory only. Whoever changes the session drops it. */
export class RiskToken {
  private kept: { readonly value: string; until: number } | null = null

  /** `now` is the server's clock, epoch milliseconds. */
  constructor(private readonly now: () => number) {}

  /** '' = none, or none that is still valid. */
  get value(): string {
    if (this.kept && this.now() >= this.kept.until) this.kept = null
    return this.kept?.value ?? ''
  }

  keep(value: string): void {
    this.kept = { value, until: this.now() + RISK_TOKEN_LIFETIME_MS }
  }

  /** The server has said when it will forget the token (epoch milliseconds on its clock). */
  endsAt(expireAt: number): void {
    if (this.kept) this.kept.until = Math.min(this.kept.until, expireAt)
  }

  drop(): void {
    this.kept = null
  }
}
