import type { Page } from 'playwright-core';

/** When rows were in the page of the editor; milliseconds since 1970. */
export interface RowTimes {
  readonly firstAtMs: number;
  /** When there was the row of the commit that nobody knew before. */
  readonly freshAtMs: number;
}

/**
 * Watches the page until the commit that nobody knew before has its row. The first row is that of any of the commits;
 * rows that were remembered are there before the fresh one.
 */
export const rowTimes = (page: Page, known: readonly string[], fresh: string): Promise<RowTimes> =>
  page.evaluate(
    ({ old, wanted }) =>
      new Promise<RowTimes>((resolve) => {
        let firstAtMs: number | undefined;
        const look = (): void => {
          const rows = document.querySelectorAll('.monaco-list-row[role=treeitem] .label-name');
          const texts = [...rows].map(({ textContent }) => textContent ?? '');
          const isFresh = texts.some((text) => text.includes(wanted));
          if (!isFresh && !texts.some((text) => old.some((subject) => text.includes(subject)))) return;
          const now = Date.now();
          firstAtMs ??= now;
          if (!isFresh) return;
          changes.disconnect();
          resolve({ firstAtMs, freshAtMs: now });
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    { old: known, wanted: fresh },
  );
