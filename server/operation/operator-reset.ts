import { eq, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Transaction } from '../database/database.ts'
import { operator } from '../database/schema/console.ts'
import { StartError } from '../config/start-error.ts'
import { appendAudit } from './console/audit-log.ts'
import { type IssuedLink, Operators } from './console/operators.ts'
import { removeFactors } from './console/second-factor.ts'

/**
 * Lets an operator in again who has lost password and second factor, and whom no other operator can help: removes
 * password, authenticator, passkeys and recovery codes, ends the sessions, enables the account, and issues a link that
 * sets a new password. Written to the audit log. A server may run.
 *
 * @param now epoch milliseconds
 * @throws StartError if there is no such operator
 */
export async function resetOperator(db: DrizzleDatabase, name: string, now: number): Promise<IssuedLink> {
  const transaction = <Result>(work: (tx: Transaction) => Promise<Result>) => db.transaction(work)
  const operators = new Operators({ db, transaction }, { now: () => now })
  const found = await operators.findByName(name)
  if (!found) {
    const names = (await operators.list()).map((one) => one.name).join(', ')
    throw new StartError(`There is no operator ${name}; there is: ${names || 'none'}`)
  }
  const { id, role, isDisabled } = found
  return db.transaction(async (tx) => {
    const emptied = { passwordHash: null, totpSecret: null, isDisabled: false, version: sql`${operator.version} + 1` }
    await tx.update(operator).set(emptied).where(eq(operator.id, id))
    await removeFactors(tx, id)
    await appendAudit(tx, {
      at: now,
      operator: null,
      address: '',
      action: 'operator.reset',
      target: `operator ${found.name}`,
      before: { role, isDisabled },
      after: { hasPassword: false, hasSecondFactor: false, isDisabled: false },
    })
    return operators.renewLink(tx, id)
  })
}
