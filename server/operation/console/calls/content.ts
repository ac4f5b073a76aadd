import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { CONTENT_BODIES, type ContentKind } from '#protocol/console/content-bodies.ts'
import type { contentActions, ContentItem } from '#protocol/console/content.ts'
import { ORDER_MAX, PAGE_ROWS } from '#protocol/console/constants.ts'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { PARAGRAPH_MAX_CHARACTERS } from '#protocol/rules/articles.ts'
import { looksLikeStaff } from '#protocol/rules/member/official-names.ts'
import { readStoredConfig, SITE_CONFIG_KEYS } from '#protocol/site-config.ts'
import { deploymentOf } from '#protocol/sites.ts'
import { offeredSafeTypes } from '#protocol/verification.ts'
import type { Logger } from '../../../config/log.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { operator, siteSetting } from '../../../database/schema/console.ts'
import { contentItem, siteRevision } from '../../../database/schema/site.ts'
import { uuidV7 } from '../../../database/uuid-v7.ts'
import type { Matches } from '../../../matches/matches.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { CONFIG_SETTING, type SiteContent } from '../../../site/site-content.ts'
import { pageOf } from '../audit-log.ts'
import { consoleFailure, type ConsoleHandlers, editConflict, refusable, refuse } from '../console-call.ts'

/** Only the slug of a help article must be unique. */
const SLUG_TAKEN = failure(CODES.NAME_TAKEN, '已有一篇文章使用这个网址')

/** What a field of a body must be, where the form does not say it. */
const BODY_PROBLEMS: ReadonlyMap<unknown, string> = new Map([
  ['alt', '有图片就要有文字说明'],
  ['jumpUrl', '以 / 开头的本站路径，或 https 链接'],
  ['path', '以 / 开头的本站路径'],
  ['linkTo', '以 / 开头的本站路径'],
  ['text', `不能为空，每段不超过 ${PARAGRAPH_MAX_CHARACTERS.toLocaleString('en-US')} 字`],
  ['value', '与渠道相符的邮箱、电话号码、本站页面或 https 链接'],
  ['slug', '2 到 40 位小写字母、数字和连字符'],
  ['linkLabel', '链接和按钮文字要一起填写'],
  ['order', `0 到 ${ORDER_MAX} 的整数`],
])

export interface ContentServices {
  readonly database: Database
  readonly content: SiteContent
  readonly rooms: Pick<RoomHub, 'post'>
  readonly matches: Pick<Matches, 'find'>
  readonly siteId: number
  readonly log: Pick<Logger, 'warn'>
}

type ContentHandlers = Pick<ConsoleHandlers, Exclude<keyof typeof contentActions, 'picture.add'>>

/** Handlers of the configuration and the content of the site. */
export function contentHandlers(services: ContentServices): ContentHandlers {
  return { ...configHandlers(services), ...itemHandlers(services) }
}

/** What pages read again after a change: names of endpoints, or their beginnings. */
const READS: Readonly<Record<ContentKind | 'config' | 'gift', readonly string[]>> = {
  config: ['site.'],
  gift: ['gift.'],
  announcement: ['site.announcements'],
  banner: ['site.bannerList', 'site.queryBanners'],
  floatWindow: ['site.floatWindows'],
  // Rooms get it as entries, see `RoomMarquee`.
  marquee: [],
  navigation: ['site.navigation'],
  help: ['site.helpArticles'],
  question: ['site.customerService'],
  contact: ['site.customerService'],
  news: ['news.'],
  // Tips show their experts.
  expert: ['tips.'],
  tip: ['tips.'],
}

export type PublishServices = Pick<ContentServices, 'content' | 'rooms' | 'log'>

/** Applies a change in this process and notifies all pages, which read again (S9.14). */
export async function publish({ content, rooms, log }: PublishServices, changed: keyof typeof READS): Promise<void> {
  await content.refresh()
  if (READS[changed].length === 0) return
  const entry = { kind: 'notice' as const, data: { text: '', reads: [...READS[changed]] } }
  // The change is stored. Pages that are not notified read it later.
  await rooms.post(SITE_ROOM, [entry]).catch((error: unknown) => log.warn({ err: error }, 'pages were not told'))
}

interface Change {
  readonly subject: string
  readonly version: number
  readonly value: unknown
  readonly reason: string
}

/**
 * Records a version of the configuration, an item, a gift or the settings of set-up. The lock keeps revisions in the order
 * of their commits.
 */
