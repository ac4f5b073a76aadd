import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { UploadProgress } from '#protocol/worker/api.ts'
import type { ServerControl } from './support/control.ts'
import { FaultyProxy } from './support/faulty-proxy.ts'
import { PNG } from './support/lt1-site.ts'
import { Page } from './support/page.ts'
import { overMessageChannel } from './support/platforms.ts'
import { RealServer } from './support/real-server.ts'

const MEMBER = { name: 'fan001', password: 'Play2026x' }

/** All kinds of calls, and two origins, with the real server. */
describe('every call on the real server', () => {
  let server: RealServer
  let first: FaultyProxy
  let second: FaultyProxy
  const pages: Page[] = []

  beforeAll(async () => {
    first = await FaultyProxy.start()
    second = await FaultyProxy.start()
    server = await RealServer.start({ API_DOMAINS: second.origin })
    first.forwardTo(server.origin)
    second.forwardTo(server.origin)
  }, 120_000)

  afterEach(async () => {
    for (const page of pages.splice(0)) page.client.close()
    await first.setFault(null)
  })

  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()])
    await server.stop()
  })

  async function open(): Promise<Page> {
    const where = async () => ({ origin: first.origin, identity: await server.identity() })
    const page = await Page.open(overMessageChannel(), { where } as ServerControl)
    pages.push(page)
    return page
  }

  async function openSignedIn(): Promise<Page> {
    const page = await open()
    expect(await page.client.signIn(MEMBER)).toMatchObject({ ok: true })
    return page
  }

  it('settled 3 S7.4 uploads, returns and removes a picture', async () => {
    const page = await openSignedIn()
    const progress: UploadProgress[] = []
    const file = new File([PNG], '凭证.png', { type: 'image/png' })
    const onProgress = (state: UploadProgress) => void progress.push(state)
    const sent = await page.client.calls.upload('upload.images', { purpose: 'proof' }, [file], { onProgress })
    if (!sent.ok) throw new Error(JSON.stringify(sent))
    const [picture] = sent.data.list
    expect(picture).toMatchObject({ type: 'image/png' })
    expect(progress.at(-1)?.sent).toBe(progress.at(-1)?.total)
    const id = picture?.id ?? ''
    const back = await page.client.calls.call('upload.image', { id })
    expect(back).toMatchObject({ ok: true, data: { type: 'image/png' } })
    if (back.ok) expect(back.data.bytes.subarray(0, 8)).toEqual(PNG.subarray(0, 8))
    expect(await page.client.calls.call('upload.remove', { id })).toMatchObject({ ok: true })
    expect(await page.client.calls.call('upload.image', { id })).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('S4.22 S4.23 announces an access caveat with its data and isGo', async () => {
    const page = await open()
    const data = { maintainStatus: 1, reason: '线路调整中' }
    const provoked = { path: '/banner/v1/', code: CODES.ACCESS_CAVEAT_CODE, times: 2, data }
    expect(await page.client.calls.call('demo.provoke', provoked)).toMatchObject({ ok: true })
    const refused = { ok: false, code: CODES.ACCESS_CAVEAT_CODE, details: data }
    expect(await page.client.calls.call('site.queryBanners', { position: 'home' })).toMatchObject(refused)
    expect(await page.client.calls.call('site.queryBanners', { position: 'home' }, { isGo: true })).toMatchObject(
      refused,
    )
    const [stopped, going] = [await page.notice('outcome'), await page.notice('outcome', 1)]
    expect(stopped).toMatchObject({ code: CODES.ACCESS_CAVEAT_CODE, details: data, status: 200 })
    expect(stopped).not.toHaveProperty('isGo')
    expect(going).toMatchObject({ code: CODES.ACCESS_CAVEAT_CODE, details: data, isGo: true })
  })

  it('settled 3 refuses a file with a wrong media type', async () => {
    const page = await openSignedIn()
    const file = new File(['<svg onload="alert(1)">'], 'a.png', { type: 'image/png' })
    expect(await page.client.calls.upload('upload.images', { purpose: 'proof' }, [file])).toMatchObject({
      ok: false,
      code: CODES.PARAM_ERROR,
    })
  })

  it('S7.3 S7.12 S7.15 reads banners and news by query, then from the cache', async () => {
    const page = await open()
    const banners = () => page.client.calls.call('site.bannerList', { position: 'home' })
    const news = () => page.client.calls.call('news.list', { category: 'all', pageNum: 1 })
    const responses = [await banners(), await news()]
    expect(responses).toMatchObject([{ ok: true }, { ok: true }])
    expect([await banners(), await news()]).toEqual(responses)
  })

  it('S7.114 plays a video by signed query and encrypted response', async () => {
    const page = await open()
    const list = await page.client.calls.call('live.popularList', { size: 200, page: 1, kind: 'football' })
    const match = list.ok ? list.data.list.find((one) => one.anchor_status === 1) : undefined
    const detail = await page.client.calls.call('live.detail', { eid: match?.eid ?? '' })
    const matchId = detail.ok ? detail.data.match.matchId : ''
    expect(await page.client.calls.call('video.play', { matchId })).toMatchObject({ ok: true, data: { matchId } })
  })

  it.each(['status-502', 'refuse', 'half-way'] as const)(
    'S8.17 continues with session and room on the other origin after: %s',
    async (fault) => {
      const page = await openSignedIn()
      await page.profile.written('dc')
      const list = await page.client.calls.call('live.popularList', { size: 200, page: 1, kind: 'football' })
      const match = list.ok ? list.data.list.find((one) => one.anchor_status === 1) : undefined
      const room = page.join(match?.chatRoomNo ?? '')
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      await first.setFault(fault)
      expect(await page.client.calls.call('auth.session', {})).toMatchObject({ ok: true })
      expect((await page.notice('origin')).origin).toBe(second.origin)
      const sent = await room.say({ cid: `cid-line-${fault}`, text: `换线之后 ${fault}` })
      expect(sent).toMatchObject({ ok: true })
      if (sent.ok) await room.reached(sent.data.seq)
      expect(room.texts()).toContain(`换线之后 ${fault}`)
    },
  )
})
