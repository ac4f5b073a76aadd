import { type SafeType, REP_CODES, type VerificationResult } from '#protocol/verification.ts'
import type { OpenStore } from '../../database/shared/expiring-store.ts'
import { LocalAfs } from './afs.ts'
import { memoryStores } from '../../database/shared/expiring-map.ts'
import { AjCaptcha } from './aj-captcha.ts'
import { Geetest } from './geetest.ts'
import type { GeetestVendor } from './geetest-vendor.ts'
import type { Holder } from './holder.ts'
import { ImageCodes } from './image-codes.ts'
import { drawPuzzle } from './puzzle.ts'
import { PuzzlePool } from './puzzle-pool.ts'
import { RiskTokens } from './risk-tokens.ts'

/** The kinds of safety checks that a site offers (Annex C.4): 1 = on, 0 = off. */
export interface SafeTypes {
  readonly safeVerifyTypes: Readonly<Record<SafeType, number>>
}

interface VerificationOptions {
  readonly now: () => number
  /** Null disables geetest. */
  readonly geetestVendor: GeetestVendor | null
  readonly drawPuzzle?: typeof drawPuzzle
  /** Stores that several processes share; in memory by default. */
  readonly stores?: OpenStore
}

/** All kinds of checks. Their state is lost with a restart of this process, or of Redis for several processes. */
export class Verification {
  readonly aj: AjCaptcha
  readonly imageCodes: ImageCodes
  readonly afs: LocalAfs
  readonly geetest: Geetest
  readonly riskTokens: RiskTokens

  constructor(options: VerificationOptions) {
    const { now, geetestVendor, drawPuzzle: draw = drawPuzzle, stores = memoryStores(now) } = options
    const pool = new PuzzlePool(draw)
    this.aj = new AjCaptcha({ take: (captchaType) => pool.take(captchaType), now, stores })
    this.imageCodes = new ImageCodes(now, undefined, stores)
    this.afs = new LocalAfs(now, stores)
    this.geetest = new Geetest({ vendor: geetestVendor, now, stores })
    this.riskTokens = new RiskTokens(now, stores)
  }

  /** Checks and consumes a result. False for any invalid result. */
  async check(result: VerificationResult, holder: Holder, address: string): Promise<boolean> {
    switch (result.safeType) {
      case 'anji':
        return (await this.aj.verify(result, holder, address)) === REP_CODES.SUCCESS
      case 'afs':
        return this.afs.verify(result, holder)
      case 'imageCode':
        return this.imageCodes.verify(result.codeId, result.imgCode, holder)
    }
  }
}
