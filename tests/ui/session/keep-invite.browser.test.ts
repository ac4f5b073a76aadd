import { DAY_MS } from '#protocol/time.ts'
import { afterEach, expect, it } from 'vitest'
import { readInvite } from '#protocol/rules/member/invite.ts'
// by its path, because tests replace `#transport/client.ts`
import { saveInviteCodes } from '../../../src/transport/client.ts'

afterEach(() => {
  localStorage.removeItem('i_code')
  localStorage.removeItem('r_code')
})

const stored = (key: string) =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as { value: string; expireAt: number } | null

it('S1.21 Annex F i_code, r_code: the codes of a landing link are stored for 30 days and replaced by later ones', async () => {
  const first = readInvite('?i_code=7KQ2M9XA&r_code=p3v8wd')
  if (!first) throw new Error('no invitation')
  await saveInviteCodes(first)
  expect([stored('i_code')?.value, stored('r_code')?.value]).toEqual(['7kq2m9xa', 'p3v8wd'])
  const left = (stored('i_code')?.expireAt ?? 0) - Date.now()
  expect(left).toBeGreaterThan(29 * DAY_MS)
  expect(left).toBeLessThanOrEqual(30 * DAY_MS)
  await saveInviteCodes({ iCode: 'aaaa2222', rCode: '' })
  expect([stored('i_code')?.value, stored('r_code')]).toEqual(['aaaa2222', null])
})