export async function record(
  tx: Transaction,
  change: Change,
  { session, now }: { readonly session: { readonly operator: { readonly id: string } }; readonly now: number },
): Promise<void> {
  await tx.execute(sql`lock table ${siteRevision} in share row exclusive mode`)
  await tx.insert(siteRevision).values({ ...change, operatorId: session.operator.id, createdAt: now })
}

function configHandlers(services: ContentServices) {
  const { database, content, siteId } = services
  const currency = deploymentOf(siteId).settleCurrency
  const view = (): ConsoleDataOf<'config.get'> => {
    const { version, values: stored } = content.stored
    const [values, defaults] = [content.configs[currency], content.configsWith({})[currency]]
    return { version, values: { ...values }, stored, defaults: { ...defaults }, fixed: [...content.fixedOf(currency)] }
  }
  return {
    'config.get': async () => success(view()),
    async 'config.save'({ version, stored, reason }, call) {
      const refusal = configRefusal(stored, services)
      if (refusal) return refusal
      const saved = await refusable(database, async (tx) => {
        const setting = { name: CONFIG_SETTING, value: {}, version: 0, updatedAt: call.now }
        await tx.insert(siteSetting).values(setting).onConflictDoNothing()
        const [row] = await tx.select().from(siteSetting).where(eq(siteSetting.name, CONFIG_SETTING)).for('update')
        if (row?.version !== version) return refuse(editConflict(row?.value))
        const next = { value: stored, version: version + 1, updatedAt: call.now }
        await tx.update(siteSetting).set(next).where(eq(siteSetting.name, CONFIG_SETTING))
        await record(tx, { subject: 'config', version: version + 1, value: stored, reason }, call)
        const line = { target: 'site configuration', before: row.value, after: { ...stored, reason } }
        await call.audit(tx, line)
        return success({})
      })
      if (!saved.ok) return saved
      await publish(services, 'config')
      return success(view())
    },
  } satisfies Partial<ContentHandlers>
}

/** A refusal with the problem of each field, or null for values that may be stored. */
function configRefusal(
  stored: Readonly<Record<string, unknown>>,
  { content, siteId }: ContentServices,
): Result<never> | null {
  const fixed: ReadonlySet<string> = new Set(content.fixedOf(deploymentOf(siteId).settleCurrency))
  const editable = SITE_CONFIG_KEYS.filter((key) => !fixed.has(key))
  const { values, problems } = readStoredConfig(stored, editable)
  const fields = Object.fromEntries(problems.map(({ key, reason }) => [key, reason]))
  if (problems.length > 0) return consoleFailure(CODES.PARAM_ERROR, { fields })
  const configs = Object.values(content.configsWith(values))
  if (configs.every(({ safeVerifyTypes }) => offeredSafeTypes(safeVerifyTypes).length > 0)) return null
  return consoleFailure(CODES.PARAM_ERROR, { fields: { safeVerifyTypes: '至少保留图形验证码或滑块中的一种' } })
}

function itemHandlers(services: ContentServices) {
  const { database, matches } = services
  const change = async <Data>(
    work: (tx: Transaction) => Promise<{ readonly kind: ContentKind; readonly data: Data }>,
  ): Promise<Result<Data>> => {
    const changed = await refusable(database, async (tx) => success(await work(tx)), { taken: SLUG_TAKEN })
    if (!changed.ok) return changed
    await publish(services, changed.data.kind)
    return success(changed.data.data)
  }
  return {
    'revision.list': async ({ subject, after }) => success(await readRevisions(database, subject, after)),
    async 'content.list'({ kind }) {
      const rows = await database.db
        .select()
        .from(contentItem)
        .where(eq(contentItem.kind, kind))
        .orderBy(asc(contentItem.id))
      return success({ list: rows.map(itemView) })
    },
    async 'content.save'({ id, version, reason, ...given }, call) {
      const body = CONTENT_BODIES[given.kind].safeParse(given.body)
      if (!body.success) {
        const fields = body.error.issues.map(({ path: [field = ''] }) => [
          field,
          BODY_PROBLEMS.get(field) ?? '格式不对',
        ])
        return consoleFailure(CODES.PARAM_ERROR, { fields: Object.fromEntries(fields) as Record<string, string> })
      }
      const { endsAt } = given
      // News have the time of their publication.
      const startsAt = given.startsAt ?? (given.kind === 'news' && given.isPublished ? call.now : null)
      if (startsAt !== null && endsAt !== null && startsAt >= endsAt) {
        return consoleFailure(CODES.PARAM_ERROR, { fields: { endsAt: '结束时间要晚于开始时间' } })
      }
      const edited = { id: id ?? uuidV7(call.now), version: version + 1 }
      const item: ContentItem = { ...given, startsAt, body: body.data, ...edited }
      return change(async (tx) => {
        const before = id === null ? null : await lockedItem(tx, id, version, given.kind)
        await checkReferences(tx, item, matches)
        if (before === null) await tx.insert(contentItem).values(item)
        else await tx.update(contentItem).set(item).where(eq(contentItem.id, item.id))
        await record(tx, { subject: item.id, version: item.version, value: item, reason }, call)
        await call.audit(tx, { target: targetOf(item), before, after: { ...item, reason } })
        return { kind: item.kind, data: { item } }
      })
    },
    'content.remove': ({ id, version, reason }, call) =>
      change(async (tx) => {
        const before = await lockedItem(tx, id, version)
        if (before.kind === 'expert') await refuseUsed(tx, id)
        await tx.delete(contentItem).where(eq(contentItem.id, id))
        await record(tx, { subject: id, version: version + 1, value: null, reason }, call)
        await call.audit(tx, { target: targetOf(before), before, after: { reason } })
        return { kind: before.kind, data: {} }
      }),
  } satisfies Partial<ContentHandlers>
}

