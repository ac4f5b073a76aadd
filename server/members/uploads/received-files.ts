import { createHash } from 'node:crypto'
import { CODES, failureOf } from '#protocol/codes.ts'
import { MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import type { FileRules } from '#protocol/endpoints/endpoint.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import type { FileMetadata } from '#protocol/upload.ts'
import { pictureTypeOf } from './media-type.ts'
import type { MultipartBody } from './multipart-reader.ts'

/** A file of a multipart call. Its type is detected from its bytes; its hash is the one in the sealed part. */
export interface UploadedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * Reads the files of a call and compares number, size, hash and detected media type with its sealed part. Any
 * difference is PARAM_ERROR.
 */
export async function receiveFiles(
  body: MultipartBody,
  expected: readonly FileMetadata[],
  rules: FileRules,
): Promise<Result<readonly UploadedFile[]>> {
  const problem = problemOf(expected, rules)
  if (problem) return problem
  const files = await body.files()
  if (files === null || files.length !== expected.length) return wrong('files', '与说明不符')
  const received: UploadedFile[] = []
  for (const [index, bytes] of files.entries()) {
    const file = expected[index]
    if (!file || !matchesManifest(bytes, file)) return wrong(`files.${index}`, '与说明不符')
    if (pictureTypeOf(bytes) !== file.type) return wrong(`files.${index}`, '格式不对')
    received.push({ name: file.name, type: file.type, bytes })
  }
  return success(received)
}

function problemOf(expected: readonly FileMetadata[], rules: FileRules): Failure | null {
  if (expected.length === 0) return wrong('files', '请选择图片')
  if (expected.length > rules.maxFiles) return wrong('files', `一次最多 ${rules.maxFiles} 张`)
  if (expected.reduce((sum, { size }) => sum + size, 0) > MAX_UPLOAD_BYTES) return wrong('files', '太大')
  for (const [index, { size, type }] of expected.entries()) {
    if (size > rules.maxBytes) return wrong(`files.${index}`, '太大')
    if (!rules.types.includes(type)) return wrong(`files.${index}`, '格式不对')
  }
  return null
}

function matchesManifest(bytes: Uint8Array, { size, sha256 }: FileMetadata): boolean {
  return bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256
}

function wrong(field: string, text: string): Failure {
  return failureOf(CODES.PARAM_ERROR, { details: { fields: { [field]: text } } })
}
