import { expect } from 'vitest'
import { authorOf } from '#server/rooms/author.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { PEOPLE } from '../rooms-support.ts'

/** The members of a crowd, its random numbers, and an error handler that fails the test. */
export const crowdBasics = () => ({
  audience: PEOPLE.map((person) => ({ ...person, author: authorOf(person.member) })),
  random: createRandom(3),
  onError: (error: unknown) => expect(error).toBeUndefined(),
})
