import type { IncomingMessage } from 'node:http'
import { MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import type { FileRules } from '#protocol/endpoints/endpoint.ts'
import { UploadManifest } from '#protocol/upload.ts'
import type { ReadFiles } from '../../http/calls/context.ts'
import { readMultipart } from './multipart-reader.ts'
import { receiveFiles } from './received-files.ts'

/** The body of a multipart call while its envelope and permissions are checked. */
export interface Upload {
  /** The text of `xx`; undefined if the body is malformed or too long. Never rejects. */
  readonly sealed: Promise<string | undefined>
  /** Returns the parameters of the opened sealed part and a function that reads the files. */
  open(manifest: unknown): { readonly params: unknown; readonly readFiles?: ReadFiles }
  /** Discards unread data. */
  discard(): void
}

export function openUpload(request: IncomingMessage, rules: FileRules): Upload {
  const { 'content-type': contentType = '', 'content-length': length = '0' } = request.headers
  const body = readMultipart(request, contentType, rules)
  return {
    sealed: Number(length) > MAX_UPLOAD_BYTES ? Promise.resolve(undefined) : body.sealed,
    open(sealedPart) {
      const manifest = UploadManifest.safeParse(sealedPart)
      if (!manifest.success) return { params: undefined }
      const { fields, files } = manifest.data
      return { params: fields, readFiles: () => receiveFiles(body, files, rules) }
    },
    discard: () => body.discard(),
  }
}
