import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { drawnLines, exactly, plain } from './drawnText.ts';
import { longMs, shortMs } from '../patience.ts';
import { delay, poll } from '../poll.ts';
import { SideBarHands } from './sideBarHands.ts';

export type { QuickPickItem } from './quickInputHands.ts';

/** Visible lines only. */
export type DrawnDiff = {
  readonly original: readonly string[];
  readonly modified: readonly string[];
  readonly insertedLines: number;
  readonly deletedLines: number;
};

export class Ui extends SideBarHands {
  #answered = 0;

  /** Resolves after restored parts have taken the focus in turns. Extensions may still be starting. */
  async ready(): Promise<void> {
    await this.page
      .locator('.monaco-workbench .statusbar-item')
      .first()
      .waitFor({ timeout: 2 * longMs });
    const isStarted = (): boolean => performance.getEntriesByName('code/didStartWorkbench').length > 0;
    await this.page.waitForFunction(isStarted, undefined, { timeout: 2 * longMs });
  }

  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: 2 * longMs });
    await this.command('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Simulated: a headless browser never loses focus. */
  async leaveWindow(): Promise<void> {
    await this.#setFocus(false);
  }

  async returnToWindow(): Promise<void> {
    await this.#setFocus(true);
  }

  async #setFocus(isFocused: boolean): Promise<void> {
    await this.page.evaluate((has) => {
      document.hasFocus = () => has;
      // VS Code checks the focus on this event
      document.dispatchEvent(new Event('visibilitychange'));
    }, isFocused);
  }

  async statusItem(text: string | RegExp): Promise<Locator> {
    const item = this.page.locator('.statusbar-item', { hasText: text }).first();
    await item.waitFor({ timeout: 2 * longMs });
    return item;
  }

  async notification(text: string | RegExp): Promise<Locator> {
    const toast = this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
    await toast.waitFor({ timeout: longMs });
    return toast;
  }

  async notifications(): Promise<string[]> {
    const messages = this.page.locator('.notifications-toasts .notification-list-item-message');
    return (await messages.allInnerTexts()).map(plain);
  }

  async answer(text: string | RegExp, button: string): Promise<void> {
    const toast = await this.notification(text);
    // mark the element: an equal notification may follow, and element handles do not survive a reload
    this.#answered += 1;
    await toast.evaluate((element, which) => element.setAttribute('data-answered', which), String(this.#answered));
    await toast.locator('.monaco-button', { hasText: exactly(button) }).click({ timeout: longMs });
    await this.page.locator(`[data-answered="${this.#answered}"]`).waitFor({ state: 'hidden', timeout: longMs });
  }

  async modal(button: string): Promise<{ readonly message: string; readonly detail: string }> {
    const dialog = this.page.locator('.monaco-dialog-box');
    await dialog.waitFor({ timeout: longMs });
    const text = async (selector: string): Promise<string> =>
      plain((await dialog.locator(selector).allInnerTexts()).join('\n'));
    const shown = { message: await text('.dialog-message-text'), detail: await text('.dialog-message-detail') };
    await dialog.locator('.monaco-button', { hasText: exactly(button) }).click();
    await dialog.waitFor({ state: 'detached', timeout: longMs });
    return shown;
  }

  async webview(selector: string, options: { readonly text?: string | RegExp } = {}): Promise<Frame> {
    const { text } = options;
    return poll(
      async () => {
        for (const frame of this.page.frames()) {
          // page > frame that names the extension > frame with the page
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
      { what: `a page with ${selector} ${String(text ?? '')}`, timeoutMs: longMs },
    );
  }

  /** Like Ctrl+1, retried: a reloaded window focuses the page late, or another part first. */
  async focusPage(): Promise<void> {
    const isThere = (): Promise<boolean> =>
      this.page.evaluate(() => document.activeElement?.matches('iframe.webview.ready') === true);
    await poll(
      async () => {
        if (await isThere()) return true;
        await this.page.keyboard.press('Control+1');
        return poll(isThere, { what: 'the focus', timeoutMs: 1_000 }).catch(() => false);
      },
      { what: 'the page in front to have the keyboard', timeoutMs: longMs },
    );
  }

  async tab(title: string | RegExp): Promise<Locator> {
    const tab = this.page.locator('.tabs-container .tab', { hasText: title }).first();
    await tab.waitFor({ timeout: longMs });
    return tab;
  }

  /** Saves the active editor and waits: closing a dirty one would ask. */
  async save(): Promise<void> {
    await this.press('Control+s');
    await this.page.locator('.tabs-container .tab.active.dirty').waitFor({ state: 'detached', timeout: longMs });
  }

  async tabTitles(): Promise<string[]> {
    return (await this.page.locator('.tabs-container .tab .tab-label').allInnerTexts()).map(plain);
  }

  /** Empty at first: poll for the expected lines. */
  async diff(): Promise<DrawnDiff> {
    const editor = this.page.locator('.monaco-diff-editor:visible').first();
    await editor.waitFor({ timeout: longMs });
    const side = (name: string): Promise<string[]> => drawnLines(editor.locator(`.editor.${name} .view-line`));
    return {
      original: await side('original'),
      modified: await side('modified'),
      insertedLines: await editor.locator('.editor.modified .line-insert').count(),
      deletedLines: await editor.locator('.editor.original .line-delete').count(),
    };
  }

  async editorLines(): Promise<string[]> {
    const editor = this.page.locator('.editor-instance .monaco-editor:visible').first();
    await editor.waitFor({ timeout: longMs });
    return drawnLines(editor.locator('.view-line'));
  }

  async acceptInMergeEditor(action: string | RegExp): Promise<void> {
    await this.page.getByText(action).first().click();
    await this.noConflictsRemaining();
  }

  async noConflictsRemaining(): Promise<void> {
    await this.page
      .getByText(/^0 Conflicts Remaining/)
      .first()
      .waitFor();
  }

  async openFile(file: string): Promise<void> {
    const name = path.posix.basename(file);
    await poll(
      async () => {
        // the search of a new window may know no files yet, and does not look again while its input is open
        await this.closeQuickInput();
        await this.page.keyboard.press('Control+p');
        await this.quickInput.waitFor({ timeout: shortMs });
        await this.quickInputBox.fill(file, { timeout: shortMs });
        await this.quickRow(name).waitFor({ timeout: 2_000 });
        return true;
      },
      { what: `${file} among the files`, timeoutMs: longMs },
    );
    await this.pick(name);
    await this.page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor({ timeout: longMs });
  }

  /** 1-based. */
  async goTo(line: number, column = 1): Promise<void> {
    // a comment that is redrawn takes the focus and closes the input
    const ask = async (): Promise<boolean> => {
      await this.page.keyboard.press('Control+g');
      await this.quickInput.waitFor({ timeout: shortMs });
      await this.quickInputBox.fill(`:${line}:${column}`, { timeout: shortMs });
      await this.quickInputBox.press('Enter', { timeout: shortMs });
      return true;
    };
    await poll(() => ask().catch(() => false), { what: `the question for line ${line}` });
  }

  async hover(target: Locator): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible, .workbench-hover:visible').last();
    return poll(
      async () => {
        // the pointer must arrive from elsewhere; a redraw can swallow one arrival
        await this.page.mouse.move(3, 3);
        await delay(100);
        // an earlier hover stays for a moment
        await hover.waitFor({ state: 'hidden', timeout: shortMs });
        const box = await target.boundingBox();
        if (!box) throw new Error('the target is not drawn');
        // the shadow at the edge of a list may cover part of a row
        const y = await target.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const free = [1 / 2, 3 / 4, 1 / 4].map((part) => top + height * part);
          return free.find((each) => element.contains(document.elementFromPoint(left + width / 3, each)));
        });
        if (y === undefined) throw new Error('the target is covered');
        // stay within the target: a slow window takes a step elsewhere for a rest there
        await this.page.mouse.move(box.x + box.width / 4, y);
        await this.page.mouse.move(box.x + box.width / 3, y, { steps: 2 });
        await hover.waitFor({ timeout: 2_500 });
        const now = await target.boundingBox();
        if (now?.x !== box.x || now.y !== box.y) throw new Error('the target has moved away from the pointer');
        const words = async (): Promise<string> => plain(await hover.innerText({ timeout: shortMs }));
        await poll(async () => !/^Loading/.test(await words()), { what: 'what it says', timeoutMs: shortMs });
        return words();
      },
      { what: 'a hover', timeoutMs: longMs },
    );
  }

  /** Presses keys such as `Control+k` in turn; an open quick input gets them. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.focusQuickInput();
      await this.page.keyboard.press(key);
    }
  }

  async screenshot(file: string): Promise<void> {
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }
}
