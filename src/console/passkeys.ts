import { CODES } from '#protocol/codes.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { type CeremonyProblem, createPasskey, requestPasskey } from '#lib/browser/web-authn.ts'
import { consoleCall } from './client.ts'

/** Creates a passkey and stores it. `password` is needed in an open session only. Never rejects. */
export async function addPasskey(label: string, password?: string): Promise<Result<ConsoleDataOf<'passkey.add'>>> {
  const prepared = await consoleCall('passkey.addOptions', password === undefined ? {} : { password })
  if (!prepared.ok) return prepared
  const created = await createPasskey(prepared.data.options)
  if ('problem' in created) return notCreated(created.problem)
  return consoleCall('passkey.add', { label, response: created.response })
}

/** Completes a sign-in with a passkey. Never rejects. */
export async function verifyPasskey(): Promise<Result<unknown>> {
  const prepared = await consoleCall('passkey.verifyOptions', {})
  if (!prepared.ok) return prepared
  const given = await requestPasskey(prepared.data.options)
  if ('problem' in given) return notCreated('cancelled')
  return consoleCall('passkey.verify', { response: given.response })
}

function notCreated(problem: CeremonyProblem): Failure {
  return failure(CODES.ABORTED, consoleText(`passkey.${problem}`))
}
