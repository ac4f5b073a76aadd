import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { Outbox } from '#server/members/messenger/outbox.ts'
import { requiresTls, SmtpMessenger } from '#server/members/messenger/smtp.ts'
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

describe('SMTP to a mail server that cannot be trusted', () => {
  const mail = { channel: 'mail', to: 'fan@example.com', subject: 's', text: 'x' } as const

  it.each([
    ['smtp://127.0.0.1:25', false],
    ['smtp://127.8.0.1:25', false],
    ['smtp://localhost', false],
    ['smtp://[::1]:587', false],
    ['smtp://user:secret@mail.example.com:587', true],
    ['smtp://127.example.com', true],
    ['smtp://localhost.example.com', true],
    ['smtp://10.0.0.5:25', true],
    ['smtp://[2001:db8::1]:25', true],
  ])('%s requires TLS: %s', (url, isRequired) => {
    expect(requiresTls(url)).toBe(isRequired)
  })

  /** Sends nothing but this text, again and again. */
  async function trickle(text: string): Promise<{ url: string; open: Set<Socket>; close: () => void }> {
    const open = new Set<Socket>()
    const server = createServer((socket) => {
      open.add(socket)
      const timer = setInterval(() => socket.write(text), 20)
      socket
        .on('error', () => undefined)
        .once('close', () => {
          clearInterval(timer)
          open.delete(socket)
        })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return { url: `smtp://127.0.0.1:${port}`, open, close: () => server.close() }
  }

  it('ends a mail after its time, also if the server sends a byte now and then', async () => {
    const { url, open, close } = await trickle('2')
    const messenger = new SmtpMessenger({ url, from: 'no-reply@example.com', maxSendMs: 300 })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => messenger.send(mail)))
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
    await expect.poll(() => open.size).toBe(0)
    await messenger.close()
    close()
  })

  it('refuses further mails while many wait, and accepts them again afterwards', async () => {
    const { url, close } = await trickle('2')
    const messenger = new SmtpMessenger({ url, from: 'no-reply@example.com', maxSendMs: 300, maxPending: 4 })
    const waiting = Array.from({ length: 4 }, () => messenger.send(mail).catch((error: unknown) => String(error)))
    await expect(messenger.send(mail)).rejects.toThrow('too many mails wait')
    expect(await Promise.all(waiting)).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching('did not respond')),
    )
    await expect(messenger.send(mail)).rejects.toThrow('did not respond')
    await messenger.close()
    close()
  })

  it('closes while a mail is on its way', async () => {
    const { url, open, close } = await trickle('2')
    const messenger = new SmtpMessenger({ url, from: 'no-reply@example.com' })
    const sending = messenger.send(mail).catch((error: unknown) => String(error))
    await expect.poll(() => open.size).toBe(1)
    await messenger.close()
    expect(await sending).toMatch('did not respond')
    close()
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
