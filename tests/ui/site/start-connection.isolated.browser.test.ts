import { beforeEach, expect, it } from 'vitest'
import { connectionAtom } from '#state/data/connection.ts'
import { openRoom } from '#state/room/room-session.ts'
import { startState } from '#state/start.ts'
import { store } from '#state/store.ts'
import '../support/fake-transport.ts'

beforeEach(() => store.set(connectionAtom, 'connecting'))

it('settled 36 is online when the transport has started without a room', async () => {
  await startState()
  expect(store.get(connectionAtom)).toBe('online')
})

it('settled 36 waits for the connection of an open room, until it is left', async () => {
  const room = openRoom('room-1', () => {})
  await startState()
  expect(store.get(connectionAtom)).toBe('connecting')
  room.leave()
  await startState()
  expect(store.get(connectionAtom)).toBe('online')
})
