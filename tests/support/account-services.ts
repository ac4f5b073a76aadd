import { OneTimeCodes } from '#server/members/codes/one-time-codes.ts'
import { Tickets } from '#server/members/codes/tickets.ts'
import { ContactCipher, MemberContacts } from '#server/members/contact.ts'
import { Messengers } from '#server/members/messenger/messenger.ts'
import { Outbox } from '#server/members/messenger/outbox.ts'
import { SecurityLog } from '#server/members/security/security-log.ts'
import type { Database } from '#server/database/database.ts'
import { testLog } from './logs.ts'

const SECRET = 'a secret of the tests, which is long enough'

/** Contacts, codes and tickets on a test database. Messages are in `outbox`. */
export function accountServices(store: Database, now: () => number) {
  const outbox = new Outbox({ now })
  const cipher = new ContactCipher(SECRET)
  const messengers = new Messengers([outbox])
  return {
    outbox,
    contacts: new MemberContacts(store, cipher),
    codes: new OneTimeCodes(store, { now, log: testLog(), secret: SECRET, cipher, messengers }),
    tickets: new Tickets(store, { now }),
    securityLog: new SecurityLog(store, { now }),
    secondFactor: null,
  }
}

/** The six digits in the newest message to a recipient. */
export function codeTo(outbox: Outbox, to: string): string {
  const message = outbox.list().find((one) => one.to === to)
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
}
