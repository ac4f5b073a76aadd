import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '#protocol/bytes.ts'
import {
  amountProblem,
  amountText,
  exactText,
  exactUnits,
  feeOf,
  enteredAmount,
  isAmountWhileTyping,
  minorUnits,
  plainAmount,
} from '#protocol/rules/amount.ts'
import {
  branchProblem,
  cardNumberProblem,
  cardNumberTyped,
  groupsOfFour,
  maskAccount,
  MAX_BRANCH,
  normalBranch,
  withdrawPasswordProblem,
} from '#protocol/rules/wallet.ts'
import { usdtAddressProblem } from '#protocol/wallet/usdt-address.ts'

const UNOWNED = '这个地址无人持有，转入的 USDT 无法找回，请填写您自己的地址'
const TOKEN = '这是 USDT 的合约地址，不能用来收款，请填写您自己的地址'

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength, maxLength })

describe('withdrawal password and amounts', () => {
  it('S5.17 a withdrawal password has six digits that are neither equal nor a run', () => {
    fc.assert(
      fc.property(digits(5, 7), (password) => {
        const isSimple = /^(\d)\1+$/.test(password) || password === '123456' || password === '654321'
        expect(withdrawPasswordProblem(password) === null).toBe(password.length === 6 && !isSimple)
      }),
    )
    for (const simple of ['000000', '999999', '123456', '654321']) {
      expect(withdrawPasswordProblem(simple)).toBe('提款密码过于简单，请换一个')
    }
    expect(withdrawPasswordProblem('１２３４５７')).not.toBeNull()
  })

  it('S5.18 every prefix of a valid amount may be typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 0, max: 2 }), (minor, decimals) => {
        const text = (minor / 100).toFixed(decimals)
        for (let length = 0; length <= text.length; length += 1) {
          expect(isAmountWhileTyping(text.slice(0, length))).toBe(true)
        }
        expect(amountProblem(text) === null).toBe(Number(text) > 0)
      }),
    )
  })

  it.each(['01', '.5', '1.234', '-1', '1e3', '1,000', '１', '1 '])('S5.18 refuses %j', (text) => {
    expect(isAmountWhileTyping(text)).toBe(false)
    expect(amountProblem(text)).not.toBeNull()
  })

  it('S5.18 refuses an unfinished, zero or enormous amount on submission', () => {
    for (const text of ['', '1.', '0', '0.00', '1000000000']) expect(amountProblem(text)).not.toBeNull()
  })
})

describe('amounts of a field', () => {
  it.each([
    ['¥1,000.00', '1000.00'],
    ['₮ 1,234,567.8', '1234567.8'],
    ['１２．５', '12.5'],
    ['￥１，０００。５', '1000.5'],
    ['5²', '5²'],
    ['½', '½'],
    [' 20 ', '20'],
    ['1,5', '1,5'],
    ['-1', '-1'],
    ['1e3', '1e3'],
    ['', ''],
  ])('S5.18 reads %j as %j', (pasted, plain) => {
    expect(plainAmount(pasted)).toBe(plain)
  })

  it.each([2, 6])('S5.18 is exact in a currency with %i decimals', (decimals) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (hundredths) => {
        const minor = hundredths * 10 ** (decimals - 2)
        const text = amountText(minor, decimals)
        expect(amountProblem(text)).toBeNull()
        expect(minorUnits(text, decimals)).toBe(minor)
      }),
    )
  })

  it('S7.67 a fee is less than its amount and never too high', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.integer({ min: 0, max: 9_999 }),
        (amount, feeRate) => {
          const fee = feeOf(amount, feeRate)
          expect(fee).toBeLessThan(amount)
          expect(BigInt(fee)).toBe((BigInt(amount) * BigInt(feeRate)) / 10_000n)
        },
      ),
    )
    expect(feeOf(500_000, 20)).toBe(1_000)
  })

  it('S5.18 never shows more than there is', () => {
    expect(amountText(1_999_999, 6)).toBe('1.99')
    expect(amountText(9_999, 6)).toBe('0')
    expect(amountText(100_000, 2)).toBe('1000')
  })

  it.each([2, 6])('S5.18 takes the whole balance of a currency with %i decimals by its shown text', (decimals) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.integer({ min: 1, max: 9_999 }),
        (all, hundredths) => {
          expect(enteredAmount(amountText(all, decimals), decimals, all)).toBe(all)
          const text = amountText(hundredths * 10 ** (decimals - 2), decimals)
          const entered = enteredAmount(text, decimals, all)
          expect(entered === all || entered === minorUnits(text, decimals)).toBe(true)
        },
      ),
    )
    expect(enteredAmount('0', decimals, 0)).toBe(0)
    // Another text never means the whole balance.
    expect(enteredAmount('1', decimals, 5 * 10 ** decimals)).toBe(10 ** decimals)
  })
})

