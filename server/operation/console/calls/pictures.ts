import { count, eq } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { PICTURES_MAX } from '#protocol/console/constants.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import type { Database } from '../../../database/database.ts'
import { contentPicture } from '../../../database/schema/site.ts'
import type { PictureDecoder } from '../../../members/uploads/picture-decoder.ts'
import { picturePath } from '../../../site/picture-routes.ts'
import { consoleFailure, type ConsoleHandlers } from '../console-call.ts'
import { readCover } from '../live-rooms.ts'

interface PictureServices {
  readonly database: Database
  readonly pictures: PictureDecoder
}

/** Handler of uploaded pictures of content. */
export function pictureHandlers({ database, pictures }: PictureServices): Pick<ConsoleHandlers, 'picture.add'> {
  return {
    async 'picture.add'({ picture }, call) {
      const read = await readCover(pictures, call.session, picture)
      if (!read.ok) return read
      const { hash, type } = read.data
      return database.transaction(async (tx) => {
        const [known] = await tx
          .select({ hash: contentPicture.hash })
          .from(contentPicture)
          .where(eq(contentPicture.hash, hash))
        const [stored] = await tx.select({ pictures: count() }).from(contentPicture)
        if (!known && (stored?.pictures ?? 0) >= PICTURES_MAX) {
          return failure(CODES.LIMIT_EXCEEDED, `最多保存 ${PICTURES_MAX.toLocaleString('en-US')} 张图片`)
        }
        await tx
          .insert(contentPicture)
          .values({ ...read.data, createdAt: call.now })
          .onConflictDoNothing()
        await call.audit(tx, { target: `picture ${hash}` })
        return success({ path: picturePath(hash, type) })
      })
    },
  }
}

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** A picture of a member as the console gets it; NOT_FOUND for none. */
export function consolePicture(
  picture: { readonly type: string; readonly bytes: Uint8Array } | null,
): Result<{ type: (typeof PICTURE_TYPES)[number]; base64: string }> {
  const type = PICTURE_TYPES.find((one) => one === picture?.type)
  if (!picture || !type) return consoleFailure(CODES.NOT_FOUND)
  return success({ type, base64: Buffer.from(picture.bytes).toString('base64') })
}
