import { createCipheriv, createDecipheriv } from 'node:crypto'
import * as z from 'zod/mini'
import { AJ, type CaptchaType } from '#protocol/verification.ts'
import type { Point } from './click-words.ts'

const point = z.object({ x: z.number(), y: z.number() })
const points = z.array(point).check(z.length(AJ.words))

/** AES-128-ECB with PKCS7 padding, base64, as clients of AJ-Captcha compute it. The key has 16 ASCII characters. */
export function encryptForAj(text: string, secretKey: string): string {
  const cipher = createCipheriv('aes-128-ecb', secretKey, null)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** The JSON text in `pointJson`, or null if it cannot be decrypted. */
export function decryptPointJson(pointJson: string, secretKey: string): string | null {
  try {
    const decipher = createDecipheriv('aes-128-ecb', secretKey, null)
    return Buffer.concat([decipher.update(pointJson, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** True if a JSON text of points solves a puzzle: within 5 pixels for a slide, 25 for each word, in order. */
export function isSolution(captchaType: CaptchaType, text: string, solution: readonly Point[]): boolean {
  const given = pointsOf(captchaType, text)
  if (given?.length !== solution.length) return false
  const tolerance = captchaType === 'blockPuzzle' ? AJ.slideTolerance : AJ.clickTolerance
  return solution.every(({ x, y }, index) => {
    const { x: givenX, y: givenY } = given[index] ?? { x: Number.NaN, y: Number.NaN }
    if (captchaType === 'blockPuzzle' && givenY !== y) return false
    return Math.abs(givenX - x) <= tolerance && Math.abs(givenY - y) <= tolerance
  })
}

function pointsOf(captchaType: CaptchaType, text: string): readonly Point[] | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (captchaType === 'clickWord') return points.safeParse(json).data ?? null
  const slide = point.safeParse(json)
  return slide.success ? [slide.data] : null
}
