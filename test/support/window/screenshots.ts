import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { plain } from './drawnText.ts';
import { outFolder, rootFolder } from '../paths.ts';

const timeoutMs = 15_000;

const mostWords = 3_000;

export const openPages = new Set<Page>();

/** Returns and prints the visible text. Never throws. */
export async function photograph(page: Page, title: string): Promise<string> {
  const file = screenshotFile(title);
  try {
    await page.screenshot({ path: file, timeout: timeoutMs });
    console.log(`      screenshot: ${path.relative(rootFolder, file)}`);
    const words = await page.locator('body').innerText({ timeout: timeoutMs });
    const focus = await page.evaluate(() => {
      const { tagName = 'nothing', className = '', ariaLabel = '' } = document.activeElement ?? {};
      return `${tagName.toLowerCase()} ${String(className)} ${ariaLabel ?? ''}`.trim();
    });
    const drawn = plain(words.replace(/\s*\n\s*/g, ' | ')).slice(0, mostWords);
    const inSight = `focus: ${focus}; in sight: ${drawn}`;
    console.log(`      ${inSight}`);
    return inSight;
  } catch (error) {
    const none = `no screenshot: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    console.log(`      ${none}`);
    return none;
  }
}

function screenshotFile(title: string): string {
  const folder = path.join(outFolder, 'screenshots');
  mkdirSync(folder, { recursive: true });
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return path.join(folder, `${name.slice(0, 120)}.png`);
}
