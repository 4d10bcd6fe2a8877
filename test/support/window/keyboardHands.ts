import type { Frame, Locator } from 'playwright-core';
import { exactly, plain } from './drawnText.ts';
import type { Ui } from './hands.ts';
import { longMs, shortMs } from '../patience.ts';
import { poll } from '../poll.ts';

export interface KeyboardHands {
  fold(view: string): Promise<void>;
  row(label: string): Promise<Locator>;
  expand(label: string): Promise<void>;
  menu(item: string): Promise<void>;
  pick(label: string): Promise<void>;
  tabTo(page: Frame, name: string): Promise<void>;
}

export const keyboardHands = (ui: Ui): KeyboardHands => {
  const isFocused = async (each: Locator): Promise<boolean> =>
    /\bfocused\b/.test((await each.getAttribute('class', { timeout: shortMs })) ?? '');

  /** Retried: a new container focuses its first view. */
  const focusView = (view: string): Promise<true> =>
    poll(
      async () => {
        await ui.commandByKeyboard(`Graft: Focus on ${view} View`);
        await ui.pane(view).locator('.monaco-list:focus').waitFor({ timeout: 2_000 });
        return true as const;
      },
      { what: `the keyboard to be in the view "${view}"`, timeoutMs: longMs },
    );
  const pane = ui.pane('Reviews');
  const hands: KeyboardHands = {
    async fold(view) {
      const { keyboard } = ui.page;
      const header = ui.pane(view).locator('.pane-header');
      await focusView(view);
      // loading redraws the header's buttons, which lose the focus
      await ui.pane(view).locator('.monaco-list-row').nth(1).waitFor({ timeout: longMs });
      await poll(
        async () => {
          if ((await ui.pane(view).locator('.monaco-list:focus').count()) === 0) await focusView(view);
          await keyboard.down('Shift');
          await keyboard.press('Tab');
          await keyboard.press('Tab');
          await keyboard.up('Shift');
          return header.evaluate((element) => element === document.activeElement);
        },
        { what: `the keyboard to be on the header of "${view}"` },
      );
      await ui.page.keyboard.press('ArrowLeft');
      await poll(async () => (await header.getAttribute('aria-expanded')) === 'false', {
        what: `"${view}" to collapse`,
      });
    },
    async row(label) {
      await focusView('Reviews');
      const row = ui.row(label, pane);
      const place = async (): Promise<string | null> => {
        const focused = pane.locator('.monaco-list-row.focused');
        return (await focused.count()) === 0 ? null : focused.getAttribute('data-index', { timeout: shortMs });
      };
      await poll(
        async () => {
          if ((await row.count()) > 0 && (await isFocused(row))) return true;
          const before = await place();
          await ui.page.keyboard.press('ArrowDown');
          // at the end the focus stays; elsewhere the row is drawn a moment later
          await poll(async () => (await place()) !== before, { what: 'another row', timeoutMs: 500 }).catch(() =>
            ui.page.keyboard.press('Home'),
          );
          return false;
        },
        { what: `the keyboard to be on the row "${label}"`, timeoutMs: longMs },
      );
      return row;
    },
    async expand(label) {
      const row = await hands.row(label);
      const isFolded = async (): Promise<boolean> =>
        (await row.getAttribute('aria-expanded', { timeout: shortMs })) === 'false';
      let looks = 0;
      const numberOf = async (attribute: string): Promise<number> =>
        Number(await row.getAttribute(attribute, { timeout: shortMs }));
      await poll(
        async () => {
          // keys pressed during a redraw are lost
          if (looks++ % 20 === 0 && (await isFolded())) await ui.page.keyboard.press('ArrowRight');
          const [index, level] = [await numberOf('data-index'), await numberOf('aria-level')];
          const child = `.monaco-list-row[data-index="${index + 1}"][aria-level="${level + 1}"]`;
          return (await pane.locator(child).count()) > 0;
        },
        { what: `the row "${label}" to expand` },
      );
    },
    async menu(item) {
      await ui.page.keyboard.press('Shift+F10');
      const entry = ui.page
        .locator('.monaco-menu .action-item')
        .filter({ has: ui.page.locator('.action-label', { hasText: exactly(item) }) })
        .first();
      await entry.waitFor({ timeout: longMs });
      await poll(
        async () => {
          if (await isFocused(entry)) return true;
          await ui.page.keyboard.press('ArrowDown');
          return false;
        },
        { what: `the keyboard to be on "${item}"`, timeoutMs: longMs },
      );
      await ui.page.keyboard.press('Enter');
      await entry.waitFor({ state: 'detached', timeout: longMs });
    },
    async pick(label) {
      const row = ui.quickRow(label);
      await row.waitFor({ timeout: longMs });
      await poll(
        async () => {
          if (await isFocused(row)) return true;
          await ui.press('ArrowDown');
          return false;
        },
        { what: `the keyboard to be on "${label}"`, timeoutMs: longMs },
      );
      await ui.press('Enter');
    },
    async tabTo(page, name) {
      const reached = (): Promise<string> =>
        page.evaluate(() => {
          const { activeElement: active } = document;
          const shown = active?.closest('label') ?? active;
          return active?.getAttribute('aria-label') ?? (shown instanceof HTMLElement ? shown.innerText : '');
        });
      const passed: string[] = [];
      await poll(
        async () => {
          const now = plain(await reached()).trim();
          if (now === name) return true;
          passed.push(now.slice(0, 30));
          await ui.page.keyboard.press('Tab');
          return false;
        },
        { what: `Tab to reach "${name}"`, everyMs: 20 },
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}; passed: ${passed.slice(0, 60).join(' | ')}`, { cause: error });
      });
    },
  };
  return hands;
};
