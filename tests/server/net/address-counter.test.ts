import { expect, it } from 'vitest'
import { addressKey, NETWORK_FACTOR } from '#server/config/address.ts'
import { AddressCounter } from '#server/net/address-counter.ts'

it('limits the concurrent uses of an address and of its network', () => {
  const places = new AddressCounter(2)
  const one = addressKey('2001:db8:1:1::7')
  const leave = [places.take(one), places.take(one)]
  expect(places.hasRoom(one)).toBe(false)
  for (let subnet = 2; places.hasRoom(addressKey(`2001:db8:1:${subnet}::7`)); subnet += 1) {
    leave.push(places.take(addressKey(`2001:db8:1:${subnet}::7`)))
  }
  expect(leave).toHaveLength(2 * NETWORK_FACTOR)
  expect(places.hasRoom(addressKey('2001:db8:2:1::7'))).toBe(true)
  expect(places.hasRoom(addressKey('203.0.113.7'))).toBe(true)
  for (const go of [...leave, ...leave]) go()
  expect(places.size).toBe(0)
})
