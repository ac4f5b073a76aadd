import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import { fromBase64Url } from '#protocol/bytes.ts'
import type { ReceivedFile, Reply } from './lt1-seal.ts'
import type { Lt1World } from './lt1-world.ts'

/** The smallest PNG. All pictures of the test server. */
export const PNG = fromBase64Url(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII',
)

/** Handles calls of the site, devices and pictures. Returns null for other calls. */
export function siteReply(
  world: Lt1World,
  name: EndpointName,
  params: Readonly<Record<string, string>>,
  files: readonly ReceivedFile[],
): Reply | null {
  world.serial += 1
  const once = { id: `response-${world.serial}`, title: `第${world.serial}次` }
  switch (name) {
    case 'site.domains':
      return world.origins
        ? { code: 0, data: { video: [], chat: [], ...world.origins } }
        : { code: CODES.NOT_FOUND, data: null }
    case 'site.bannerList':
    case 'site.queryBanners': {
      const banner = { ...once, img: '/a.png', imgH5: '/b.png', jumpType: 0, jumpUrl: '', start: 0, end: 1 }
      return { code: 0, data: { list: [banner] } }
    }
    case 'news.list':
      return { code: 0, data: { list: [], total: world.serial, pageNum: Number(params['pageNum']), pageSize: 20 } }
    case 'device.remove':
      return { code: params['id'] === 'device-1' ? 0 : CODES.NOT_FOUND, data: {} }
    case 'upload.images':
      return {
        code: 0,
        data: {
          list: files.map((file, index) => ({ id: `picture-${index}`, type: file.type, size: file.bytes.length })),
        },
      }
    case 'upload.image':
      return params['id'] === 'picture-0' ? { code: 0, data: null, blob: PNG } : { code: CODES.NOT_FOUND, data: null }
    case 'video.grant':
      return { code: 0, data: world.provider.grant() }
    default:
      return null
  }
}
