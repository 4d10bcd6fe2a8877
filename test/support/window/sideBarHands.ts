import type { Locator, Page } from 'playwright-core';
import { exactly, plain } from './drawnText.ts';
import { longMs, shortMs } from '../patience.ts';
import { poll } from '../poll.ts';
import { QuickInputHands } from './quickInputHands.ts';

export class SideBarHands extends QuickInputHands {
  async openContainer(title: string): Promise<void> {
    const tab = this.page.locator(`.activitybar .action-item:has([aria-label^="${title}"])`).first();
    await tab.waitFor({ timeout: longMs });
    const isOpen = async (): Promise<boolean> => ((await tab.getAttribute('class')) ?? '').includes('checked');
    await poll(
      async () => {
        if (await isOpen()) return true;
        // a window being restored may open it just before the click
        await tab.click();
        return poll(isOpen, { what: 'the container', timeoutMs: 2_000 }).catch(() => false);
      },
      { what: `the container "${title}" to open`, timeoutMs: longMs },
    );
  }

  async openPane(title: string): Promise<Locator> {
    return this.#setPane(title, true);
  }

  async closePane(title: string): Promise<void> {
    await this.#setPane(title, false);
  }

  async #setPane(title: string, isOpen: boolean): Promise<Locator> {
    const pane = this.pane(title);
    const header = pane.locator('.pane-header');
    // a container's only view has a hidden header
    await header.waitFor({ state: 'attached', timeout: longMs });
    const isSo = async (): Promise<boolean> => (await header.getAttribute('aria-expanded')) === String(isOpen);
    await poll(
      async () => {
        if (await isSo()) return true;
        // during layout a click may hit another header; the middle may be a button
        await header.click({ position: { x: 20, y: 10 } });
        return poll(isSo, { what: 'the view', timeoutMs: 2_000 }).catch(() => false);
      },
      { what: `the view "${title}" to ${isOpen ? 'open' : 'collapse'}`, timeoutMs: longMs },
    );
    return pane;
  }

  pane(title: string): Locator {
    const header = this.page.locator('.pane-header .title', { hasText: new RegExp(exactly(title).source, 'i') });
    return this.page.locator('.pane').filter({ has: header }).first();
  }

  row(label: string, within: Locator | Page = this.page): Locator {
    const name = this.page.locator('.label-name, .monaco-highlighted-label', { hasText: exactly(label) });
    return within.locator('.monaco-list-row[role=treeitem]').filter({ has: name }).first();
  }

  /** Scrolls: invisible rows are not drawn. */
  async findRow(label: string, pane: Locator): Promise<Locator> {
    const row = this.row(label, pane);
    const body = pane.locator('.monaco-list').first();
    await body.waitFor({ timeout: longMs });
    let way = 1;
    let before = '';
    let turnedAt = '';
    await poll(
      async () => {
        if ((await row.count()) > 0) {
          const hiddenPx = await row.evaluate(pixelsOutOfSight, undefined, { timeout: shortMs });
          if (hiddenPx === 0) return true;
          await turnWheel(body, hiddenPx);
          return false;
        }
        const drawn = await this.treeLines(pane);
        const place = drawn.join('\n');
        // while the tree loads, scrolling would skip rows
        const isStill = place === before;
        before = place;
        if (!isStill) return false;
        if (place === turnedAt) way = -way;
        turnedAt = place;
        await turnWheel(body, way * rowPx * Math.max(2, drawn.length - 2));
        return false;
      },
      { what: `the row "${label}"`, timeoutMs: longMs },
    );
    return row;
  }

  /** Resolves when the first child is drawn; waits a while only, as it may be invisible. */
  async expand(row: Locator): Promise<void> {
    await row.waitFor({ timeout: longMs });
    const isCollapsed = async (): Promise<boolean> => (await row.getAttribute('aria-expanded')) === 'false';
    const levelOf = async (each: Locator): Promise<number> =>
      Number(await each.getAttribute('aria-level', { timeout: shortMs }));
    const hasChild = async (): Promise<boolean> => {
      const next = row.locator(`xpath=../*[@data-index="${Number(await row.getAttribute('data-index')) + 1}"]`);
      return (await next.count()) > 0 && (await levelOf(next)) > (await levelOf(row));
    };
    let givenUpAt = Date.now();
    await poll(
      async () => {
        if (!(await isCollapsed())) return (await hasChild()) || Date.now() > givenUpAt;
        // rows inserted above take the click, and a refresh collapses the row
        await row.locator('.monaco-tl-twistie').click({ timeout: shortMs });
        givenUpAt = Date.now() + shortMs;
        await poll(async () => !(await isCollapsed()), { what: 'the row', timeoutMs: 2_000 });
        return false;
      },
      { what: 'the row to expand', timeoutMs: longMs },
    );
  }

  /** Two spaces a level, `label · description`. */
  async treeLines(pane: Locator): Promise<string[]> {
    const rows = await pane
      .locator('.monaco-list-row[role=treeitem]')
      .evaluateAll((elements) =>
        elements.map((row) => ({
          index: Number(row.getAttribute('data-index')),
          level: Number(row.getAttribute('aria-level')),
          texts: [...row.querySelectorAll('.label-name, .label-description')].map((each) => each.textContent ?? ''),
        })),
      );
    return rows
      .sort((a, b) => a.index - b.index)
      .map(({ level, texts }) => '  '.repeat(Math.max(0, level - 1)) + texts.map(plain).filter(Boolean).join(' · '));
  }

  async inlineAction(row: Locator, title: string): Promise<void> {
    const action = row.locator(`.actions .action-label[aria-label^="${title}"]`).first();
    await this.#pressBelow(row, action, title);
  }

  async paneAction(pane: Locator, title: string): Promise<void> {
    const header = pane.locator('.pane-header');
    const action = header.locator(`.actions .action-label[aria-label^="${title}"]`).first();
    await this.#pressBelow(header, action, title);
  }

  /** The icon exists only while the pointer is over its row. */
  async #pressBelow(row: Locator, action: Locator, title: string): Promise<void> {
    await poll(
      async () => {
        await row.hover({ timeout: shortMs });
        await action.click({ timeout: shortMs });
        return true;
      },
      { what: `the icon "${title}"`, timeoutMs: longMs },
    );
  }

  async contextMenu(target: Locator, item: string): Promise<void> {
    const entry = this.page.locator('.monaco-menu .action-label', { hasText: exactly(item) }).first();
    // a redraw or a focus change closes the menu
    await poll(
      async () => {
        await target.click({ button: 'right', timeout: shortMs });
        await entry.waitFor({ timeout: shortMs });
        return true;
      },
      { what: `a menu with "${item}"`, timeoutMs: longMs },
    );
    // a new menu ignores the mouse for a moment
    await poll(
      async () => {
        if ((await entry.count()) > 0) await entry.click({ timeout: shortMs });
        await entry.waitFor({ state: 'detached', timeout: 500 });
        return true;
      },
      { what: `the menu to take "${item}"`, timeoutMs: longMs },
    );
  }
}

const rowPx = 22;

/** Negative: above. */
const pixelsOutOfSight = (row: Element): number => {
  const tree = row.closest('.monaco-list');
  const list = tree?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (list === undefined) return 0;
  // sticky rows
  const kept = tree?.querySelector('.monaco-tree-sticky-container:not(.empty)')?.getBoundingClientRect();
  const above = Math.floor(top - Math.max(list.top, kept?.bottom ?? 0));
  return above < 0 ? above : Math.max(0, Math.ceil(bottom - list.bottom));
};

/** Tooltips would take real wheel events. */
const turnWheel = async (tree: Locator, downPx: number): Promise<void> => {
  await tree.locator('.monaco-list-rows').evaluate(async (rows, px) => {
    // VS Code scrolls 50 pixels for a delta of 120 and inverts synthetic events
    const deltaY = -px * 2.4;
    rows.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }, downPx);
};
