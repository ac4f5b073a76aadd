import * as z from 'zod/mini'
import { text } from './endpoints/shapes.ts'

/** Name of the sealed part, which is the first one. The files follow as `file0`, `file1`, … in the order of `files`. */
export const SEALED_PART = 'xx'

export function filePartName(index: number): string {
  return `file${index}`
}

/** Metadata of one file in the sealed part. The bytes are not sealed. Their hash binds them to the call. */
export const FileMetadata = z.strictObject({
  name: text(255),
  /** Media type. The server detects it from the bytes. */
  type: text(64),
  size: z.int().check(z.positive()),
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type FileMetadata = z.infer<typeof FileMetadata>

/** The JSON inside `xx` of a multipart call (settled 3). `fields` has the shape of the endpoint's request. */
export const UploadManifest = z.strictObject({
  fields: z.unknown(),
  files: z.array(FileMetadata).check(z.maxLength(16)),
})
export type UploadManifest = z.infer<typeof UploadManifest>
