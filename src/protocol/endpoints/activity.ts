import * as z from 'zod/mini'
import { ACTIVITY_CATEGORIES, ACTIVITY_NAMES } from '../activities/definition.ts'
import { MEMBER_SEED } from '../games/draw.ts'
import { ACTIVITY_STATES } from '../rules/activity-states.ts'
import { Received } from './club.ts'
import { endpoint } from './endpoint.ts'
import { count, nothing, pageNum, publicId, RewardCurrency, text } from './shapes.ts'

const name = z.enum(ACTIVITY_NAMES)
const activityId = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))
/** Identifies a part of the member in the activity: a day, a task, a draw. */
const cycle = z.string().check(z.regex(/^[A-Za-z0-9-]{1,32}$/))
/** JSON whose fields depend on the kind of activity. */
const details = z.record(z.string(), z.unknown())

/** Why a member cannot take part. `visitor`: not signed in. `limit`: a limit of responsible play is reached. */
const ACTIVITY_BLOCKS = ['visitor', 'currency', 'grade', 'limit'] as const
export type ActivityBlock = (typeof ACTIVITY_BLOCKS)[number]

/** The part of the member in a cycle (E.8). */
const Step = z.object({
  cycle,
  status: z.enum(ACTIVITY_STATES),
  /** Minor units of the activity's currency. */
  amount: count,
  /** Until when it can begin or be claimed, in epoch milliseconds, exclusive. */
  until: z.int(),
  data: details,
})
export type ActivityStep = z.infer<typeof Step>

/** The next draw: the hash of its seed (`draw.ts` of the games), its number, and the draws that are left. */
const ActivityDraw = z.object({ commitment: text(64), nonce: count, left: count })
export type ActivityDraw = z.infer<typeof ActivityDraw>

/** A round of a red packet rain. Members get its packets in the order that the seed of `commitment` gives them. */
const RainRound = z.object({
  roundId: cycle,
  /** Epoch milliseconds, `end` is exclusive. */
  start: z.int(),
  end: z.int(),
  /** The SHA-256 of the seed. */
  commitment: text(64),
  packets: count,
  taken: count,
})

const activityCall = { access: 'member', refusedTags: ['ACT_BLACK'], playAction: 'promotion' } as const

/** Activities and the invitation of friends (S1.21, Annex D.8). Campaigns are public. */
export const activityEndpoints = {
  'activity.carnivalCheck': endpoint({
    path: '/api/site/group/activity/carnival/v1/check',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    readOnly: true,
    summary: 'A campaign, by default the newest one (S2.8).',
    request: z.strictObject({ activityId: z.optional(publicId) }),
    data: z.object({
      activityId: publicId,
      title: text(64),
      summary: text(200),
      img: text(256),
      /** Epoch milliseconds, `end` is exclusive. */
      start: z.int(),
      end: z.int(),
      rule: z.array(text(300)),
      /** Links to paths of this site. */
      stops: z.array(z.object({ title: text(64), text: text(200), path: text(128) })),
    }),
  }),
  'activity.list': endpoint({
    path: '/api/site/group/activity/v1/list',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    readOnly: true,
    summary: 'Activities that run or will, the earliest end first (S1.17).',
    request: nothing,
    data: z.object({
      list: z.array(
        z.object({
          activityId,
          name,
          title: text(64),
          summary: text(200),
          category: z.enum(ACTIVITY_CATEGORIES),
          start: z.int(),
          end: z.int(),
        }),
      ),
    }),
  }),
  'activity.check': endpoint({
    path: '/api/site/group/activity/{name}/v1/check',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    readOnly: true,
    summary: 'An activity, by default the current one of its kind, with the parts of this member (S4.14, E.8).',
    request: z.strictObject({ name, activityId: z.optional(activityId) }),
    data: z.object({
      activityId,
      name,
      title: text(64),
      summary: text(200),
      rule: details,
      currency: RewardCurrency,
      /** Epoch milliseconds, exclusive ends. What was won can be claimed until `claimUntil`. */
      start: z.int(),
      end: z.int(),
      claimUntil: z.int(),
      /** An operator has ended it early. */
      isStopped: z.boolean(),
      budget: count,
      /** The part of the budget that is promised to nobody. */
      left: count,
      block: z.nullable(z.enum(ACTIVITY_BLOCKS)),
      steps: z.array(Step),
      progress: details,
      /** Null without draws, and while nobody can draw. */
      draw: z.nullable(ActivityDraw),
    }),
  }),
  'activity.apply': endpoint({
    ...activityCall,
    path: '/api/site/group/activity/{name}/v1/apply',
    summary: 'Takes part. The same application again has the same result; another one for the cycle is refused.',
    request: z.strictObject({ name, activityId, cycle, input: z.optional(details) }),
    data: z.object({ step: Step }),
  }),
  'activity.draw': endpoint({
    ...activityCall,
    path: '/api/site/group/activity/{name}/v1/draw',
    summary: 'Draws with the published seed and that of the member. The same draw again has the same result.',
    request: z.strictObject({ name, activityId, nonce: count, memberSeed: z.string().check(z.regex(MEMBER_SEED)) }),
    data: z.object({ step: Step }),
  }),
  'activity.receive': endpoint({
    ...activityCall,
    path: '/api/site/group/activity/{name}/v1/receive',
    idempotent: true,
    summary: 'Claims what a part has won, once (I8).',
    request: z.strictObject({ name, activityId, cycle }),
    data: Received,
  }),
  'activity.records': endpoint({
    ...activityCall,
    path: '/api/site/group/activity/{name}/v1/records',
    readOnly: true,
    summary: 'Parts of this member in activities of a kind, the newest first.',
    request: z.strictObject({ name, pageNum }),
    data: z.object({
      list: z.array(
        z.object({
          activityId,
          title: text(64),
          cycle,
          status: z.enum(ACTIVITY_STATES),
          amount: count,
          currency: RewardCurrency,
          data: details,
          at: z.int(),
        }),
      ),
      total: count,
      pageNum: count,
      pageSize: count,
    }),
  }),
  'redRain.round': endpoint({
    path: '/api/site/group/activity/redRain/v1/round',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    readOnly: true,
    summary: 'The round of the red packet rain that runs or comes next, and the last one with its seed (S7.103).',
    request: z.strictObject({ activityId: z.optional(activityId) }),
    data: z.object({
      activityId,
      currency: RewardCurrency,
      /** Null after the last round, and when the budget cannot pay a whole one. */
      round: z.nullable(
        z.object({
          ...RainRound.shape,
          /** What this member has got in it; null before. */
          own: z.nullable(count),
        }),
      ),
      last: z.nullable(
        z.object({ ...RainRound.shape, seed: text(64), own: z.nullable(z.object({ packet: count, amount: count })) }),
      ),
      serverTime: z.int(),
      block: z.nullable(z.enum(ACTIVITY_BLOCKS)),
    }),
  }),
  'redRain.grab': endpoint({
    ...activityCall,
    path: '/api/site/group/activity/redRain/v1/grab',
    idempotent: true,
    summary: 'Takes a packet of the running round, once per member and round, and pays it at once (S7.103, I8).',
    request: z.strictObject({ activityId, roundId: cycle }),
    data: Received,
  }),
  'invite.link': endpoint({
    path: '/api/site/group/activity/invite/v1/link',
    access: 'member',
    refusedTags: ['ACT_BLACK'],
    playAction: 'promotion',
    summary: "The member's invitation: its codes and a path that contains them.",
    request: nothing,
    data: z.object({ url: text(256), i_code: text(16), r_code: text(16) }),
  }),
} as const
