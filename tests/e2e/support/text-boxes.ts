import type { Page } from '@playwright/test'
import { readTextBoxes } from '../../ui/support/text-boxes.ts'

/** Texts that overlap, are cut off, or leave the window. Layers that are meant to cover others are compared within only. */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(readTextBoxes)
}
