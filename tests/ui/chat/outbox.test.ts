import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '#protocol/result.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import {
  MAX_UNSENT_MESSAGES,
  acknowledgeOutgoing,
  failOutgoing,
  addOutgoing,
  addUnsent,
  unsentMessages,
} from '#state/feed/outgoing.ts'
import { startReading } from '#state/feed/reading.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { parseOutbox, serializeOutbox } from '#state/feed/outbox.ts'
import { batch, textRow } from '#tests/ui/support/feed-fixtures.ts'

const opened = applyMessages(roomOpened(EMPTY_FEED, 'room-1'), [batch([textRow(1), textRow(2)])])
const REPLY = { id: 'e1', memberName: '小满', text: '第 1 句' }

/** A room with a refused, a pending and a sent message. */
function speaking() {
  const failed = failOutgoing(
    addOutgoing(opened, { cid: 'cid-failed', text: '发送失败', reply: REPLY }),
    'cid-failed',
    failure(-4, '网络异常'),
  )
  const pending = addOutgoing(failed, { cid: 'cid-pending', text: '加油', reply: null, sticker: 'cheer' })
  const message = addOutgoing(pending, { cid: 'cid-said-1', text: '说了', reply: null })
  return acknowledgeOutgoing(message, 'cid-said-1', 9)
}

const stored = serializeOutbox(unsentMessages(speaking()))

describe('unsent messages', () => {
  it('are the failed and pending ones', () => {
    const cids = ['cid-failed', 'cid-pending']
    expect(unsentMessages(speaking()).map(({ cid }) => cid)).toEqual(cids)
    expect(unsentMessages(startReading(speaking())).map(({ cid }) => cid)).toEqual(cids)
    expect(unsentMessages(opened)).toEqual([])
  })

  it('are restored as failed, with cid, reply and sticker', () => {
    expect(parseOutbox(stored)).toEqual([
      {
        type: 'outgoing',
        key: 'own-cid-failed',
        cid: 'cid-failed',
        text: '发送失败',
        reply: REPLY,
        state: 'failed',
        failure: null,
        acknowledged: null,
      },
      {
        type: 'outgoing',
        key: 'own-cid-pending',
        cid: 'cid-pending',
        text: '加油',
        sticker: 'cheer',
        reply: null,
        state: 'failed',
        failure: null,
        acknowledged: null,
      },
    ])
  })

  it('are added at the end of the list, unless they are in the log', () => {
    const lines = parseOutbox(stored)
    const mine = textRow(3, '加油', { isMine: true, cid: 'cid-pending' })
    const state = addUnsent(applyMessages(opened, [batch([mine])]), lines)
    expect(state.items.map(({ key }) => key)).toEqual(['e1', 'e2', 'e3', 'own-cid-failed'])
    const beforeSignIn = applyMessages(opened, [batch([{ ...mine, isMine: false }])])
    expect(addUnsent(beforeSignIn, lines).items.map(({ key }) => key)).toEqual(['e1', 'e2', 'e3', 'own-cid-failed'])
    const later = applyMessages(addUnsent(opened, lines), [batch([mine])])
    expect(later.items.map(({ key }) => key)).toEqual(['e1', 'e2', 'own-cid-failed', 'e3'])
  })

  it('are parsed from valid data only', () => {
    for (const text of [null, '', '{', '[]', '{"cid":1}', stored.slice(1)]) {
      expect(parseOutbox(text)).toEqual([])
    }
    const line = { cid: 'cid-12345', text: '好', reply: null }
    const linesOf = (change: object) => parseOutbox(JSON.stringify([{ ...line, ...change }]))
    expect(linesOf({})).toHaveLength(1)
    for (const change of [{ cid: 'short' }, { cid: 'no spaces in it' }, { text: '' }, { text: '长'.repeat(2_000) }]) {
      expect(linesOf(change)).toEqual([])
    }
    expect(linesOf({ reply: { id: 7 } })[0]?.reply).toBeNull()
    expect(linesOf({ sticker: {} })[0]).not.toHaveProperty('sticker')
    fc.assert(
      fc.property(fc.json(), fc.array(fc.jsonValue()), (text, lines) => {
        parseOutbox(text)
        const many = [...lines, ...Array.from({ length: MAX_UNSENT_MESSAGES * 2 }, () => line)]
        expect(parseOutbox(JSON.stringify(many)).length).toBeLessThanOrEqual(MAX_UNSENT_MESSAGES)
      }),
    )
  })
})
