/* Apart from the schemas, because pages use these. */

/** What a feedback is about (S1.27). */
export const FEEDBACK_TYPES = ['account', 'deposit', 'withdraw', 'play', 'live', 'idea', 'other'] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

/** S3.10: open, replied, closed. */
export const FEEDBACK_STATES = ['0', '1', '2'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

/** Characters of a feedback or of a reply. */
export const FEEDBACK_TEXT_MAX = 500
export const FEEDBACK_PICTURES_MAX = 3
/** Feedbacks of a member that are not closed. */
export const FEEDBACK_OPEN_MAX = 5
/** Feedbacks of a member in 24 hours. */
export const FEEDBACK_PER_DAY = 10
/** Replies of a member one after the other, until an operator answers. */
export const FEEDBACK_REPLIES_IN_ROW = 5

/** How much a member has written. */
export interface FeedbackLoad {
  readonly open: number
  /** In the last 24 hours. */
  readonly ofDay: number
}

/** Why a member may not submit another feedback now, or null. */
export function feedbackRefusal({ open, ofDay }: FeedbackLoad): string | null {
  if (open >= FEEDBACK_OPEN_MAX) return `有 ${FEEDBACK_OPEN_MAX} 条反馈还没有处理完，请在原反馈里补充`
  return ofDay >= FEEDBACK_PER_DAY ? `24 小时内最多提交 ${FEEDBACK_PER_DAY} 条反馈，请稍后再来` : null
}

/** A part of a thread: who wrote it. */
interface ThreadPart {
  readonly by: 'member' | 'operator'
}

/** Why a member may not reply in a thread now, or null. `replies` are the oldest first. */
export function replyRefusal(status: FeedbackState, replies: readonly ThreadPart[]): string | null {
  if (status === '2') return '这条反馈已经关闭，请提交新的反馈'
  const own = replies.length - 1 - replies.findLastIndex(({ by }) => by === 'operator')
  return own >= FEEDBACK_REPLIES_IN_ROW ? `已连续补充 ${FEEDBACK_REPLIES_IN_ROW} 次，请等客服回复后再补充` : null
}

/** The state of a feedback after something was written in it. */
export function stateAfter(by: ThreadPart['by'], isClosed: boolean): FeedbackState {
  if (isClosed) return '2'
  return by === 'operator' ? '1' : '0'
}
