import type { InboxKind } from '#protocol/inbox-limits.ts'
import type { InboxMessage } from '#protocol/endpoints/account/message.ts'

export type { InboxKind, InboxMessage }

export const INBOX_PATH = '/app/messages'

/** Order of the tabs. */
export const KINDS = ['notice', 'private', 'public'] as const satisfies readonly InboxKind[]

export function isInboxKind(kind: string | null | undefined): kind is InboxKind {
  return KINDS.some((one) => one === kind)
}

export const messagePath = ({ kind, id }: Pick<InboxMessage, 'kind' | 'id'>): string => `${INBOX_PATH}/${kind}/${id}`

/** The calls of each kind (Annex D.6). */
export const CALLS = {
  public: {
    list: 'publicMessage.list',
    detail: 'publicMessage.detail',
    read: 'publicMessage.read',
    delete: 'publicMessage.delete',
    sticky: 'publicMessage.sticky',
    readAll: 'publicMessage.oneKeyRead',
    deleteAll: 'publicMessage.oneKeyDelete',
  },
  private: {
    list: 'privateMessage.list',
    detail: 'privateMessage.detail',
    read: 'privateMessage.read',
    delete: 'privateMessage.delete',
    sticky: 'privateMessage.sticky',
    readAll: 'privateMessage.oneKeyRead',
    deleteAll: 'privateMessage.oneKeyDelete',
  },
  notice: {
    list: 'noticeMessage.list',
    detail: 'noticeMessage.detail',
    read: 'noticeMessage.read',
    delete: 'noticeMessage.delete',
    sticky: 'noticeMessage.sticky',
    readAll: 'noticeMessage.oneKeyRead',
    deleteAll: 'noticeMessage.oneKeyDelete',
  },
} as const

/** The list in the order of the server: those on top first, then the newest. */
export function inOrder(messages: readonly InboxMessage[]): InboxMessage[] {
  const unique = new Map(messages.map((message) => [message.id, message]))
  return [...unique.values()].sort(
    (one, other) =>
      Number(other.isTop) - Number(one.isTop) || other.createTime - one.createTime || (one.id < other.id ? 1 : -1),
  )
}
