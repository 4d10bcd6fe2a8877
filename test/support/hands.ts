import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { delay, poll } from './poll.ts';

const timeoutMs = 30_000;
const shortMs = 5_000;

/** An item of an open quick pick, as drawn. */
export type QuickPickItem = {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
};

/** A diff editor, as drawn: only lines in view. */
export type DrawnDiff = {
  readonly original: readonly string[];
  readonly modified: readonly string[];
  readonly insertedLines: number;
  readonly deletedLines: number;
};

/** A user's hands and eyes on an editor window: everything goes through keyboard, mouse and what is drawn. */
export class Ui {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Resolves when the workbench is drawn. Extensions may still be starting: wait for what they draw. */
  async ready(): Promise<void> {
    await this.page
      .locator('.monaco-workbench .statusbar-item')
      .first()
      .waitFor({ timeout: 2 * timeoutMs });
  }

  /** Reloads the window as its own command does; resolves when it is drawn again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: 2 * timeoutMs });
    await this.command('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Runs a command by its exact palette title, `Category: Title`. */
  async command(title: string): Promise<void> {
    const row = this.quickRow(title);
    // the list does not follow commands that arrive while it is open: so it is opened again
    await poll(
      async () => {
        await this.closeQuickInput();
        await this.page.keyboard.press('F1');
        await this.quickInput.waitFor({ timeout: shortMs });
        await this.quickInputBox.fill(`>${title}`, { timeout: shortMs });
        await row.waitFor({ timeout: 2_000 });
        return true;
      },
      { what: `the command "${title}" in the palette`, timeoutMs },
    );
    await row.click();
  }

  /** The quick pick or input box that is open. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** The text field of the quick pick or input box that is open. */
  get quickInputBox(): Locator {
    return this.quickInput
      .locator(
        '.quick-input-filter input[type=text], .quick-input-filter input[type=password], .quick-input-filter textarea',
      )
      .first();
  }

