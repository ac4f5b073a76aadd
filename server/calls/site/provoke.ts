import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Provocations } from '../../http/access/provocations.ts'
import type { Handlers } from '../../http/context.ts'

/** Maximum JSON characters of a request, which is held in memory. */
const MAX_DATA = 4_096

/** Without `provocations` (outside demo mode) the call does not exist. */
export function provokeCalls({ provocations }: { provocations: Provocations | null }): Pick<Handlers, 'demo.provoke'> {
  return {
    'demo.provoke': async (params, { deviceId }) => {
      if (!provocations || deviceId === '') return failureOf(CODES.NOT_FOUND)
      if ((JSON.stringify(params.data) ?? '').length > MAX_DATA) {
        return failureOf(CODES.PARAM_ERROR, { details: { fields: { data: '太长' } } })
      }
      provocations.add(deviceId, params)
      return success({})
    },
  }
}
