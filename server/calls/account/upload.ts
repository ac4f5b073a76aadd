import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import type { EncodedPicture, PictureDecoder } from '../../members/uploads/picture-decoder.ts'
import { MAX_PICTURES, type Uploads } from '../../members/uploads/uploads.ts'

type UploadCalls = Pick<Handlers, 'upload.images' | 'upload.image' | 'upload.remove'>

interface UploadServices {
  readonly uploads: Uploads
  readonly pictures: PictureDecoder
}

/** Pictures of a member, visible to that member only. */
export function uploadCalls({ uploads, pictures }: UploadServices): UploadCalls {
  return {
    'upload.images': async ({ purpose }, call) => {
      const encoded = await receivePictures(pictures, call.session.memberId, call)
      if (!encoded.ok) return encoded
      const list = await uploads.add(call.session.memberId, purpose, encoded.data)
      if (list) return success({ list })
      return failure(CODES.LIMIT_EXCEEDED, `图片最多保存 ${MAX_PICTURES} 张、共 60 MB，请先删除用不到的`)
    },

    'upload.image': async ({ id }, { session }) => {
      const picture = await uploads.find(session.memberId, id)
      return picture
        ? success({ type: picture.type, bytes: Uint8Array.from(picture.bytes) })
        : failureOf(CODES.NOT_FOUND)
    },

    'upload.remove': async ({ id }, { session }) => {
      const removed = await uploads.remove(session.memberId, id)
      return removed ? success({ isKept: removed === 'kept' }) : failureOf(CODES.NOT_FOUND)
    },
  }
}

/** Reads and encodes the files of a call of a member. */
export async function receivePictures(
  pictures: PictureDecoder,
  memberId: string,
  { readFiles, signal }: CallContext,
): Promise<Result<readonly EncodedPicture[]>> {
  if (!readFiles) return failureOf(CODES.PARAM_ERROR)
  return pictures.receive({ owner: `member ${memberId}`, signal }, async () => {
    const received = await readFiles()
    return received.ok ? success(received.data.map(({ bytes }) => bytes)) : received
  })
}
