import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { WORKER_PING_TIMEOUT_MS } from '#protocol/constants.ts'
import { nextSessionExpiry } from '#protocol/rules/account.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { WorkerApi, CallOptions, UnresolvedCall, StartReport } from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { Notices } from '#transport/notices.ts'
import { PageCalls } from '#transport/page-calls.ts'
import { ServerClock } from '#transport/transport-client.ts'
import { platformName } from '#transport/site-options.ts'
import type { StorageArea } from '#transport/storage.ts'
import { createStorage } from '#transport/storage.ts'
import { WorkerSupervisor } from '#transport/worker-supervisor.ts'
import type { PagePlatform } from '#transport/page-platform.ts'
import { FakeTime } from './fake-time.ts'

class FakePlace implements StorageArea {
  values = new Map<string, string>()
  isForbidden = false
  getItem(key: string): string | null {
    if (this.isForbidden) throw new Error('forbidden')
    return this.values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    if (this.isForbidden) throw new Error('full')
    this.values.set(key, value)
  }
  removeItem(key: string): void {
    if (this.isForbidden) throw new Error('forbidden')
    this.values.delete(key)
  }
}

describe('storage', () => {
  const now = 1_795_000_000_000
  function places(isSecure = false) {
    const session = new FakePlace()
    const local = new FakePlace()
    const cookies: string[] = []
    let jar = ''
    const storage = createStorage({
      session,
      local,
      cookies: {
        read: () => jar,
        write(cookie) {
          cookies.push(cookie)
          jar = cookie.split(';')[0] ?? ''
        },
      },
      isSecure,
      now: () => now,
    })
    return { session, local, cookies, storage }
  }

  it('S3.35 S9.20 keeps each key where Annex F says, the cookie until 21:00 whatever the clock of this device says', async () => {
    const { session, local, cookies, storage } = places(true)
    for (const key of ['tb-token', 'errCount', 'uuid', 'pendingTx', 'language', 'newsDomains', 'dc'] as const) {
      expect(await storage.set(key, `value of ${key}`)).toBe(true)
      expect(await storage.get(key)).toBe(`value of ${key}`)
    }
    expect([...session.values.keys()]).toEqual(['tb-token', 'errCount'])
    expect([...local.values.keys()]).toEqual(['uuid', 'pendingTx', 'language', 'newsDomains', 'dc'])
    expect(cookies).toHaveLength(1)
    const seconds = (nextSessionExpiry(now) - now) / 1_000
    expect(cookies[0]).toBe(`tb-token=value%20of%20tb-token; Path=/; SameSite=Lax; Max-Age=${seconds}; Secure`)
  })

  it('settled 26 a new tab restores the token from the cookie, and removing it removes both', async () => {
    const { session, storage, cookies } = places()
    await storage.set('tb-token', 'abc')
    session.values.clear()
    expect(await storage.get('tb-token')).toBe('abc')
    await storage.remove('tb-token')
    expect(await storage.get('tb-token')).toBeNull()
    expect(cookies.at(-1)).toContain('Max-Age=0')
    expect(cookies.at(-1)).not.toContain('Secure')
  })

  it('Annex F forgets invite codes after 30 days', async () => {
    const { local, storage } = places()
    await storage.set('i_code', 'A1')
    expect(await storage.get('i_code')).toBe('A1')
    local.values.set('i_code', JSON.stringify({ value: 'A1', expireAt: now }))
    expect(await storage.get('i_code')).toBeNull()
    local.values.set('i_code', 'nonsense')
    expect(await storage.get('i_code')).toBeNull()
  })

  it('settled 26 lives in memory where storage is forbidden, and says so', async () => {
    const { local, storage } = places()
    local.isForbidden = true
    expect(await storage.set('pendingTx', '[]')).toBe(false)
    expect(await storage.get('pendingTx')).toBe('[]')
    await storage.remove('pendingTx')
    expect(await storage.get('pendingTx')).toBeNull()
  })

  it('S3.35 refuses keys that are not in the list', async () => {
    const { local, storage } = places()
    expect(await storage.set('anything' as 'uuid', 'x')).toBe(false)
    expect(await storage.get('anything' as 'uuid')).toBeNull()
    expect(local.values.size).toBe(0)
  })
})