  /** A drawn item of the open quick pick, by its exact label. */
  quickRow(label: string): Locator {
    return this.quickInput
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(label) }) })
      .first();
  }

  /** Closes the quick pick or input box that is open, if one is. */
  async closeQuickInput(): Promise<void> {
    if ((await this.quickInput.count()) === 0) return;
    await this.page.keyboard.press('Escape');
    await this.quickInput.waitFor({ state: 'hidden', timeout: shortMs });
  }

  /** The items that the open quick pick draws, top first. */
  async quickPickItems(): Promise<QuickPickItem[]> {
    await this.quickInput.waitFor({ timeout: timeoutMs });
    const rows = await this.quickInput.locator('.quick-input-list .monaco-list-row').evaluateAll((elements) =>
      elements.map((row) => ({
        index: Number(row.getAttribute('data-index')),
        label: row.querySelector('.quick-input-list-row .label-name')?.textContent ?? '',
        description: row.querySelector('.quick-input-list-row .label-description')?.textContent ?? '',
        detail: row.querySelector('.quick-input-list-label-meta')?.textContent ?? '',
      })),
    );
    return rows
      .sort((a, b) => a.index - b.index)
      .map(({ label, description, detail }) => ({
        label: plain(label),
        description: plain(description),
        detail: plain(detail),
      }));
  }

  /** Waits for an item of a quick pick and chooses it. `filter` is typed first, for an item far down. */
  async pick(label: string, options: { readonly filter?: string } = {}): Promise<void> {
    await this.quickInput.waitFor({ timeout: timeoutMs });
    if (options.filter !== undefined) await this.quickInputBox.fill(options.filter);
    await this.quickRow(label).click({ timeout: timeoutMs });
  }

  /** Ticks items of a quick pick that takes several, and confirms. */
  async pickMany(labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      const box = '.monaco-checkbox, input[type=checkbox], .quick-input-list-checkbox';
      await this.quickRow(label).locator(box).first().click({ timeout: timeoutMs });
    }
    // Enter would tick the item in focus again
    await this.quickInput
      .locator('.monaco-button', { hasText: exactly('OK') })
      .first()
      .click();
  }

  /** Answers an input box; `prompt`, a part of its message, says which one. */
  async input(text: string, options: { readonly prompt?: string } = {}): Promise<void> {
    await this.typeInput(text, options);
    await this.page.keyboard.press('Enter');
  }

  /** Types into an input box without confirming, e.g. to see {@link quickInputMessage}. */
  async typeInput(text: string, { prompt = '' }: { readonly prompt?: string } = {}): Promise<void> {
    await poll(async () => (await this.quickInputMessage()).includes(prompt), {
      what: `an input box saying "${prompt}"`,
      timeoutMs,
    });
    await this.quickInputBox.fill(text);
  }

  /** The message below the open input box: its prompt, or what is wrong with the text. */
  async quickInputMessage(): Promise<string> {
    await this.quickInput.waitFor({ timeout: timeoutMs });
    return plain((await this.quickInput.locator('.quick-input-message').innerText()) ?? '');
  }

  /** The title of the open quick pick or input box, and its placeholder. */
  async quickInputTitle(): Promise<{ readonly title: string; readonly placeholder: string }> {
    await this.quickInput.waitFor({ timeout: timeoutMs });
    return {
      title: plain((await this.quickInput.locator('.quick-input-title').first().textContent()) ?? ''),
      placeholder: (await this.quickInputBox.getAttribute('placeholder')) ?? '',
    };
  }

  /** A status bar item that contains a text; resolves when it is there. A sign that its extension is up. */
  async statusItem(text: string | RegExp): Promise<Locator> {
    const item = this.page.locator('.statusbar-item', { hasText: text }).first();
    await item.waitFor({ timeout: 2 * timeoutMs });
    return item;
  }

  /** Shows a container of the activity bar, by its title. */
  async openContainer(title: string): Promise<void> {
    const tab = this.page.locator(`.activitybar .action-item:has([aria-label^="${title}"])`).first();
    await tab.waitFor({ timeout: timeoutMs });
    const isOpen = async (): Promise<boolean> => ((await tab.getAttribute('class')) ?? '').includes('checked');
    await poll(
      async () => {
        if (await isOpen()) return true;
        // a window that is being restored may open it just before the click, which then closes it: so look again
        await tab.click();
        return poll(isOpen, { what: 'the container', timeoutMs: 2_000 }).catch(() => false);
      },
      { what: `the container "${title}" to open`, timeoutMs },
    );
  }

  /** A view of the side bar, by its title; opened when it is collapsed. */
  async openPane(title: string): Promise<Locator> {
    const pane = this.pane(title);
    const header = pane.locator('.pane-header');
    await header.waitFor({ timeout: timeoutMs });
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    return pane;
  }

  /** A view of the side bar, by its title. */
  pane(title: string): Locator {
    const header = this.page.locator('.pane-header .title', { hasText: new RegExp(exactly(title).source, 'i') });
    return this.page.locator('.pane').filter({ has: header }).first();
  }

  /** A drawn tree row, by its exact label. */
  row(label: string, within: Locator | Page = this.page): Locator {
    const name = this.page.locator('.label-name, .monaco-highlighted-label', { hasText: exactly(label) });
    return within.locator('.monaco-list-row[role=treeitem]').filter({ has: name }).first();
  }

  /** A tree row of a pane; scrolls to it, because rows out of sight are not drawn. */
  async findRow(label: string, pane: Locator): Promise<Locator> {
    const row = this.row(label, pane);
    const body = pane.locator('.monaco-list').first();
    await body.waitFor({ timeout: timeoutMs });
    let direction = 1;
    let before = '';
    await poll(
      async () => {
        if ((await row.count()) > 0) return true;
        const drawn = await this.treeLines(pane);
        const place = drawn.join('\n');
        if (place === before) direction = -direction;
        before = place;
        await body.hover();
        // one turn of the wheel is two rows, however far it is turned
        for (let turns = Math.max(1, Math.floor(drawn.length / 2) - 1); turns > 0; turns -= 1) {
          await this.page.mouse.wheel(0, 100 * direction);
        }
        return false;
      },
      { what: `the row "${label}"`, timeoutMs, everyMs: 100 },
    );
    await row.scrollIntoViewIfNeeded();
    return row;
  }

  /** Expands a tree row; resolves when its first child is drawn. */
  async expand(row: Locator): Promise<void> {
    await row.waitFor({ timeout: timeoutMs });
    if ((await row.getAttribute('aria-expanded')) !== 'false') return;
    await row.locator('.monaco-tl-twistie').click();
    const index = Number(await row.getAttribute('data-index'));
    const level = Number(await row.getAttribute('aria-level'));
    const next = row.locator(`xpath=../*[@data-index="${index + 1}"]`);
    // a row that turns out to have no children, or whose children are out of sight, is given up after a while
    await poll(async () => Number(await next.getAttribute('aria-level', { timeout: shortMs })) > level, {
      what: 'children',
      timeoutMs: shortMs,
    }).catch(() => {});
  }

  /** The rows a tree draws, top first: two spaces a level, `label · description`. */
  async treeLines(pane: Locator): Promise<string[]> {
    const rows = await pane.locator('.monaco-list-row[role=treeitem]').evaluateAll((elements) =>
      elements.map((row) => ({
        index: Number(row.getAttribute('data-index')),
        level: Number(row.getAttribute('aria-level')),
        texts: [...row.querySelectorAll('.label-name, .label-description')].map((each) => each.textContent ?? ''),
      })),
    );
    return rows
      .sort((a, b) => a.index - b.index)
      .map(({ level, texts }) => '  '.repeat(level - 1) + texts.map(plain).filter(Boolean).join(' · '));
  }

  /** Presses an icon at the right of a tree row. */
  async inlineAction(row: Locator, title: string): Promise<void> {
    await row.hover();
    await row.locator(`.actions .action-label[aria-label^="${title}"]`).first().click({ timeout: timeoutMs });
  }

  /** Presses an icon in the title of a view. */
  async paneAction(pane: Locator, title: string): Promise<void> {
    await pane.locator('.pane-header').hover();
    const action = pane.locator(`.pane-header .actions .action-label[aria-label^="${title}"]`);
    await action.first().click({ timeout: timeoutMs });
  }

  /** Opens a context menu and chooses an item. */
  async contextMenu(target: Locator, item: string): Promise<void> {
    await target.click({ button: 'right' });
    const entry = this.page.locator('.monaco-menu .action-label', { hasText: exactly(item) }).first();
    await entry.waitFor({ timeout: timeoutMs });
    // a menu that has just opened ignores the mouse for a moment
    await poll(
      async () => {
        if ((await entry.count()) > 0) await entry.click({ timeout: shortMs });
        await entry.waitFor({ state: 'detached', timeout: 500 });
        return true;
      },
      { what: `the menu to take "${item}"`, timeoutMs },
    );
  }

  /** The notification that contains a text; resolves when it is drawn. */
  async notification(text: string | RegExp): Promise<Locator> {
    const toast = this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
    await toast.waitFor({ timeout: timeoutMs });
    return toast;
  }

  /** The texts of the notifications in sight. */
  async notifications(): Promise<string[]> {
    const messages = this.page.locator('.notifications-toasts .notification-list-item-message');
    return (await messages.allInnerTexts()).map(plain);
  }

  /** Presses a button of the notification that contains a text; resolves when it is gone. */
  async answer(text: string | RegExp, button: string): Promise<void> {
    const toast = await this.notification(text);
    await toast.locator('.monaco-button', { hasText: exactly(button) }).click({ timeout: timeoutMs });
    await toast.waitFor({ state: 'detached', timeout: timeoutMs });
  }

  /** Presses a button of the modal dialog; returns the dialog's message and detail. */
  async modal(button: string): Promise<{ readonly message: string; readonly detail: string }> {
    const dialog = this.page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: timeoutMs });
    const text = async (selector: string): Promise<string> =>
      plain((await dialog.locator(selector).allInnerTexts()).join('\n'));
    const shown = { message: await text('.dialog-message-text'), detail: await text('.dialog-message-detail') };
    await dialog.locator('.monaco-button', { hasText: exactly(button) }).click();
    await dialog.waitFor({ state: 'detached', timeout: timeoutMs });
    return shown;
  }

  /** The frame of an extension's page that holds an element, with a text if given; resolves when it is drawn. */
  async webview(selector: string, options: { readonly text?: string | RegExp } = {}): Promise<Frame> {
    const { text } = options;
    return poll(
      async () => {
        for (const frame of this.page.frames()) {
          // page > frame that names the extension > frame with the extension's page
          const host = frame.parentFrame();
          if (!host?.parentFrame() || !/[?&]extensionId=/.test(host.url())) continue;
          if (
            (await frame
              .locator(selector, text === undefined ? {} : { hasText: text })
              .count()
              .catch(() => 0)) > 0
          )
            return frame;
        }
        return undefined;
      },
      { what: `a page with ${selector} ${String(text ?? '')}`, timeoutMs },
    );
  }

  /** The tab whose title contains a text; resolves when it is open. */
  async tab(title: string | RegExp): Promise<Locator> {
    const tab = this.page.locator('.tabs-container .tab', { hasText: title }).first();
    await tab.waitFor({ timeout: timeoutMs });
    return tab;
  }

  /** The titles of the open tabs, left first. */
  async tabTitles(): Promise<string[]> {
    return (await this.page.locator('.tabs-container .tab .tab-label').allInnerTexts()).map(plain);
  }

  /** What the visible diff editor draws. Empty at first: poll until it holds what is expected. */
  async diff(): Promise<DrawnDiff> {
    const editor = this.page.locator('.monaco-diff-editor:visible').first();
    await editor.waitFor({ timeout: timeoutMs });
    const side = (name: string): Promise<string[]> => drawnLines(editor.locator(`.editor.${name} .view-line`));
    return {
      original: await side('original'),
      modified: await side('modified'),
      insertedLines: await editor.locator('.editor.modified .line-insert').count(),
      deletedLines: await editor.locator('.editor.original .line-delete').count(),
    };
  }

  /** The lines that the visible text editor draws. */
  async editorLines(): Promise<string[]> {
    const editor = this.page.locator('.editor-instance .monaco-editor:visible').first();
    await editor.waitFor({ timeout: timeoutMs });
    return drawnLines(editor.locator('.view-line'));
  }

  /** Opens a file of the workspace by name through quick open. */
  async openFile(file: string): Promise<void> {
    await this.page.keyboard.press('Control+p');
    await this.quickInput.waitFor({ timeout: shortMs });
    const name = path.posix.basename(file);
    await this.pick(name, { filter: file });
    await this.page
      .locator(`.tabs-container .tab.active[data-resource-name="${name}"]`)
      .waitFor({ timeout: timeoutMs });
  }

  /** Puts the cursor of the active editor on a 1-based line and column. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+g');
    await this.quickInput.waitFor({ timeout: shortMs });
    await this.quickInputBox.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
  }

  /** Rests the pointer on something and returns the text of the hover that appears. */
  async hover(target: Locator): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible, .workbench-hover:visible').last();
    await poll(
      async () => {
        // the pointer has to arrive from elsewhere and rest; a redraw under it can swallow one arrival
        await this.page.mouse.move(3, 3);
        await delay(100);
        const box = await target.boundingBox();
        if (!box) throw new Error('the target is not drawn');
        await this.page.mouse.move(box.x + box.width / 3, box.y + box.height / 2, { steps: 4 });
        await hover.waitFor({ timeout: 2_500 });
        return true;
      },
      { what: 'a hover', timeoutMs },
    );
    return plain(await hover.innerText());
  }

  /** Presses keys one after another, such as `Control+k`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Saves a picture of the window. */
  async screenshot(file: string): Promise<void> {
    await this.page.screenshot({ path: file });
  }
}

/** The text without the editor's non-breaking spaces. */
function plain(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`);
}

/** Lines of a code editor are in the page in any order: their place says which is first. */
async function drawnLines(lines: Locator): Promise<string[]> {
  const drawn = await lines.evaluateAll((elements) =>
    elements.map((line) => ({ top: parseFloat((line as HTMLElement).style.top), text: line.textContent ?? '' })),
  );
  return drawn.sort((a, b) => a.top - b.top).map(({ text }) => text.replace(/\u00a0/g, ' '));
}
