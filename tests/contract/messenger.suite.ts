import { describe, expect, it } from 'vitest'
import type { Message, Messenger } from '#server/members/messenger/messenger.ts'

export interface MessengerUnderTest {
  readonly messenger: Messenger
  /** Messages that arrived, oldest first. */
  readonly arrived: () => readonly { readonly to: string; readonly text: string }[]
  /** Makes the gateway refuse or lose the next messages. Absent if the adapter has no gateway. */
  readonly breakGateway?: () => Promise<void>
}

const TEXT = '【看台】验证码 012345，用于登录，5 分钟内有效。请勿告诉他人。'

/** Contract of {@link Messenger}: run it with every adapter, one per test. */
export function messengerSuite(name: string, open: () => Promise<MessengerUnderTest>): void {
  const messageTo = (messenger: Messenger, to: string, text = TEXT): Message => {
    const [channel = 'mail'] = messenger.channels
    return { channel, to, subject: '看台登录验证码', text }
  }

  describe(`the messenger ${name}`, () => {
    it('delivers a Chinese text to its recipient only', async () => {
      const { messenger, arrived } = await open()
      await messenger.send(messageTo(messenger, 'fan@example.com'))
      expect(arrived()).toEqual([{ to: 'fan@example.com', text: expect.stringContaining(TEXT) as string }])
      await messenger.close()
    })

    it('delivers concurrent messages completely', async () => {
      const { messenger, arrived } = await open()
      const names = Array.from({ length: 12 }, (_, at) => `fan${at}@example.com`)
      await Promise.all(names.map((to) => messenger.send(messageTo(messenger, to, `text for ${to}`))))
      expect(arrived().map(({ to, text }) => [to, text.includes(`text for ${to}`)])).toHaveLength(names.length)
      for (const { to, text } of arrived()) expect(text).toContain(`text for ${to}`)
      expect(new Set(arrived().map(({ to }) => to))).toEqual(new Set(names))
      await messenger.close()
    })

    it('does not let a recipient or a text add recipients or headers', async () => {
      const { messenger, arrived } = await open()
      const hostile = 'fan@example.com, thief@example.com\r\nBcc: thief@example.com'
      await messenger.send(messageTo(messenger, hostile, 'Bcc: thief@example.com')).catch(() => null)
      await messenger.send({ ...messageTo(messenger, 'fan@example.com'), subject: 'x\r\nBcc: thief@example.com' })
      expect(arrived().filter(({ to }) => to === 'thief@example.com')).toEqual([])
      await messenger.close()
    })

    it('rejects without text and recipient in the error if the gateway fails', async () => {
      const { messenger, breakGateway } = await open()
      if (breakGateway) {
        await breakGateway()
        const failed: unknown = await messenger.send(messageTo(messenger, 'fan@example.com')).catch((error) => error)
        expect(failed).toBeInstanceOf(Error)
        expect(String(failed)).not.toMatch(/012345|fan@example/)
      }
      await messenger.close()
    })

    it('may be closed twice', async () => {
      const { messenger } = await open()
      await messenger.close()
      await messenger.close()
    })
  })
}
