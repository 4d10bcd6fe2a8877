import type { Locator } from 'playwright-core';

/** The text without the editor's non-breaking spaces. */
export function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

/** Matches a text that is this one and no more, however its spaces are drawn. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`);
}

/** The lines of a code editor, top first. They are in the page in any order: their place says which is first. */
export async function drawnLines(lines: Locator): Promise<string[]> {
  const drawn = await lines.evaluateAll((elements) =>
    elements.map((line) => ({ top: parseFloat((line as HTMLElement).style.top), text: line.textContent ?? '' })),
  );
  return drawn.sort((a, b) => a.top - b.top).map(({ text }) => text.replace(/\u00a0/g, ' '));
}
