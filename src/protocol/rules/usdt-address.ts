import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../bytes.ts'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Bytes of a TRC20 address: the prefix 0x41, 20 bytes of the account, 4 bytes of the checksum. */
const TRC20_BYTES = 25
const TRC20_PREFIX = 0x41

/** S5.27: an address of this chain (`TRC20` or `ERC20`). Returns the message, or null. */
export function usdtAddressProblem(chain: string, address: string): string | null {
  const isGood = chain === 'TRC20' ? isTrc20(address) : chain === 'ERC20' && isErc20(address)
  return isGood ? null : `请填写正确的 ${chain} 地址`
}

function isTrc20(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  let value = 0n
  for (const letter of address) value = value * 58n + BigInt(BASE58.indexOf(letter))
  const bytes = new Uint8Array(TRC20_BYTES)
  for (let at = TRC20_BYTES - 1; at >= 0; at -= 1, value >>= 8n) bytes[at] = Number(value & 255n)
  const checksum = sha256(sha256(bytes.subarray(0, TRC20_BYTES - 4)))
  return value === 0n && bytes[0] === TRC20_PREFIX && [0, 1, 2, 3].every((at) => bytes[21 + at] === checksum[at])
}

/** EIP-55: in an address of mixed case, the case of each letter is a bit of the checksum. */
function isErc20(address: string): boolean {
  if (!/^0x[0-9A-Fa-f]{40}$/.test(address)) return false
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = toHex(keccak_256(new TextEncoder().encode(lower)))
  return Array.from(digits).every((digit, at) => {
    const isUpper = Number.parseInt(hash.charAt(at), 16) >= 8
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
}
