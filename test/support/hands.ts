import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { drawnLines, exactly, plain } from './drawnText.ts';
import { longMs, shortMs } from './patience.ts';
import { delay, poll } from './poll.ts';
import { SideBarHands } from './sideBarHands.ts';

export type { QuickPickItem } from './quickInputHands.ts';

/** A diff editor, as drawn: only lines in view. */
export type DrawnDiff = {
  readonly original: readonly string[];
  readonly modified: readonly string[];
  readonly insertedLines: number;
  readonly deletedLines: number;
};

/** A user's hands and eyes on an editor window: everything goes through keyboard, mouse and what is drawn. */
export class Ui extends SideBarHands {
  #answered = 0;

  /**
   * Resolves when the workbench is drawn and has restored what was open: until then it gives the keyboard to one part
   * after the other. Extensions may still be starting: wait for what they draw.
   */
  async ready(): Promise<void> {
    await this.page
      .locator('.monaco-workbench .statusbar-item')
      .first()
      .waitFor({ timeout: 2 * longMs });
    const isStarted = (): boolean => performance.getEntriesByName('code/didStartWorkbench').length > 0;
    await this.page.waitForFunction(isStarted, undefined, { timeout: 2 * longMs });
  }

  /** Reloads the window as its own command does; resolves when it is drawn again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: 2 * longMs });
    await this.command('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Goes to another window, as far as this one can tell: a browser without a screen never takes the focus away. */
  async leaveWindow(): Promise<void> {
    await this.#setFocus(false);
  }

  /** Comes back to the window. */
  async returnToWindow(): Promise<void> {
    await this.#setFocus(true);
  }

  async #setFocus(isFocused: boolean): Promise<void> {
    await this.page.evaluate((has) => {
      document.hasFocus = () => has;
      // the editor asks for the focus then; with a page in front its window has lost the focus before
      document.dispatchEvent(new Event('visibilitychange'));
    }, isFocused);
  }

  /** A status bar item that contains a text; resolves when it is there. A sign that its extension is up. */
  async statusItem(text: string | RegExp): Promise<Locator> {
    const item = this.page.locator('.statusbar-item', { hasText: text }).first();
    await item.waitFor({ timeout: 2 * longMs });
    return item;
  }

  /** The notification that contains a text; resolves when it is drawn. */
  async notification(text: string | RegExp): Promise<Locator> {
    const toast = this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
    await toast.waitFor({ timeout: longMs });
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
    // what the button does may say the same again, which is not waited for, or load the window anew, which a handle of the
    // element does not survive
    this.#answered += 1;
    await toast.evaluate((element, which) => element.setAttribute('data-answered', which), String(this.#answered));
    await toast.locator('.monaco-button', { hasText: exactly(button) }).click({ timeout: longMs });
    await this.page.locator(`[data-answered="${this.#answered}"]`).waitFor({ state: 'hidden', timeout: longMs });
  }

  /** Presses a button of the modal dialog; returns the dialog's message and detail. */
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
      { what: `a page with ${selector} ${String(text ?? '')}`, timeoutMs: longMs },
    );
  }

  /**
   * Puts the keyboard into the page in front, as Ctrl+1 does; resolves when it is there. A window that was reloaded draws
   * its page before it gives it the keyboard, or gives it to another part; and a page has it a moment before it can hear.
   */
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

  /** The tab whose title contains a text; resolves when it is open. */
  async tab(title: string | RegExp): Promise<Locator> {
    const tab = this.page.locator('.tabs-container .tab', { hasText: title }).first();
    await tab.waitFor({ timeout: longMs });
    return tab;
  }

  /** Saves what is in front; resolves when it is saved: an editor that is closed before asks whether to save. */
  async save(): Promise<void> {
    await this.press('Control+s');
    await this.page.locator('.tabs-container .tab.active.dirty').waitFor({ state: 'detached', timeout: longMs });
  }

  /** The titles of the open tabs, left first. */
  async tabTitles(): Promise<string[]> {
    return (await this.page.locator('.tabs-container .tab .tab-label').allInnerTexts()).map(plain);
  }

  /** What the visible diff editor draws. Empty at first: poll until it holds what is expected. */
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

  /** The lines that the visible text editor draws. */
  async editorLines(): Promise<string[]> {
    const editor = this.page.locator('.editor-instance .monaco-editor:visible').first();
    await editor.waitFor({ timeout: longMs });
    return drawnLines(editor.locator('.view-line'));
  }

  /** Accepts a version in the merge editor that has one conflict. */
  async acceptInMergeEditor(action: string | RegExp): Promise<void> {
    await this.page.getByText(action).first().click();
    await this.noConflictsRemaining();
  }

  /** Waits until the merge editor counts no conflict. */
  async noConflictsRemaining(): Promise<void> {
    await this.page
      .getByText(/^0 Conflicts Remaining/)
      .first()
      .waitFor();
  }

  /** Opens a file of the workspace by name through quick open. */
  async openFile(file: string): Promise<void> {
    await poll(
      async () => {
        await this.page.keyboard.press('Control+p');
        await this.quickInput.waitFor({ timeout: shortMs });
        return true;
      },
      { what: 'the question for a file', timeoutMs: longMs },
    );
    const name = path.posix.basename(file);
    await this.pick(name, { filter: file });
    await this.page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor({ timeout: longMs });
  }

  /** Puts the cursor of the active editor on a 1-based line and column. */
  async goTo(line: number, column = 1): Promise<void> {
    // a comment that is drawn anew takes the focus, and with it the question for the line
    const ask = async (): Promise<boolean> => {
      await this.page.keyboard.press('Control+g');
      await this.quickInput.waitFor({ timeout: shortMs });
      await this.quickInputBox.fill(`:${line}:${column}`, { timeout: shortMs });
      await this.quickInputBox.press('Enter', { timeout: shortMs });
      return true;
    };
    await poll(() => ask().catch(() => false), { what: `the question for line ${line}` });
  }

  /** Rests the pointer on something and returns the text of the hover that appears, once it is there whole. */
  async hover(target: Locator): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible, .workbench-hover:visible').last();
    return poll(
      async () => {
        // the pointer has to arrive from elsewhere and rest; a redraw under it can swallow one arrival
        await this.page.mouse.move(3, 3);
        await delay(100);
        // what the pointer rested on before may have its own, which stays for a moment
        await hover.waitFor({ state: 'hidden', timeout: shortMs });
        const box = await target.boundingBox();
        if (!box) throw new Error('the target is not drawn');
        // a row at the edge of its list may lie partly under the list's shadow, which would get the pointer
        const y = await target.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const free = [1 / 2, 3 / 4, 1 / 4].map((part) => top + height * part);
          return free.find((each) => element.contains(document.elementFromPoint(left + width / 3, each)));
        });
        if (y === undefined) throw new Error('the target is covered');
        // every step is within the target: a slow window takes a step on another element for a rest there
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

  /** Presses keys one after another, such as `Control+k`. What is asked at the moment gets them. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.focusQuickInput();
      await this.page.keyboard.press(key);
    }
  }

  /** Saves a picture of the window. */
  async screenshot(file: string): Promise<void> {
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }
}
