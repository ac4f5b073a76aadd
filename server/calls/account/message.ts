import { CODES, failureOf } from '#protocol/codes.ts'
import type { InboxKind } from '#protocol/inbox-limits.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { Inbox } from '../../members/inbox/inbox.ts'

type Noun = `${InboxKind}Message` | 'message'
type MessageCalls = Pick<Handlers, Extract<keyof Handlers, `${Noun}.${string}`>>
type KindCalls = Pick<Handlers, Extract<keyof Handlers, `publicMessage.${string}`>>

/** Messages of the calling member (Annex D.6). */
export function messageCalls({ inbox }: { readonly inbox: Inbox }): MessageCalls {
  return {
    ...callsOf(inbox, 'public'),
    ...renamed(callsOf(inbox, 'private'), 'private'),
    ...renamed(callsOf(inbox, 'notice'), 'notice'),
    'message.unread': async (_params, { session }) => success(await inbox.unread(session.memberId)),
    'message.deleteSeveral': async ({ ids }, { session }) =>
      success({ deleted: await inbox.delete(session.memberId, ids) }),
    'message.restore': async ({ ids }, { session }) =>
      success({ restored: await inbox.restore(session.memberId, ids) }),
  }
}

const found = (isFound: boolean) => (isFound ? success({}) : failureOf(CODES.NOT_FOUND))

function callsOf(inbox: Inbox, kind: InboxKind): KindCalls {
  return {
    'publicMessage.list': async (page, { session }) =>
      success({ ...(await inbox.list(session.memberId, kind, page)), ...page }),
    'publicMessage.detail': async ({ id }, { session }) => {
      const message = await inbox.find(session.memberId, kind, id)
      return message ? success(message) : failureOf(CODES.NOT_FOUND)
    },
    'publicMessage.read': async ({ id }, { session }) => found(await inbox.read(session.memberId, kind, id)),
    'publicMessage.delete': async ({ id }, { session }) =>
      found((await inbox.delete(session.memberId, [id], kind)).length > 0),
    'publicMessage.sticky': async ({ id, top }, { session }) =>
      found(await inbox.setTop(session.memberId, kind, id, top)),
    'publicMessage.oneKeyRead': async (_params, { session }) => {
      await inbox.readAll(session.memberId, kind)
      return success({})
    },
    'publicMessage.oneKeyDelete': async (_params, { session }) => {
      await inbox.deleteAll(session.memberId, kind)
      return success({})
    },
  }
}

type CallsOf<Kind extends InboxKind> = Pick<Handlers, Extract<keyof Handlers, `${Kind}Message.${string}`>>

/** The calls of a kind have the same requests and responses as those of the others. */
function renamed<Kind extends InboxKind>(calls: KindCalls, kind: Kind): CallsOf<Kind> {
  const entries = Object.entries(calls).map(([name, handler]) => [name.replace('public', kind), handler] as const)
  return Object.fromEntries(entries) as unknown as CallsOf<Kind>
}