const targetOf = ({ kind, id }: ContentItem): string => `${kind} ${id}`

const itemView = (row: typeof contentItem.$inferSelect): ContentItem => ({
  ...row,
  body: row.body as ContentItem['body'],
})

/** The item as it was read by the operator, locked. Refuses if it has changed since, or does not exist. */
async function lockedItem(tx: Transaction, id: string, version: number, kind?: ContentKind): Promise<ContentItem> {
  const [row] = await tx.select().from(contentItem).where(eq(contentItem.id, id)).for('update')
  if (!row || (kind !== undefined && row.kind !== kind)) return refuse(consoleFailure(CODES.NOT_FOUND))
  const item = itemView(row)
  return item.version === version ? item : refuse(editConflict(item))
}

/**
 * Refuses a tip whose author does not exist, a published marquee item of a room that does not exist, and an expert with
 * the name of staff (decision 194).
 */
async function checkReferences(
  tx: Transaction,
  { kind, body, isPublished }: ContentItem,
  matches: ContentServices['matches'],
): Promise<void> {
  if (kind === 'marquee' && isPublished && body['eid'] !== '' && matches.find(String(body['eid'])) === null) {
    refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { eid: '没有这个直播间' } }))
  }
  if (kind === 'expert' && looksLikeStaff(String(body['name']))) {
    refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { name: '不能用像工作人员的名字' } }))
  }
  if (kind !== 'tip') return
  const isAuthor = and(eq(contentItem.kind, 'expert'), eq(contentItem.id, String(body['expertId'])))
  // The lock keeps the author until the tip is stored.
  const [author] = await tx.select({ id: contentItem.id }).from(contentItem).where(isAuthor).for('share')
  if (!author) refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { expertId: '没有这位专家' } }))
}

/** Refuses to delete an expert who has tips. */
async function refuseUsed(tx: Transaction, expertId: string): Promise<void> {
  const isTip = and(eq(contentItem.kind, 'tip'), sql`${contentItem.body} ->> 'expertId' = ${expertId}`)
  const [tip] = await tx.select({ id: contentItem.id }).from(contentItem).where(isTip).limit(1)
  if (tip) refuse(failure(CODES.PARAM_ERROR, '这位专家还有推荐，请先删除推荐，或改为不发布'))
}

async function readRevisions(
  { db }: Pick<Database, 'db'>,
  subject: string,
  after: ConsoleRequestOf<'revision.list'>['after'],
): Promise<ConsoleDataOf<'revision.list'>> {
  const { id, version, value, reason, createdAt: at } = siteRevision
  const rows = await db
    .select({ id, version, value, reason, at, operator: operator.name })
    .from(siteRevision)
    .innerJoin(operator, eq(operator.id, siteRevision.operatorId))
    .where(and(eq(siteRevision.subject, subject), after === undefined ? undefined : lt(siteRevision.id, Number(after))))
    .orderBy(desc(siteRevision.id))
    .limit(PAGE_ROWS + 1)
  const views = rows.map((row) => ({ ...row, id: String(row.id) }))
  return pageOf(views, PAGE_ROWS, (row) => row.id)
}
