import { toHex } from '#protocol/bytes.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { FileRules } from '#protocol/endpoints/endpoint.ts'
import type { Failure } from '#protocol/result.ts'
import type { FileMetadata } from '#protocol/upload.ts'
import type { UploadFile, UploadProgress } from '#protocol/worker/api.ts'
import type { TransportDependencies, UploadInit } from '../dependencies.ts'
import type { HttpResponse } from './response.ts'

/** Files to upload, with the metadata for the sealed part. */
export interface UploadTask {
  readonly files: readonly UploadFile[]
  readonly metadata: readonly FileMetadata[]
  onProgress(progress: UploadProgress): void
}

/** Why a file is refused. `none` means that no file was given. */
type FileProblem = 'none' | 'too-many' | 'empty' | 'too-large' | 'wrong-type'

const NAME_MAX_CHARACTERS = 255

/** Checks files against the rules of an endpoint. Returns PARAM_ERROR with the problems as details, or null. */
export function checkFiles(rules: FileRules, files: readonly UploadFile[]): Failure | null {
  const totalBytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const problems = files.flatMap((file) => {
    const problem = problemOf(rules, file)
    return problem ? [{ name: file.name, problem }] : []
  })
  if (files.length === 0) problems.push({ name: '', problem: 'none' })
  if (files.length > rules.maxFiles) problems.push({ name: '', problem: 'too-many' })
  if (totalBytes > MAX_UPLOAD_BYTES) problems.push({ name: '', problem: 'too-large' })
  if (problems.length === 0) return null
  return failureOf(CODES.PARAM_ERROR, { details: { files: problems } })
}

function problemOf(rules: FileRules, { type, bytes }: UploadFile): FileProblem | null {
  if (bytes.length === 0) return 'empty'
  if (bytes.length > rules.maxBytes) return 'too-large'
  return rules.types.includes(type) ? null : 'wrong-type'
}

/** Settled 3: computes the hashes that bind the files, which are not sealed, to the sealed part. */
export async function uploadTask(
  backend: Pick<CryptoBackend, 'sha256'>,
  files: readonly UploadFile[],
  onProgress: UploadTask['onProgress'],
): Promise<UploadTask> {
  const metadata: FileMetadata[] = []
  for (const { name, type, bytes } of files) {
    const sha256 = toHex(await backend.sha256(bytes))
    metadata.push({ name: name.slice(0, NAME_MAX_CHARACTERS), type, size: bytes.length, sha256 })
  }
  return { files, metadata, onProgress }
}

/** Sends a multipart body and reports progress. Returns null on a network error. */
export async function sendUpload(
  dependencies: Pick<TransportDependencies, 'sendBody' | 'now'>,
  url: string,
  init: UploadInit,
  task: UploadTask,
): Promise<HttpResponse | null> {
  const sentAt = dependencies.now()
  const total = init.parts.reduce((sum, part) => sum + part.length, 0)
  try {
    const response = await dependencies.sendBody(url, init, (sent) =>
      task.onProgress({ sent: Math.min(sent, total), total }),
    )
    return { ...response, bytes: null, riskToken: null, sentAt, receivedAt: dependencies.now() }
  } catch {
    return null
  }
}
