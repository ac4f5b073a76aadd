import { describe, expect, it } from 'vitest'
import { Batches } from '#server/database/batches.ts'

/** Statements that end when the test says so. */
function statements(atOnce: number) {
  const running: { requests: readonly number[]; end: (result: readonly string[] | Error) => void }[] = []
  const batches = new Batches<number, string>(
    (requests) =>
      new Promise((resolve, reject) => {
        running.push({ requests, end: (result) => (result instanceof Error ? reject(result) : resolve(result)) })
      }),
    atOnce,
  )
  const sizes = (): number[] => running.map(({ requests }) => requests.length)
  return { batches, running, sizes }
}

const answersOf = (requests: readonly number[]): string[] => requests.map((request) => `answer ${request}`)

describe('batches of requests', () => {
  it('run the first request at once, and those that arrive meanwhile together, with their own answers', async () => {
    const { batches, running, sizes } = statements(1)
    const answers = [1, 2, 3].map((request) => batches.add(request))
    expect(sizes()).toEqual([1])
    running[0]?.end(['answer 1'])
    await expect.poll(sizes).toEqual([1, 2])
    running[1]?.end(answersOf([2, 3]))
    expect(await Promise.all(answers)).toEqual(answersOf([1, 2, 3]))
  })

  it('run as many statements at once as they may, with at most 32 requests each', async () => {
    const { batches, running, sizes } = statements(2)
    for (let request = 0; request < 40; request += 1) void batches.add(request)
    expect(sizes()).toEqual([1, 1])
    running[0]?.end(['answer 0'])
    await expect.poll(sizes).toEqual([1, 1, 32])
  })

  it('hold back a request while its statement has one with the same key, and keep the order of a key', async () => {
    const ran: number[][] = []
    const batches = new Batches<number, string>(
      (requests) => {
        ran.push([...requests])
        return Promise.resolve(answersOf(requests))
      },
      1,
      (request) => request % 10,
    )
    const wanted = [0, 1, 11, 2, 21, 12]
    const answers = await Promise.all(wanted.map((request) => batches.add(request)))
    expect(answers).toEqual(answersOf(wanted))
    expect(ran).toEqual([[0], [1, 2], [11, 12], [21]])
  })

  it('run each request alone if a statement fails, so that one cannot fail the others', async () => {
    const failing = 2
    const ran: number[][] = []
    const batches = new Batches<number, string>(async (requests) => {
      ran.push([...requests])
      if (requests.includes(failing)) throw new Error('refused by the database')
      return answersOf(requests)
    }, 1)
    const answers = await Promise.allSettled([0, 1, failing, 3].map((request) => batches.add(request)))
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      'answer 0',
      'answer 1',
      'Error: refused by the database',
      'answer 3',
    ])
    expect(ran).toEqual([[0], [1, failing, 3], [1], [failing], [3]])
    await expect(batches.add(4)).resolves.toBe('answer 4')
  })

  it('fail together if the database is not available, without a statement for each', async () => {
    const { batches, running, sizes } = statements(1)
    const answers = Promise.allSettled([1, 2, 3].map((request) => batches.add(request)))
    running[0]?.end(['answer 1'])
    await expect.poll(sizes).toEqual([1, 2])
    running[1]?.end(new Error('timeout expired'))
    expect(
      (await answers).map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason))),
    ).toEqual(['answer 1', 'Error: timeout expired', 'Error: timeout expired'])
    expect(sizes()).toEqual([1, 2])
  })
})