describe('exact amounts', () => {
  it.each([
    ['200', 2, 200_00],
    ['¥1,000.05', 2, 1_000_05],
    ['１２．５', 2, 12_50],
    ['0.01', 2, 1],
    ['1.000001', 6, 1_000_001],
    ['15', 0, 15],
  ])('S5.18 %j with %i decimals is %i minor units', (text, decimals, units) => {
    expect(exactUnits(text, decimals)).toBe(units)
  })

  it.each([
    ['', 2],
    ['x', 2],
    ['1.005', 2],
    ['1.0000001', 6],
    ['1.5', 0],
    ['-1', 2],
    ['1e3', 2],
    ['.5', 2],
    ['1.', 2],
    ['99999999999999999', 2],
  ])('S5.18 %j with %i decimals is refused', (text, decimals) => {
    expect(exactUnits(text, decimals)).toBeNull()
  })

  it.each([
    [1_250, 2, '12.5'],
    [5, 2, '0.05'],
    [100, 0, '100'],
    [100_00, 2, '100'],
    [1_234_567, 6, '1.234567'],
    [0, 2, '0'],
    [0, 0, '0'],
  ])('S5.18 %i minor units with %i decimals are shown as %j', (minor, decimals, text) => {
    expect(exactText(minor, decimals)).toBe(text)
  })

  it('S5.18 are the same after they were shown and read again, in each currency', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(0, 2, 6), (units, decimals) => {
        expect(exactUnits(exactText(units, decimals), decimals)).toBe(units)
      }),
    )
  })

  it('S5.18 a field amount loses decimals that its currency does not have', () => {
    expect([minorUnits('12.55', 0), minorUnits('12.55', 1), minorUnits('12.55', 2)]).toEqual([12, 125, 1_255])
  })
})

