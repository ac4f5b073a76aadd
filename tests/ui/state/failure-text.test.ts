import { describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { failure } from '#protocol/result.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { failureText } from '#lib/failure-text.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { onReconnect } from '#state/data/reconnect.ts'
import { store } from '#state/store.ts'

const CUT_OFF = [CODES.NETWORK_FAILURE, CODES.NETWORK_ABNORMAL, CODES.LINE_SWITCHING, CODES.TIMEOUT, CODES.OFFLINE]

describe('a failed read', () => {
  it("shows that it is retried, the server's message, or the fallback", () => {
    for (const code of CUT_OFF)
      expect(failureText(failure(code, '网络异常'), '加载失败')).toBe('网络不通，恢复后自动重连')
    expect(failureText(failure(10504, '服务繁忙'), '加载失败')).toBe('服务繁忙')
    expect(failureText(failure(10504, ''), '加载失败')).toBe('加载失败')
    expect(failureText(null, '加载失败')).toBe('加载失败')
  })

  it('is a connection failure only without a response of the server', () => {
    expect(CUT_OFF.every((code) => isConnectionFailure(failure(code, '')))).toBe(true)
    expect([
      isConnectionFailure(null),
      isConnectionFailure(failure(10504, '')),
      isConnectionFailure(failure(CODES.ABORTED, '')),
    ]).toEqual([false, false, false])
  })

  it('is retried when the network or the server is back, until unsubscribed', () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const run = vi.fn()
    store.set(connectionAtom, 'offline')
    const stop = onReconnect(run)
    store.set(connectionAtom, 'recovering')
    expect(run).not.toHaveBeenCalled()
    store.set(connectionAtom, 'online')
    page.dispatchEvent(new Event('online'))
    expect(run).toHaveBeenCalledTimes(2)
    stop()
    store.set(connectionAtom, 'offline')
    store.set(connectionAtom, 'online')
    page.dispatchEvent(new Event('online'))
    expect(run).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })
})
