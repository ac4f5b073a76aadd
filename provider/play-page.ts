import { randomBytes, randomInt } from 'node:crypto'
import { CURRENCIES } from '#protocol/currency.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { ProviderRequest } from '#server/venues/provider-contract.ts'
import type { Books } from './books.ts'

/** A round is at least this long after the one before (Annex I). */
const ROUND_MS = 2_500
const VISITS_MAX = 10_000
const VISIT_MS = 2 * HOUR_MS
/** A right guess returns 1.96 of the stake: RTP 98 %. */
const RETURN_PERCENT = 196
/** Stakes that the page offers, in whole units of the currency. */
const STAKES: readonly number[] = [1, 10, 100]

interface Visit {
  readonly player: ProviderRequest<'launch'>
  readonly until: number
  notBefore: number
  message: string
  /** The stake that was chosen last, in whole units. */
  units: number
}

/** The game of the simulated provider: a coin is tossed, and a right guess wins. */
export class PlayPages {
  readonly #books: Books
  readonly #now: () => number
  readonly #visits = new BoundedMap<string, Visit>(VISITS_MAX)

  constructor(books: Books, now: () => number) {
    this.#books = books
    this.#now = now
  }

  /** Returns the path of a page for this player. */
  open(player: ProviderRequest<'launch'>): string {
    const token = randomBytes(18).toString('base64url')
    this.#visits.set(token, { player, until: this.#now() + VISIT_MS, notBefore: 0, message: '', units: 1 })
    return `/play/${token}`
  }

  /** The page of a visit; null if it is unknown or over. */
  page(token: string): string | null {
    const visit = this.#visitOf(token)
    if (!visit) return null
    const { memberId, currency } = visit.player
    const { balance } = this.#books.balance(memberId, currency)
    return pageOf({ ...visit, balance: money(balance, currency), currency })
  }

  /** Tosses the coin. `form` has the stake in whole units and the guess. False if the visit is unknown. */
  toss(token: string, form: URLSearchParams): boolean {
    const visit = this.#visitOf(token)
    if (!visit) return false
    const { memberId, currency } = visit.player
    const units = Number(form.get('stake'))
    const guess = form.get('side') === 'tails' ? 1 : 0
    if (STAKES.includes(units)) visit.units = units
    if (!STAKES.includes(units)) visit.message = '请选择下注金额。'
    else if (this.#now() < visit.notBefore) visit.message = '两局之间至少间隔 2.5 秒，请稍等。'
    else {
      const staked = units * 10 ** CURRENCIES[currency].decimals
      const side = randomInt(2)
      const returned = side === guess ? (staked * RETURN_PERCENT) / 100 : 0
      const round = { memberId, currency, title: '抛硬币', staked, returned, endedAt: this.#now() }
      const played = this.#books.play(round)
      visit.message = played ? outcomeText(side, returned, currency) : '余额不足，请先转入。'
      if (played) visit.notBefore = this.#now() + ROUND_MS
    }
    return true
  }

  #visitOf(token: string): Visit | null {
    const visit = this.#visits.get(token)
    return visit && visit.until > this.#now() ? visit : null
  }
}

function outcomeText(side: number, returned: number, currency: 'CNY' | 'USDT'): string {
  const face = side === 0 ? '正面' : '反面'
  return returned > 0 ? `${face}朝上，猜中了，返还 ${money(returned, currency)}。` : `${face}朝上，没有猜中。`
}

function money(amount: number, currency: 'CNY' | 'USDT'): string {
  const { decimals, symbols } = CURRENCIES[currency]
  return symbols + (amount / 10 ** decimals).toFixed(2)
}

interface Shown extends Pick<Visit, 'message' | 'units'> {
  readonly balance: string
  readonly currency: string
}

/** Only texts of this module and numbers are inserted, so nothing is escaped. */
function pageOf({ balance, currency, message, units: chosen }: Shown): string {
  const stakes = STAKES.map(
    (units) =>
      `<label><input type="radio" name="stake" value="${units}"${units === chosen ? ' checked' : ''}><span>${units}</span></label>`,
  ).join('')
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>抛硬币 · 模拟供应商</title>
<style>
:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:#10151f;color:#eef2f8;font:16px/1.5 system-ui,sans-serif}
main{width:min(100%,360px);background:#1a2231;border-radius:16px;padding:24px}
h1{margin:0;font-size:20px}header{display:flex;justify-content:space-between;align-items:baseline}
output{font-variant-numeric:tabular-nums;font-weight:600}
.message{min-height:48px;margin:16px 0;color:#c5d0e2}
fieldset{border:0;padding:0;margin:0 0 16px;display:grid;grid-template-columns:repeat(3,1fr);gap:8px}
legend{padding:0;margin-bottom:8px;color:#9fb0c9;font-size:14px}
label{position:relative}input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
label span,button{display:grid;place-items:center;min-height:48px;border-radius:12px;background:#263147;font:inherit;font-weight:600}
input:checked+span{background:#36507f}input:focus-visible+span,button:focus-visible{outline:2px solid #8fb6ff;outline-offset:2px}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:8px}
button{width:100%;border:0;background:#4a7bdc;color:#fff;cursor:pointer}
footer{margin-top:16px;color:#9fb0c9;font-size:13px}
</style>
<main>
<header><h1>抛硬币</h1><output data-balance>${balance}</output></header>
<p class="message" role="status">${message === '' ? '选择金额，再猜哪一面朝上。' : message}</p>
<form method="post">
<fieldset><legend>下注（${currency}）</legend>${stakes}</fieldset>
<div class="sides"><button name="side" value="heads">正面</button><button name="side" value="tails">反面</button></div>
</form>
<footer>猜中返还 1.96 倍，返还率 98%。演示资金，来自 npm run provider 的模拟供应商。</footer>
</main>
</html>
`
}