describe('notices', () => {
  function world() {
    const notices = new Notices()
    const heard: TransportNotice[] = []
    notices.listen((notice) => heard.push(notice))
    return { notices, heard }
  }
  const open: TransportNotice = { type: 'verification', safeTypes: ['imageCode'] }
  const over: TransportNotice = { type: 'verification-over' }

  it('S4.18 settled 19 a dialog that was open when the worker was replaced is over, another one is not', () => {
    const { notices, heard } = world()
    notices.workerReplaced()
    notices.send(open)
    notices.workerReplaced()
    notices.workerReplaced()
    notices.send(open)
    notices.verificationEnded()
    notices.workerReplaced()
    expect(heard).toEqual([open, over, open])
  })

  it('S9.20 the end of a session is announced once, also by the successor of a worker that has died', () => {
    const { notices, heard } = world()
    const warning: TransportNotice = { type: 'session-expiring', expireAt: 5 }
    const ended: TransportNotice = { type: 'session', session: null }
    for (const notice of [warning, warning, ended, warning]) notices.send(notice)
    expect(heard).toEqual([warning, ended, warning])
  })

  it('settled 26 storage that fails is told once in the life of a page', () => {
    const { notices, heard } = world()
    for (let round = 0; round < 3; round += 1) notices.send({ type: 'storage-failed' })
    expect(heard).toHaveLength(1)
  })

  it('a listener that has left hears nothing more', () => {
    const notices = new Notices()
    const heard: TransportNotice[] = []
    notices.listen((notice) => heard.push(notice))()
    notices.send(open)
    expect(heard).toEqual([])
  })
})

describe('server clock of the page', () => {
  it('settled 35 never runs backwards for a correction, but follows a changed system clock', () => {
    let local = 1_000_000
    const clock = new ServerClock(() => local)
    clock.setOffset(500)
    expect(clock.now()).toBe(1_000_500)
    clock.setOffset(300)
    expect(clock.now()).toBe(1_000_500)
    local += 250
    expect(clock.now()).toBe(1_000_550)
    local -= 3_600_000
    expect(clock.now()).toBe(local + 300)
  })
})

it('names the platform coarsely', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
  expect(platformName(chrome)).toBe('Chrome on Linux')
  expect(platformName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(platformName('')).toBe('Other on Other')
})

