import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { Outbox } from '#server/members/messenger/outbox.ts'
import { SmtpMessenger } from '#server/members/messenger/smtp.ts'
import { messengerSuite, type MessengerUnderTest } from './messenger.suite.ts'

const servers: SMTPServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((closed) => server.close(closed))))
})

/** A mail server on this machine that accepts mail of one user. */
async function mailServer(): Promise<MessengerUnderTest & { readonly subjects: string[] }> {
  const mails: { to: string; text: string }[] = []
  const subjects: string[] = []
  let isBroken = false
  const server = new SMTPServer({
    hideSTARTTLS: true,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'grandstand' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) => done(isBroken ? new Error(`550 unknown ${address}`) : null),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const [head = '', body = ''] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n')
        subjects.push(head)
        const isBase64 = /transfer-encoding: base64/i.test(head)
        const text = isBase64 ? Buffer.from(body, 'base64').toString('utf8') : body
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text })
        done()
      })
    },
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const messenger = new SmtpMessenger({
    url: `smtp://grandstand:p%40ss@127.0.0.1:${port}`,
    from: '看台 <no-reply@example.com>',
  })
  return {
    messenger,
    subjects,
    arrived: () => mails,
    breakGateway: async () => {
      isBroken = true
    },
  }
}

messengerSuite('SMTP', mailServer)

messengerSuite('outbox', async () => {
  const outbox = new Outbox({ now: () => 1_795_000_000_000 })
  return {
    messenger: outbox,
    arrived: () =>
      outbox
        .list()
        .map(({ to, text }) => ({ to, text }))
        .toReversed(),
  }
})

describe('SMTP', () => {
  it('rejects text messages', async () => {
    const messenger = new SmtpMessenger({ url: 'smtp://127.0.0.1:1', from: 'no-reply@example.com' })
    const message = { channel: 'sms', to: '+86 13812345678', subject: '', text: 'x' } as const
    await expect(messenger.send(message)).rejects.toThrow('SMTP does not send sms')
    await messenger.close()
  })

  it('rejects if the server does not accept connections', async () => {
    const messenger = new SmtpMessenger({ url: 'smtp://127.0.0.1:1', from: 'no-reply@example.com' })
    const message = { channel: 'mail', to: 'fan@example.com', subject: 's', text: 'x' } as const
    await expect(messenger.send(message)).rejects.toThrow(/did not respond/)
    await messenger.close()
  })
})

describe('the outbox', () => {
  it('keeps the newest messages only', async () => {
    const outbox = new Outbox({ now: () => 0, max: 3 })
    for (const to of ['a', 'b', 'c', 'd']) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await outbox.send({ channel: 'sms', to, subject: '', text: to })
    }
    expect(outbox.list().map(({ to }) => to)).toEqual(['d', 'c', 'b'])
  })
})
