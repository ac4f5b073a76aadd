import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { UploadProgress } from '#protocol/worker/api.ts'
import { RIGHT_CODE } from './support/lt1-safety.ts'
import type { Suite } from './support/suite.ts'

const IMAGES = 'upload/v1/images'

function picture(bytes: number, type = 'image/png', name = '凭证.png'): File {
  return new File([Uint8Array.from({ length: bytes }, (_, index) => index & 255)], name, { type })
}

/** All encodings of parameters and responses. */
export function encodingsSuite(suite: Suite): void {
  describe('encodings', () => {
    it('S7.1 S7.3 S7.4 send sealed JSON bodies, query strings and DELETE', async () => {
      const page = await suite.openSignedIn()
      expect(await page.client.calls.call('site.queryBanners', { position: 'home' })).toMatchObject({ ok: true })
      expect(await page.client.calls.call('site.bannerList', { position: 'top' })).toMatchObject({ ok: true })
      expect(await page.client.calls.call('device.remove', { id: 'device-1' })).toMatchObject({ ok: true })
      expect(await page.client.calls.call('device.remove', { id: 'device-2' })).toMatchObject({ code: CODES.NOT_FOUND })
      const params = async (path: string) => (await suite.control.calls(path)).map((call) => call.params)
      expect(await params('queryBannerList')).toEqual([{ position: 'home' }])
      expect(await params('banner-list')).toEqual([{ position: 'top' }])
      expect(await params('device/v1/remove')).toEqual([{ id: 'device-1' }, { id: 'device-2' }])
    })

    it('S7.12 omit the token for banner-list, and S7.5 send it with all other calls', async () => {
      const page = await suite.openSignedIn()
      await page.client.calls.call('site.bannerList', { position: 'home' })
      await page.client.calls.call('site.queryBanners', { position: 'home' })
      const token = page.profile.session.getItem('tb-token')
      expect(token).not.toBeNull()
      expect((await suite.control.calls('banner-list')).map((call) => call.token)).toEqual([''])
      expect((await suite.control.calls('queryBannerList')).map((call) => call.token)).toEqual([token])
    })

    it('settled 3 return blobs as bytes with media type, and their refusals as failures', async () => {
      const page = await suite.openSignedIn()
      const response = await page.client.calls.call('upload.image', { id: 'picture-0' })
      expect(response).toMatchObject({ ok: true, data: { type: 'image/png' } })
      if (response.ok) expect([...response.data.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
      expect(await page.client.calls.call('upload.image', { id: 'picture-9' })).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('settled 3 upload files with one sealed part and report progress', async () => {
      const page = await suite.openSignedIn()
      const progress: UploadProgress[] = []
      const files = [picture(1_500_000), picture(10, 'image/webp', '../../小图".webp')]
      const onProgress = (state: UploadProgress) => void progress.push(state)
      const response = await page.client.calls.upload('upload.images', { purpose: 'proof' }, files, { onProgress })
      expect(response).toMatchObject({
        ok: true,
        data: {
          list: [
            { type: 'image/png', size: 1_500_000 },
            { type: 'image/webp', size: 10 },
          ],
        },
      })
      expect((await suite.control.calls(IMAGES)).map((call) => call.params)).toEqual([{ purpose: 'proof' }])
      const { sent, total } = progress.at(-1) ?? { sent: 0, total: -1 }
      expect(sent).toBe(total)
      expect(total).toBeGreaterThan(1_500_010)
      expect(progress.map((state) => state.sent)).toEqual(progress.map((state) => state.sent).toSorted((a, b) => a - b))
    })

    it('settled 3 refuse invalid files before anything is sent', async () => {
      const page = await suite.openSignedIn()
      const send = (files: File[]) => page.client.calls.upload('upload.images', { purpose: 'feedback' }, files)
      const refused = (problem: string) => ({
        ok: false,
        code: CODES.PARAM_ERROR,
        details: { files: [expect.objectContaining({ problem })] },
      })
      expect(await send([])).toMatchObject(refused('none'))
      expect(await send([picture(0)])).toMatchObject(refused('empty'))
      expect(await send([picture(9, 'image/svg+xml')])).toMatchObject(refused('wrong-type'))
      expect(await send([picture(5 * 1024 * 1024 + 1)])).toMatchObject(refused('too-large'))
      expect(await send([picture(1), picture(1), picture(1), picture(1)])).toMatchObject(refused('too-many'))
      expect(await suite.control.calls(IMAGES)).toEqual([])
    })

    it('settled 5 repeat an upload after REKEY', async () => {
      const page = await suite.openSignedIn()
      await suite.control.restart()
      expect(await page.client.calls.upload('upload.images', { purpose: 'proof' }, [picture(99)])).toMatchObject({
        ok: true,
      })
    })

    it('S4.21 add the result of a safety check to the fields of an upload', async () => {
      const page = await suite.openSignedIn()
      await suite.control.protect(IMAGES, { imageCode: 1, afs: 0, anji: 0 })
      const response = page.client.calls.upload('upload.images', { purpose: 'proof' }, [picture(99)])
      await page.notice('verification')
      const codeId = 'code-0123456789abcdef'
      await page.client.completeVerification({ safeType: 'imageCode', codeId, imgCode: RIGHT_CODE })
      expect(await response).toMatchObject({ ok: true })
      const [first, second] = await suite.control.calls(IMAGES)
      expect(first?.params).toEqual({ purpose: 'proof' })
      expect(second?.params).toEqual({ purpose: 'proof', safeType: 'imageCode', codeId, imgCode: RIGHT_CODE })
      expect(second?.nonce).not.toBe(first?.nonce)
    })

    it('abort requests of calls and uploads', async () => {
      const page = await suite.openSignedIn()
      await suite.control.fail('queryBannerList', ['hang'])
      await suite.control.fail(IMAGES, ['hang'])
      const abort = new AbortController()
      const { signal } = abort
      const responses = [
        page.client.calls.call('site.queryBanners', { position: 'home' }, { signal }),
        page.client.calls.upload('upload.images', { purpose: 'proof' }, [picture(999)], { signal }),
      ]
      await suite.control.whenHanging(2)
      abort.abort()
      for (const response of responses) expect(await response).toMatchObject({ ok: false, code: CODES.ABORTED })
      await suite.control.whenHanging(0)
    })
  })
}
