import { FEEDBACK_PICTURES_MAX, FEEDBACK_TEXT_MAX, FEEDBACK_TYPES } from '#protocol/club/feedback.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import type { Feedback } from '../../members/feedback.ts'

type FeedbackCalls = Pick<Handlers, Extract<keyof Handlers, `feedback.${string}`>>

/** Feedback of the calling member (S1.27). */
export function feedbackCalls({ feedback }: { readonly feedback: Feedback }): FeedbackCalls {
  return {
    'feedback.types': async () =>
      success({ types: [...FEEDBACK_TYPES], maxText: FEEDBACK_TEXT_MAX, maxImages: FEEDBACK_PICTURES_MAX }),
    'feedback.submit': (params, { session }) => feedback.submit(session.memberId, params),
    'feedback.list': async (page, { session }) =>
      success({ ...(await feedback.list(session.memberId, page)), ...page }),
    'feedback.detail': ({ id }, { session }) => feedback.find(session.memberId, id),
    'feedback.reply': (params, { session }) => feedback.reply(session.memberId, params),
    'feedback.read': async ({ id }, { session }) =>
      (await feedback.read(session.memberId, id)) ? success({}) : failureOf(CODES.NOT_FOUND),
  }
}
