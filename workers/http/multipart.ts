import type { Bytes } from '#protocol/bytes.ts'
import { concatBytes, utf8 } from '#protocol/bytes.ts'
import { filePartName, SEALED_PART } from '#protocol/upload.ts'
import type { UploadFile } from '#protocol/worker/api.ts'

/**
 * The body of a multipart row (settled 3): the sealed part first, then the files. Their names travel in the sealed part
 * alone; media types are those of the row, so that nothing given by a person is part of a header.
 */
export function multipartParts(xx: string, files: readonly UploadFile[], boundary: string): Bytes[] {
  const head = (name: string, more: string) =>
    utf8(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`)
  const parts = [concatBytes(head(SEALED_PART, ''), utf8(`${xx}\r\n`))]
  for (const [index, { type, bytes }] of files.entries()) {
    const name = filePartName(index)
    parts.push(head(name, `; filename="${name}"\r\nContent-Type: ${type}`), Uint8Array.from(bytes), utf8('\r\n'))
  }
  parts.push(utf8(`--${boundary}--\r\n`))
  return parts
}

export function multipartType(boundary: string): string {
  return `multipart/form-data; boundary=${boundary}`
}