describe('cards and addresses', () => {
  it('S5.19 accepts a card number only with its check digit', () => {
    fc.assert(
      fc.property(digits(11, 18), (body) => {
        const good = Array.from('0123456789').filter((digit) => cardNumberProblem(body + digit) === null)
        expect(good).toHaveLength(1)
      }),
    )
    expect(cardNumberProblem('6222 0202 0000 0000 002')).not.toBe('银行卡号为12-19位数字')
    for (const number of ['4111 1111 1111 1111', '5500005555555559', '6011000990139424', '378282246310005']) {
      expect(cardNumberProblem(number), number).toBeNull()
    }
    expect(cardNumberProblem('4111 1111 1111 1112')).toBe('银行卡号有误，请核对')
    expect(cardNumberProblem('41111111111')).toBe('银行卡号为12-19位数字')
  })

  it('S5.19 ignores spaces, and refuses input of more than 64 characters', () => {
    const spaced = '4111 1111 1111 1111'.padEnd(64)
    expect(cardNumberProblem(spaced)).toBeNull()
    expect(cardNumberProblem(`${spaced} `)).toBe('银行卡号为12-19位数字')
  })

  it('S3.3 the name of a branch has no repeated and outer spaces, which do not count', () => {
    expect(normalBranch(' 上海\u3000\t分行  营业部 ')).toBe('上海 分行 营业部')
    expect(branchProblem(` ${'支'.repeat(MAX_BRANCH)} `)).toBeNull()
  })

  it('S3.3 the name of a branch may be missing; it has letters, digits and punctuation', () => {
    for (const name of ['', ' ', '徐家汇支行', '上海 分行（营业部）', 'No. 2 Branch', '支'.repeat(40)]) {
      expect(branchProblem(name), name).toBeNull()
    }
    expect(branchProblem('支'.repeat(41))).toBe('支行名称最多 40 个字')
    for (const name of ['<b>', '支行\u0000', '🏦', 'a\u202eb', '\u3164', '支\u115f行'])
      expect(branchProblem(name), name).not.toBeNull()
  })

  it('S5.20 S5.21 groups keep all characters', () => {
    fc.assert(
      fc.property(digits(0, 40), (text) => {
        const groups = groupsOfFour(text)
        expect(groups.replaceAll(' ', '')).toBe(text)
        expect(groups.split(' ').every((group, at, all) => group.length === 4 || at === all.length - 1)).toBe(true)
      }),
    )
  })

  it('S5.20 a card number typed at any place has the digits and the caret of plain text', () => {
    fc.assert(
      fc.property(digits(0, 18), fc.nat(18), digits(1, 1), (present, place, digit) => {
        const at = Math.min(place, present.length)
        const before = groupsOfFour(present)
        const caret = groupsOfFour(present.slice(0, at)).length
        const typed = { text: before.slice(0, caret) + digit + before.slice(caret), caret: caret + 1 }
        const after = cardNumberTyped(typed, before, false)
        expect(after.text).toBe(groupsOfFour(present.slice(0, at) + digit + present.slice(at)))
        expect(after.text.slice(0, after.caret)).toBe(groupsOfFour(present.slice(0, at) + digit))
      }),
    )
  })

  it('S5.20 Backspace and Delete at a space remove the digit beside it', () => {
    const removed = { text: '12345678', caret: 4 }
    expect(cardNumberTyped(removed, '1234 5678', false)).toEqual({ text: '1235 678', caret: 3 })
    expect(cardNumberTyped(removed, '1234 5678', true)).toEqual({ text: '1234 678', caret: 4 })
  })

  it('S5.20 removes no other digit if the input removed one, or nothing', () => {
    const before = '1234 5678'
    expect(cardNumberTyped({ text: '1234 567', caret: 8 }, before, false)).toEqual({ text: '1234 567', caret: 8 })
    expect(cardNumberTyped({ text: '1234 678', caret: 5 }, before, true)).toEqual({ text: '1234 678', caret: 4 })
    expect(cardNumberTyped({ text: before, caret: 9 }, before, false)).toEqual({ text: before, caret: 9 })
    expect(cardNumberTyped({ text: `${before}x`, caret: 10 }, before, false)).toEqual({ text: before, caret: 9 })
  })

  it.each([
    ['6222-0202 0000\t0000 02', '6222 0202 0000 0000 02'],
    ['６２２２０２', '6222 02'],
    ['卡号：4111', '4111'],
    ['1'.repeat(40), '1111 1111 1111 1111 111'],
    ['', ''],
  ])('S5.20 reads the pasted number %j as %j', (pasted, shown) => {
    expect(cardNumberTyped({ text: pasted, caret: pasted.length }, '', false)).toEqual({
      text: shown,
      caret: shown.length,
    })
  })

  it('S5.27 accepts a TRC20 address only with its prefix and checksum', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.integer({ min: 0, max: 33 }), (account, at) => {
        const address = base58Check(Uint8Array.of(0x41, ...account))
        expect(usdtAddressProblem('TRC20', address)).toBeNull()
        const other = address[at] === '2' ? '3' : '2'
        expect(usdtAddressProblem('TRC20', address.slice(0, at) + other + address.slice(at + 1))).not.toBeNull()
        expect(usdtAddressProblem('ERC20', address)).not.toBeNull()
        expect(usdtAddressProblem('TRC20', base58Check(Uint8Array.of(0x42, ...account)))).not.toBeNull()
      }),
    )
    expect(usdtAddressProblem('TRC20', 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T')).toBeNull()
  })

  // Addresses of EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  ])('S5.27 accepts %s, and only in this mixed case', (address) => {
    expect(usdtAddressProblem('ERC20', address)).toBeNull()
    expect(usdtAddressProblem('ERC20', address.toLowerCase())).toBeNull()
    expect(usdtAddressProblem('ERC20', `0x${address.slice(2).toUpperCase()}`)).toBeNull()
    const at = address.search(/[A-F]/)
    const wrong = address.slice(0, at) + address[at]!.toLowerCase() + address.slice(at + 1)
    expect(usdtAddressProblem('ERC20', wrong)).toBe('请填写正确的 ERC20 地址')
    expect(usdtAddressProblem('TRC20', address)).not.toBeNull()
  })

  it.each([
    '',
    '0x',
    '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '005aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg',
  ])('S5.27 refuses %j, which is no ERC20 address', (address) => {
    expect(usdtAddressProblem('ERC20', address)).toBe('请填写正确的 ERC20 地址')
  })

  it('S5.27 accepts no address of another chain', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(usdtAddressProblem('BEP20', address)).toBe('请填写正确的 BEP20 地址')
  })

  it.each([
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', UNOWNED],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY', UNOWNED],
    ['TRC20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', UNOWNED],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', TOKEN],
    ['ERC20', `0x${'0'.repeat(40)}`, UNOWNED],
    ['ERC20', '0x000000000000000000000000000000000000dEaD', UNOWNED],
    ['ERC20', '0xdead000000000000000042069420694206942069', UNOWNED],
    ['ERC20', `0x${'e'.repeat(40)}`, UNOWNED],
    ['ERC20', `0x${'F'.repeat(40)}`, UNOWNED],
    ['ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', TOKEN],
    ['ERC20', '0xDAC17F958D2EE523A2206206994597C13D831EC7', TOKEN],
  ])('S5.27 refuses the %s address %s, which nobody can receive at', (chain, address, problem) => {
    expect(usdtAddressProblem(chain, address)).toBe(problem)
  })

  it('S5.27 refuses each address that begins with 16 zero bytes, on both chains', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (end) => {
        const account = Uint8Array.of(...new Uint8Array(16), ...end)
        expect(usdtAddressProblem('TRC20', base58Check(Uint8Array.of(0x41, ...account)))).toBe(UNOWNED)
        expect(usdtAddressProblem('ERC20', `0x${toHex(account)}`)).toBe(UNOWNED)
      }),
    )
  })

  it('S5.23 a mask keeps a head and a tail that are shorter than the text', () => {
    const kept: Readonly<Record<number, readonly [number, number]>> = {
      4: [1, 2],
      5: [1, 2],
      6: [2, 2],
      7: [2, 3],
      8: [3, 3],
      9: [3, 4],
      11: [3, 4],
      12: [4, 4],
      13: [4, 4],
      19: [4, 4],
    }
    for (const [length, [head, tail]] of Object.entries(kept)) {
      const text = Array.from({ length: Number(length) }, (_, at) => String.fromCodePoint(97 + at)).join('')
      const hidden = Number(length) - head - tail
      expect(maskAccount(text)).toBe(text.slice(0, head) + '*'.repeat(hidden) + text.slice(-tail))
    }
    fc.assert(
      fc.property(digits(0, 40), (text) => {
        const masked = maskAccount(text)
        expect(masked).toHaveLength(text.length)
        if (text !== '') expect(masked).toContain('*')
      }),
    )
  })
})

describe('hostile input', () => {
  // A rule with quadratic run time would need minutes.
  it('a megabyte of input is checked quickly', () => {
    const size = 1_000_000
    for (const text of ['1'.repeat(size), ' '.repeat(size), 'T'.repeat(size), '1.'.repeat(size / 2)]) {
      withdrawPasswordProblem(text)
      isAmountWhileTyping(text)
      amountProblem(text)
      branchProblem(text)
      cardNumberProblem(text)
      groupsOfFour(text)
      usdtAddressProblem('TRC20', text)
      usdtAddressProblem('ERC20', `0x${text}`)
      maskAccount(text)
    }
  })
})

function base58Check(payload: Uint8Array): string {
  const checksum = sha256(sha256(payload)).subarray(0, 4)
  let value = [...payload, ...checksum].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) {
    text = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[Number(value % 58n)] + text
  }
  return text
}
