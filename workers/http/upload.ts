import { toHex } from '#protocol/bytes.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { MAX_UPLOAD_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { FileRules } from '#protocol/endpoints/endpoint.ts'
import type { Failure } from '#protocol/result.ts'
import type { FileMetadata } from '#protocol/upload.ts'
import type { UploadFile, UploadProgress } from '#protocol/worker/api.ts'
import type { TransportDependencies, UploadInit } from '../dependencies.ts'
import type { Reply } from './response.ts'

/** Files on their way, with what the sealed part says of them. */
export interface UploadTask {
  readonly files: readonly UploadFile[]
  readonly facts: readonly FileMetadata[]
  onProgress(progress: UploadProgress): void
}

/** Why a file cannot be sent; the rest of the form is kept by the screen. */
export type FileProblem = 'none' | 'too-many' | 'empty' | 'too-large' | 'wrong-type'

const NAME_MAX_CHARACTERS = 255

/** What is wrong with these files under the row's rules, as details of PARAM_ERROR; null when they may be sent. */
export function checkFiles(rules: FileRules, files: readonly UploadFile[]): Failure | null {
  const whole = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const problems = files.flatMap((file) => {
    const problem = problemOf(rules, file)
    return problem ? [{ name: file.name, problem }] : []
  })
  if (files.length === 0) problems.push({ name: '', problem: 'none' })
  if (files.length > rules.maxFiles) problems.push({ name: '', problem: 'too-many' })
  if (whole > MAX_UPLOAD_BYTES) problems.push({ name: '', problem: 'too-large' })
  if (problems.length === 0) return null
  return failureOf(CODES.PARAM_ERROR, { details: { files: problems } })
}

function problemOf(rules: FileRules, { type, bytes }: UploadFile): FileProblem | null {
  if (bytes.length === 0) return 'empty'
  if (bytes.length > rules.maxBytes) return 'too-large'
  return rules.types.includes(type) ? null : 'wrong-type'
}

/** Settled 3: the hashes that bind the files, which travel in clear, to the sealed part. */
export async function uploadTask(
  backend: Pick<CryptoBackend, 'sha256'>,
  files: readonly UploadFile[],
  onProgress: UploadTask['onProgress'],
): Promise<UploadTask> {
  const facts: FileMetadata[] = []
  for (const { name, type, bytes } of files) {
    const sha256 = toHex(await backend.sha256(bytes))
    facts.push({ name: name.slice(0, NAME_MAX_CHARACTERS), type, size: bytes.length, sha256 })
  }
  return { files, facts, onProgress }
}

/** Sends a multipart body and tells how much of it is on the wire. Null when nothing came. */
export async function sendUpload(
  dependencies: Pick<TransportDependencies, 'sendBody' | 'now'>,
  url: string,
  init: UploadInit,
  task: UploadTask,
): Promise<Reply | null> {
  const sentAt = dependencies.now()
  const total = init.parts.reduce((sum, part) => sum + part.length, 0)
  try {
    const answer = await dependencies.sendBody(url, init, (sent) =>
      task.onProgress({ sent: Math.min(sent, total), total }),
    )
    return { ...answer, bytes: null, riskToken: null, sentAt, receivedAt: dependencies.now() }
  } catch {
    return null
  }
}
