import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { WORKER_PING_TIMEOUT_MS } from '#protocol/constants.ts'
import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
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

  it('S3.35 S9.20 Annex F tb-token stores each key in its area, and the cookie until 21:00 independent of the local clock', async () => {
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

  it('settled 26 restores the token of the cookie in a new tab, and removes both', async () => {
    const { session, storage, cookies } = places()
    await storage.set('tb-token', 'abc')
    session.values.clear()
    expect(await storage.get('tb-token')).toBe('abc')
    await storage.remove('tb-token')
    expect(await storage.get('tb-token')).toBeNull()
    expect(cookies.at(-1)).toContain('Max-Age=0')
    expect(cookies.at(-1)).not.toContain('Secure')
  })

  it('Annex F drops invite codes after 30 days', async () => {
    const { local, storage } = places()
    await storage.set('i_code', 'A1')
    expect(await storage.get('i_code')).toBe('A1')
    local.values.set('i_code', JSON.stringify({ value: 'A1', expireAt: now }))
    expect(await storage.get('i_code')).toBeNull()
    local.values.set('i_code', 'nonsense')
    expect(await storage.get('i_code')).toBeNull()
  })

  it('settled 26 uses memory if storage is forbidden, and reports it', async () => {
    const { local, storage } = places()
    local.isForbidden = true
    expect(await storage.set('pendingTx', '[]')).toBe(false)
    expect(await storage.get('pendingTx')).toBe('[]')
    await storage.remove('pendingTx')
    expect(await storage.get('pendingTx')).toBeNull()
  })

  it('S3.35 refuses unknown keys', async () => {
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

  it('S4.18 settled 19 close an open safety dialog when the worker is replaced', () => {
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

  it('S9.20 announce the end of a session once, also after a worker was replaced', () => {
    const { notices, heard } = world()
    const warning: TransportNotice = { type: 'session-expiring', expireAt: 5 }
    const ended: TransportNotice = { type: 'session', session: null }
    for (const notice of [warning, warning, ended, warning]) notices.send(notice)
    expect(heard).toEqual([warning, ended, warning])
  })

  it('settled 26 report a storage failure once per page', () => {
    const { notices, heard } = world()
    for (let round = 0; round < 3; round += 1) notices.send({ type: 'storage-failed' })
    expect(heard).toHaveLength(1)
  })

  it('are not sent to removed listeners', () => {
    const notices = new Notices()
    const heard: TransportNotice[] = []
    notices.listen((notice) => heard.push(notice))()
    notices.send(open)
    expect(heard).toEqual([])
  })
})

describe('server clock of the page', () => {
  it('settled 35 does not run backwards for a correction, but follows a changed system clock', () => {
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

it('platform name contains browser and system only', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
  expect(platformName(chrome)).toBe('Chrome on Linux')
  expect(platformName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(platformName('')).toBe('Other on Other')
})

describe('worker supervisor', () => {
  const report: Result<StartReport> = success({ session: null, clockOffsetMs: 0, cryptoBackend: 'webcrypto' })

  function world() {
    const time = new FakeTime(1_000_000)
    const workers: { responses: boolean; isEnded: boolean; breakDown: () => void }[] = []
    const page = {
      isVisible: true,
      replaced: 0,
      begun: 0,
      fails: 0,
      reported: [] as (StartReport['session'] | undefined)[],
    }
    const platform: PagePlatform = {
      spawn() {
        const worker = { responses: true, isEnded: false, breakDown: (): void => undefined }
        workers.push(worker)
        const call = (_name: EndpointName, _params: unknown, options: CallOptions = {}) => {
          requested.push(options)
          return new Promise<never>(() => undefined)
        }
        const store = (open: UnresolvedCall) => {
          unresolved.push(open)
          return Promise.resolve()
        }
        const ping = () => (worker.responses ? Promise.resolve(1) : new Promise<number>(() => undefined))
        return {
          api: { ping, call, trackUnresolvedCall: store } as Partial<WorkerApi<MessagePort>> as WorkerApi<MessagePort>,
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
    const requested: CallOptions[] = []
    const unresolved: UnresolvedCall[] = []
    const supervisor = new WorkerSupervisor(platform, WORKER_PING_TIMEOUT_MS, {
      startWorker: () => {
        page.begun += 1
        if (page.fails === 0) return Promise.resolve(report)
        page.fails -= 1
        return Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      },
      onReplaced: () => (page.replaced += 1),
      onRestarted: ({ session }) => page.reported.push(session),
    })
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 100) {
        time.advance(100)
        await time.settle()
      }
    }
    return { supervisor, calls: new PageCalls(platform, supervisor), requested, unresolved, workers, page, pass }
  }

  it('settled 19: replaces a worker without a pong for 3 s while visible', async () => {
    const { supervisor, workers, page, pass } = world()
    expect(await supervisor.start()).toEqual(report)
    await pass(10_000)
    expect(workers).toHaveLength(1)
    workers[0]!.responses = false
    await pass(4_200)
    expect(workers.map((worker) => worker.isEnded)).toEqual([true, false])
    expect(page).toMatchObject({ replaced: 1, begun: 2 })
    await pass(10_000)
    expect(workers).toHaveLength(2)
  })

  it('settled 19 does not replace a worker of a hidden page', async () => {
    const { supervisor, workers, page, pass } = world()
    await supervisor.start()
    await pass(1_000)
    page.isVisible = false
    workers[0]!.responses = false
    await pass(20_000)
    expect(workers).toHaveLength(1)
    page.isVisible = true
    supervisor.pingNow()
    await pass(WORKER_PING_TIMEOUT_MS + 200)
    expect(workers).toHaveLength(2)
  })

  it('settled 19 does not replace a worker whose script is loading', async () => {
    const { supervisor, workers, pass } = world()
    workers[0]!.responses = false
    await supervisor.start()
    await pass(25_000)
    expect(workers).toHaveLength(1)
    await pass(6_000)
    expect(workers).toHaveLength(2)
  })

  it('settled 19 repeats requests on the replacement and fails the others as retryable', async () => {
    const { supervisor, workers, pass } = world()
    await supervisor.start()
    await pass(1_000)
    let requested = 0
    const never = () => (
      (requested += 1),
      requested === 1 ? new Promise<Result<number>>(() => undefined) : Promise.resolve(success(7))
    )
    const repeated = supervisor.request(never, 1)
    const failed = supervisor.request(() => new Promise<Result<number>>(() => undefined), 0)
    workers[0]!.responses = false
    await pass(5_000)
    expect(await repeated).toEqual(success(7))
    expect(await failed).toMatchObject({ ok: false, code: CODES.NETWORK_FAILURE, details: { isRetryable: true } })
  })

  it('settled 19 replaces a worker that cannot be loaded with growing delays', async () => {
    const { supervisor, workers, pass } = world()
    await supervisor.start()
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

  it('settled 19 replaces a worker whose start rejects', async () => {
    const { supervisor, workers, page, pass } = world()
    page.fails = 2
    const started = supervisor.start()
    await pass(1_000)
    expect(await started).toEqual(report)
    expect(workers.map((worker) => worker.isEnded)).toEqual([true, true, false])
    expect(page.begun).toBeGreaterThanOrEqual(3)
  })

  it('reports the session of the replacement, because another tab may have signed out', async () => {
    const { supervisor, workers, page, pass } = world()
    await supervisor.start()
    expect(page.reported).toEqual([])
    workers[0]!.breakDown()
    await pass(100)
    expect(page.reported).toEqual([null])
  })

  it('ignores a late failure of a replaced worker', async () => {
    const { supervisor, workers, pass } = world()
    await supervisor.start()
    workers[0]!.breakDown()
    await pass(100)
    workers[0]!.breakDown()
    await pass(5_000)
    expect(workers).toHaveLength(2)
  })

  it('settled 7 leaves a money call pending after three dead workers and marks its repetitions', async () => {
    const { supervisor, calls, requested, unresolved, workers, pass } = world()
    await supervisor.start()
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
    // The fourth worker looks up the outcome, because the call may not be stored.
    await pass(5_000)
    expect(unresolved).toEqual([{ endpoint: 'coin.buy', ...posting }])
    const repeated = requested.filter(({ idempotencyKey }) => idempotencyKey === posting.idempotencyKey)
    expect(repeated.map(({ isRepeat }) => isRepeat ?? false)).toEqual([false, true, true])
    expect(requested.filter((options) => !repeated.includes(options) && options.isRepeat === true)).toEqual([])
  })

  it('settled 7 fails a money call that no worker got', async () => {
    const { supervisor, calls } = world()
    await supervisor.start()
    supervisor.close()
    const failed = await calls.call('coin.buy', { coins: 100 }, { idempotencyKey: 'key-0123456789abcdef' })
    expect(failed).toMatchObject({ ok: false, details: { isRetryable: true } })
    const again = { idempotencyKey: 'key-0123456789abcdef', isRepeat: true }
    expect(await calls.call('coin.buy', { coins: 100 }, again)).toMatchObject({ details: { isPending: true } })
  })

  it('fails requests after it was closed', async () => {
    const { supervisor, workers } = world()
    await supervisor.start()
    const waiting = supervisor.request(() => new Promise<Result<number>>(() => undefined), 5)
    await Promise.resolve()
    supervisor.close()
    expect(await waiting).toMatchObject({ ok: false })
    expect(await supervisor.request(() => Promise.resolve(success(1)), 0)).toMatchObject({ ok: false })
    expect(workers[0]!.isEnded).toBe(true)
  })
})
