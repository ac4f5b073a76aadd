import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../bytes.ts'
import { halfWidthTyped } from '../rules/typed.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Bytes of a TRC20 address: the prefix 0x41, 20 bytes of the account, 4 bytes of the checksum. */
const TRC20_BYTES = 25
const TRC20_PREFIX = 0x41

/** The reader of a field for an address. A pasted one may have spaces and full-width letters. */
export const addressTyped = halfWidthTyped(64)

/** S5.27: an address of this chain (`TRC20` or `ERC20`) at which somebody can receive. Returns the message, or null. */
export function usdtAddressProblem(chain: string, address: string): string | null {
  const account = chain === 'TRC20' ? accountOfTrc20(address) : chain === 'ERC20' ? accountOfErc20(address) : null
  if (account === null) return `请填写正确的 ${chain} 地址`
  if (TOKEN_CONTRACTS.has(account)) return '这是 USDT 的合约地址，不能用来收款，请填写您自己的地址'
  return account.startsWith(ZERO_BYTES) || BURN_ACCOUNTS.has(account)
    ? '这个地址无人持有，转入的 USDT 无法找回，请填写您自己的地址'
    : null
}

/*
 * Accounts without an owner, as the 20 bytes after the prefix in lower-case hexadecimal. Both chains derive them from a
 * public key in the same way, so one list holds for both. Other contracts are not listed: wallets can be contracts.
 */

/**
 * 16 zero bytes. A key for such an account costs 2^128 attempts. It covers the zero address of both chains
 * (`T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb`), `0x…dEaD`, and the precompiled contracts (EIP-1352).
 */
const ZERO_BYTES = '0'.repeat(32)

const BURN_ACCOUNTS: ReadonlySet<string> = new Set([
  // Burn address of several tokens, SHIB among them.
  'dead000000000000000042069420694206942069',
  // The chain's own currency in the place of a token address (ERC-7528).
  'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'ffffffffffffffffffffffffffffffffffffffff',
  // `Blackhole` of the genesis block of TRON (config.conf of java-tron): TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy
  '77944d19c052b73ee2286823aa83f8138cb7032f',
])

/** Contracts of USDT (https://tether.to/en/supported-protocols). They do not pay out what they receive. */
const TOKEN_CONTRACTS: ReadonlySet<string> = new Set([
  // Ethereum
  'dac17f958d2ee523a2206206994597c13d831ec7',
  // TRON: TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
  'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
])

/** The account of a valid TRC20 address in hexadecimal, or null. */
function accountOfTrc20(address: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return null
  // 34 digits of base 58 have at most 200 bits, so that they always fit.
  let value = 0n
  for (const letter of address) value = value * 58n + BigInt(BASE58.indexOf(letter))
  const bytes = new Uint8Array(TRC20_BYTES)
  for (let at = TRC20_BYTES - 1; at >= 0; at -= 1, value >>= 8n) bytes[at] = Number(value & 255n)
  const checksum = sha256(sha256(bytes.subarray(0, TRC20_BYTES - 4)))
  const isValid = bytes[0] === TRC20_PREFIX && [0, 1, 2, 3].every((at) => bytes[21 + at] === checksum[at])
  return isValid ? toHex(bytes.subarray(1, TRC20_BYTES - 4)) : null
}

/**
 * The account of a valid ERC20 address in hexadecimal, or null. EIP-55: in an address of mixed case, the case of each
 * letter is a bit of the checksum.
 */
function accountOfErc20(address: string): string | null {
  if (!/^0x[0-9A-Fa-f]{40}$/.test(address)) return null
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return lower
  const hash = toHex(keccak_256(new TextEncoder().encode(lower)))
  const isChecked = Array.from(digits).every((digit, at) => {
    const isUpper = Number.parseInt(hash.charAt(at), 16) >= 8
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
  return isChecked ? lower : null
}
