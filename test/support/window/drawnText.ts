import type { Locator } from 'playwright-core';

/** Replaces the editor's non-breaking spaces. */
export function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`);
}

/** Sorted by position: the order in the DOM is arbitrary. */
export async function drawnLines(lines: Locator): Promise<string[]> {
  const drawn = await lines.evaluateAll((elements) =>
    elements.map((line) => ({ top: parseFloat((line as HTMLElement).style.top), text: line.textContent ?? '' })),
  );
  return drawn.sort((a, b) => a.top - b.top).map(({ text }) => text.replace(/\u00a0/g, ' '));
}
