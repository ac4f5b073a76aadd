import { expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { failure, success, successOf } from '#protocol/result.ts'
import { responseOf } from '#server/http/pipeline/send-response.ts'

it('S8.1 success is 0, and the repeated first response of a key is 10009 (settled 7)', () => {
  expect(responseOf(success({ a: 1 }), 5, 't')).toEqual({ code: 0, msg: '', data: { a: 1 }, time: 5, traceId: 't' })
  expect(responseOf(successOf({ a: 1 }, true), 5, 't')).toMatchObject({ code: CODES.DUPLICATE_REQUEST, data: { a: 1 } })
  expect(responseOf(failure(20001, '金币不足'), 5, 't')).toMatchObject({ code: 20001, msg: '金币不足', data: null })
})
