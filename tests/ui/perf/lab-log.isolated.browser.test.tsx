import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PerfPage } from '#app/pages/PerfPage.tsx'
import { encodeLink } from '#features/perf/engine/share.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { SHORT_RUN } from '../support/lab.ts'
import { type MountedRoutes, mountRoutes } from '../support/mount.tsx'

let mounted: MountedRoutes
afterEach(() => mounted.unmount())

/** Files of tests/load/corpus. */
const CORPUS = import.meta.glob<string>('../../load/corpus/*', { query: '?raw', import: 'default', eager: true })

function corpusText(name: string): string {
  const text = CORPUS[`../../load/corpus/${name}`]
  if (text === undefined) throw new Error(`no ${name}`)
  return text
}

const corpusFile = (name: string): File => new File([corpusText(name)], name)

async function compressed(name: string): Promise<File> {
  const stream = corpusFile(name).stream().pipeThrough(new CompressionStream('gzip'))
  return new File([await new Response(stream).blob()], `${name}.gz`)
}

function open(): void {
  const path = `/app/perf#${encodeLink({ settings: SHORT_RUN, summary: null })}`
  mounted = mountRoutes([{ path: '/app/perf', element: <PerfPage /> }], path)
}

const area = () => mounted.root.querySelector('[data-log]')
const state = () => area()?.getAttribute('data-log')
const account = () => mounted.root.querySelector('[data-log-account]')?.textContent ?? ''

async function drop(file: File): Promise<void> {
  await expect.poll(state).toBeDefined()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  area()?.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  area()?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

describe('a recorded log in the lab (D.8)', () => {
  it.each([
    ['youtube-live-chat.txt', 'yt-dlp', '读取8采用5跳过3消息3礼物1撤回2'],
    ['chat-downloader-array.txt', 'chat-downloader', '读取5采用3跳过2'],
    ['niconico.xml', 'Niconico XML', '读取6采用3跳过3消息2礼物1'],
    ['twitch-irc.txt', 'Twitch IRC', '读取7采用5跳过2消息2礼物1撤回3'],
    ['recorder.xml', 'Bilibili XML', '消息2礼物4'],
    ['twitch-embedded-first.txt', 'Twitch JSON', '消息2礼物1'],
    ['own-lines.txt', 'JSON Lines', '读取5采用4跳过1'],
  ])('%s is read in the worker and accounted for', async (name, format, counts) => {
    open()
    await drop(await compressed(name))
    await expect.poll(state).toBe('read')
    expect(account()).toContain(format)
    expect(account()).toContain(counts)
  })

  it('names skipped records by reason and line, and says what was done to the times', async () => {
    open()
    const damaged = Array.from({ length: 6 }, () => '{"t":').join('\n')
    const lines = `{"t":2000,"text":"a"}\n${damaged}\n{"t":1000,"text":"b"}\n{"t":1000,"text":"c"}\n{"t":0}\n`
    await drop(new File([lines], 'mine.jsonl'))
    await expect.poll(state).toBe('read')
    expect(account()).toContain('损坏 6 条：第 2、3、4、5、6 行等')
    expect(account()).toContain('没有文字 1 条：第 10 行')
    expect(account()).toContain('2 条时间乱序，已重新排序')
    expect(account()).toContain('时间只精确到秒，1 条已在一秒内分散')
  })

  it('is refused with the reason', async () => {
    open()
    await drop(new File([], 'empty.json'))
    await expect.poll(() => area()?.textContent).toContain('文件是空的')
    await drop(new File(['[12:00] <ann> hello'], 'chat.log'))
    await expect.poll(() => area()?.textContent).toContain('无法识别格式，文件开头是：[12:00] <ann> hello')
    expect(area()?.textContent).toContain('支持 yt-dlp、chat-downloader')
    await drop(new File(['{"t":1}\n{"t":2}\n'], 'none.jsonl'))
    await expect.poll(() => area()?.textContent).toContain('按 JSON Lines 读取了 2 条记录，没有一条可用')
    expect(account()).toContain('没有文字 2 条：第 1、2 行')
    expect(account()).not.toContain('时间顺序正确')
  })

  it('is chosen by the button, measured instead of generated entries, and removed', async () => {
    open()
    await expect.poll(state).toBe('none')
    await userEvent.upload(page.getByLabelText('选择文件', { exact: true }).last(), corpusFile('recorder.xml'))
    await expect.poll(state).toBe('read')
    expect(await findingsOfScreen()).toEqual([])
    await expect.element(page.getByLabelText('重复（%）')).toBeDisabled()
    await userEvent.click(page.getByRole('button', { name: '开始测量' }))
    await expect.poll(() => mounted.root.querySelector('[data-lab]')?.getAttribute('data-lab')).toBe('finished')
    const row = mounted.root.querySelector('[data-design]')?.textContent ?? ''
    expect(row).toContain('recorder.xml')
    expect(row).toContain('生成 6 = 显示 6')
    expect(mounted.root.querySelector('[role="log"]')?.textContent).toContain('这球绝了')
    await userEvent.click(page.getByRole('button', { name: '移除' }))
    await expect.poll(state).toBe('none')
    await expect.element(page.getByLabelText('重复（%）')).toBeEnabled()
  })
})