describe('keeping the worker alive', () => {
  const report: Result<StartReport> = success({ session: null, clockOffsetMs: 0, cryptoBackend: 'webcrypto' })

  function world() {
    const time = new FakeTime(1_000_000)
    const workers: { answers: boolean; isEnded: boolean; breakDown: () => void }[] = []
    const page = {
      isVisible: true,
      replaced: 0,
      begun: 0,
      fails: 0,
      told: [] as (StartReport['session'] | undefined)[],
    }
    const platform: PagePlatform = {
      spawn() {
        const worker = { answers: true, isEnded: false, breakDown: (): void => undefined }
        workers.push(worker)
        const call = (_name: EndpointName, _params: unknown, options: CallOptions = {}) => {
          asked.push(options)
          return new Promise<never>(() => undefined)
        }
        const owe = (open: UnresolvedCall) => {
          owed.push(open)
          return Promise.resolve()
        }
        const ping = () => (worker.answers ? Promise.resolve(1) : new Promise<number>(() => undefined))
        return {
          api: { ping, call, trackUnresolvedCall: owe } as Partial<WorkerApi<MessagePort>> as WorkerApi<MessagePort>,
          onBroken: (listener) => (worker.breakDown = listener),
          end: () => (worker.isEnded = true),
        }
      },
      isVisible: () => page.isVisible,
      isOnline: () => true,
      onPageState: () => undefined,
      now: time.now,
      setTimer: time.setTimer,
      randomId: () => 'id',
      transferPort: (port) => port,
      proxy: (value) => value,
    }
    const asked: CallOptions[] = []
    const owed: UnresolvedCall[] = []
    const keeper = new WorkerSupervisor(platform, WORKER_PING_TIMEOUT_MS, {
      startWorker: () => {
        page.begun += 1
        if (page.fails === 0) return Promise.resolve(report)
        page.fails -= 1
        return Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      },
      onReplaced: () => (page.replaced += 1),
      onRestarted: ({ session }) => page.told.push(session),
    })
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 100) {
        time.advance(100)
        await time.settle()
      }
    }
    return { keeper, calls: new PageCalls(platform, keeper), asked, owed, workers, page, pass }
  }

  it('settled 19: no pong for 3 s while visible, and the worker is ended and replaced', async () => {
    const { keeper, workers, page, pass } = world()
    expect(await keeper.start()).toEqual(report)
    await pass(10_000)
    expect(workers).toHaveLength(1)
    workers[0]!.answers = false
    await pass(4_200)
    expect(workers.map((worker) => worker.isEnded)).toEqual([true, false])
    expect(page).toMatchObject({ replaced: 1, begun: 2 })
    await pass(10_000)
    expect(workers).toHaveLength(2)
  })

  it('settled 19 a hidden page proves nothing', async () => {
    const { keeper, workers, page, pass } = world()
    await keeper.start()
    await pass(1_000)
    page.isVisible = false
    workers[0]!.answers = false
    await pass(20_000)
    expect(workers).toHaveLength(1)
    page.isVisible = true
    keeper.pingNow()
    await pass(WORKER_PING_TIMEOUT_MS + 200)
    expect(workers).toHaveLength(2)
  })

  it('settled 19 a worker whose script is still on its way is not taken for dead', async () => {
    const { keeper, workers, pass } = world()
    workers[0]!.answers = false
    await keeper.start()
    await pass(25_000)
    expect(workers).toHaveLength(1)
    await pass(6_000)
    expect(workers).toHaveLength(2)
  })

  it('settled 19 repeats what may be repeated on the successor, and fails the rest with a reason to try again', async () => {
    const { keeper, workers, pass } = world()
    await keeper.start()
    await pass(1_000)
    let asked = 0
    const never = () => (
      (asked += 1),
      asked === 1 ? new Promise<Result<number>>(() => undefined) : Promise.resolve(success(7))
    )
    const repeated = keeper.request(never, 1)
    const failed = keeper.request(() => new Promise<Result<number>>(() => undefined), 0)
    workers[0]!.answers = false
    await pass(5_000)
    expect(await repeated).toEqual(success(7))
    expect(await failed).toMatchObject({ ok: false, code: CODES.NETWORK_FAILURE, details: { isRetryable: true } })
  })

  it('settled 19 a worker that cannot be loaded is tried again later and later', async () => {
    const { keeper, workers, pass } = world()
    await keeper.start()
    workers[0]!.breakDown()
    await pass(100)
    expect(workers).toHaveLength(2)
    workers[1]!.breakDown()
    await pass(300)
    expect(workers).toHaveLength(2)
    await pass(300)
    expect(workers).toHaveLength(3)
    workers[2]!.breakDown()
    await pass(1_500)
    expect(workers).toHaveLength(3)
    await pass(600)
    expect(workers).toHaveLength(4)
  })

  it('settled 19 a worker that could not fetch its own parts is replaced: it would keep that failure for good', async () => {
    const { keeper, workers, page, pass } = world()
    page.fails = 2
    const started = keeper.start()
    await pass(1_000)
    expect(await started).toEqual(report)
    expect(workers.map((worker) => worker.isEnded)).toEqual([true, true, false])
    expect(page.begun).toBeGreaterThanOrEqual(3)
  })

  it('S3.35 the successor of a dead worker says who is signed in now: another tab may have signed out meanwhile', async () => {
    const { keeper, workers, page, pass } = world()
    await keeper.start()
    expect(page.told).toEqual([])
    workers[0]!.breakDown()
    await pass(100)
    expect(page.told).toEqual([null])
  })

  it('answers of a dead worker’s successor are not mixed up with a late death of the old one', async () => {
    const { keeper, workers, pass } = world()
    await keeper.start()
    workers[0]!.breakDown()
    await pass(100)
    workers[0]!.breakDown()
    await pass(5_000)
    expect(workers).toHaveLength(2)
  })

  it('settled 7 a posting that three workers died over is open, and its repetitions say that they are some', async () => {
    const { keeper, calls, asked, owed, workers, pass } = world()
    await keeper.start()
    const posting = { idempotencyKey: 'key-0123456789abcdef', memberId: 'member-1' }
    const bought = calls.call('coin.buy', { coins: 100 }, posting)
    const read = calls.call('coin.balance', {}, {})
    for (let death = 0; death < 3; death += 1) {
      await pass(100)
      workers[death]!.breakDown()
      await pass(2_000)
    }
    expect(await bought).toMatchObject({
      ok: false,
      code: CODES.NETWORK_FAILURE,
      details: { isPending: true, idempotencyKey: posting.idempotencyKey },
    })
    expect(await read).toMatchObject({ ok: false, details: { isRetryable: true } })
    // The fourth is asked to find out: it may be that nothing of the posting is stored.
    await pass(5_000)
    expect(owed).toEqual([{ endpoint: 'coin.buy', ...posting }])
    const repeated = asked.filter(({ idempotencyKey }) => idempotencyKey === posting.idempotencyKey)
    expect(repeated.map(({ isRepeat }) => isRepeat ?? false)).toEqual([false, true, true])
    expect(asked.filter((options) => !repeated.includes(options) && options.isRepeat === true)).toEqual([])
  })

  it('settled 7 a posting that no worker was given has failed: it is not open', async () => {
    const { keeper, calls } = world()
    await keeper.start()
    keeper.close()
    const failed = await calls.call('coin.buy', { coins: 100 }, { idempotencyKey: 'key-0123456789abcdef' })
    expect(failed).toMatchObject({ ok: false, details: { isRetryable: true } })
    const again = { idempotencyKey: 'key-0123456789abcdef', isRepeat: true }
    expect(await calls.call('coin.buy', { coins: 100 }, again)).toMatchObject({ details: { isPending: true } })
  })

  it('a closed keeper answers instead of leaving anybody waiting', async () => {
    const { keeper, workers } = world()
    await keeper.start()
    const waiting = keeper.request(() => new Promise<Result<number>>(() => undefined), 5)
    await Promise.resolve()
    keeper.close()
    expect(await waiting).toMatchObject({ ok: false })
    expect(await keeper.request(() => Promise.resolve(success(1)), 0)).toMatchObject({ ok: false })
    expect(workers[0]!.isEnded).toBe(true)
  })
})
