import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { readAnswer } from './answer.ts'
import { Deadline } from './deadline.ts'
import { fetchReply, jsonObject } from './reply.ts'

const ROW = ENDPOINTS['gateway.timeServer']

/** Whether the server answers at this origin: GET /timeServer (S7.41), within its 5 s. */
export async function probeLine(
  dependencies: Pick<TransportDependencies, 'fetch' | 'now' | 'setTimer'>,
  origin: string,
): Promise<boolean> {
  const deadline = new Deadline(dependencies, ROW.timeoutMs)
  const reply = await fetchReply(dependencies, origin + ROW.path, { method: ROW.method, signal: deadline.signal })
  deadline.finish()
  const answer = reply && readAnswer(jsonObject(reply.text))
  return answer?.code === CODES.SUCCESS && ROW.data.safeParse(answer.data).success
}
