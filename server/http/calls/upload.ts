import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { Handlers } from './context.ts'
import { reencodePictures } from '../../members/uploads/reencode.ts'
import type { Uploads } from '../../members/uploads/uploads.ts'
import { MAX_PICTURES } from '../../members/uploads/uploads.ts'

type UploadCalls = Pick<Handlers, 'upload.images' | 'upload.image' | 'upload.remove'>

/** Pictures of a member, visible to that member only. */
export function uploadCalls({ uploads }: { readonly uploads: Uploads }): UploadCalls {
  return {
    'upload.images': async ({ purpose }, { session, readFiles }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (!readFiles) return failureOf(CODES.PARAM_ERROR)
      const received = await readFiles()
      if (!received.ok) return received
      const pictures = await reencodePictures(received.data.map(({ bytes }) => bytes))
      if (!pictures.ok) return pictures
      const list = await uploads.add(session.memberId, purpose, pictures.data)
      if (list) return success({ list })
      return failure(CODES.LIMIT_EXCEEDED, `图片最多保存 ${MAX_PICTURES} 张、共 60 MB，请先删除用不到的`)
    },

    'upload.image': async ({ id }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const picture = await uploads.find(session.memberId, id)
      return picture
        ? success({ type: picture.type, bytes: Uint8Array.from(picture.bytes) })
        : failureOf(CODES.NOT_FOUND)
    },

    'upload.remove': async ({ id }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      return (await uploads.remove(session.memberId, id)) ? success({}) : failureOf(CODES.NOT_FOUND)
    },
  }
}
