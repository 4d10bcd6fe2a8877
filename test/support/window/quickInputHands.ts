import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { exactly, plain } from './drawnText.ts';
import { longMs, shortMs } from '../patience.ts';
import { poll } from '../poll.ts';

export type QuickPickItem = { readonly label: string; readonly description: string; readonly detail: string };

export class QuickInputHands {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** By its exact palette title, `Category: Title`. */
  async command(title: string): Promise<void> {
    await this.#pointAway();
    const row = await this.#commandRow(title);
    await this.#takenBy(() => row.click());
  }

  async commandByKeyboard(title: string): Promise<void> {
    const row = await this.#commandRow(title);
    await poll(
      async () => {
        if (/focused/.test((await row.getAttribute('class')) ?? '')) return true;
        await this.quickInputBox.press('ArrowDown');
        return false;
      },
      { what: `the command "${title}" to have the focus` },
    );
    await this.#takenBy(() => this.quickInputBox.press('Enter'));
  }

  /** A resting pointer opens the hover of the row below it, which covers others. */
  async #pointAway(): Promise<void> {
    await this.page.mouse.move(3, 3);
  }

  async #commandRow(title: string): Promise<Locator> {
    const row = this.quickRow(title);
    // an open list misses commands registered later, and other UI may close it
    await poll(
      async () => {
        await this.closeQuickInput();
        await this.page.keyboard.press('F1');
        await this.quickInput.waitFor({ timeout: shortMs });
        await this.quickInputBox.fill(`>${title}`, { timeout: shortMs });
        await row.waitFor({ timeout: 2_000 });
        return true;
      },
      { what: `the command "${title}" in the palette`, timeoutMs: longMs },
    );
    return row;
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  get quickInputBox(): Locator {
    return this.quickInput
      .locator(
        '.quick-input-filter input[type=text], .quick-input-filter input[type=password], .quick-input-filter textarea',
      )
      .first();
  }

  quickRow(label: string): Locator {
    return this.quickInput
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(label) }) })
      .first();
  }

  async focusQuickInput(): Promise<void> {
    await this.page.evaluate(() => {
      const widget = [...document.querySelectorAll<HTMLElement>('.quick-input-widget')].find(
        (each) => each.getClientRects().length > 0,
      );
      if (!widget || widget.contains(document.activeElement)) return;
      const boxes = [...widget.querySelectorAll<HTMLElement>('.quick-input-filter :is(input, textarea)')];
      boxes.find((each) => each.getClientRects().length > 0)?.focus();
    });
  }

  async closeQuickInput(): Promise<void> {
    if ((await this.quickInput.count()) === 0) return;
    await this.focusQuickInput();
    await this.page.keyboard.press('Escape');
    await this.quickInput.waitFor({ state: 'hidden', timeout: shortMs });
  }

  async quickPickItems(): Promise<QuickPickItem[]> {
    await this.quickInput.waitFor({ timeout: longMs });
    const rows = await this.quickInput
      .locator('.quick-input-list .monaco-list-row')
      .evaluateAll((elements) =>
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

  /** `filter` is typed first, for an item far down. */
  async pick(label: string, options: { readonly filter?: string } = {}): Promise<void> {
    await this.quickInput.waitFor({ timeout: longMs });
    if (options.filter !== undefined) await this.quickInputBox.fill(options.filter);
    await this.#pointAway();
    const row = this.quickRow(label);
    await this.#takenBy(() => row.click({ timeout: longMs }), row);
  }

  /** While the dialog reads a folder it ignores Enter; listed files show that it has finished. */
  async chooseFile(file: string, proposal: RegExp): Promise<void> {
    const written = (): Promise<string> => this.quickInputBox.inputValue();
    await poll(async () => proposal.test(await written()), { what: 'a proposed file', timeoutMs: longMs });
    await this.quickRow('..').waitFor({ timeout: longMs });
    const isTyped = async (): Promise<boolean> => {
      if ((await written()) === file) return true;
      await this.quickInputBox.fill(file);
      return false;
    };
    await poll(isTyped, { what: 'the file to be typed', everyMs: 300 });
    const isRead = async (): Promise<boolean> => {
      const there = new Set(readdirSync(path.dirname(file)));
      const listed = (await this.quickPickItems()).map(({ label }) => label).filter((label) => label !== '..');
      return listed.every((label) => there.has(label)) && listed.includes(path.basename(file)) === existsSync(file);
    };
    await poll(isRead, { what: 'the folder to be read' });
    await this.page.keyboard.press('Enter');
  }

  async pickMany(labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      const box = '.monaco-checkbox, input[type=checkbox], .quick-input-list-checkbox';
      await this.quickRow(label).locator(box).first().click({ timeout: longMs });
    }
    // Enter would toggle the focused item
    await this.quickInput
      .locator('.monaco-button', { hasText: exactly('OK') })
      .first()
      .click();
  }

  /** `prompt` is a part of the box's message. */
  async input(text: string, options: { readonly prompt?: string } = {}): Promise<void> {
    await this.typeInput(text, options);
    await this.#takenBy(() => this.quickInputBox.press('Enter'));
  }

  /** Waits for a change, so that later typing does not go to the old input. Gives up after a while. */
  async #takenBy(answer: () => Promise<void>, row?: Locator): Promise<void> {
    const drawn = async (): Promise<string | undefined> =>
      row?.locator('.quick-input-list-rows').evaluateAll((parts) => parts.map(({ innerHTML }) => innerHTML).join());
    await row?.waitFor({ timeout: longMs });
    const before = [await this.#question(), await drawn()];
    await answer();
    const isTaken = async (): Promise<boolean> =>
      (await this.#question()) !== before[0] || (await drawn()) !== before[1];
    await poll(isTaken, { what: 'the next step', timeoutMs: shortMs }).catch(() => {});
  }

  async #question(): Promise<string> {
    return this.page.evaluate(() => {
      const widget = [...document.querySelectorAll<HTMLElement>('.quick-input-widget')].find(
        (each) => each.offsetParent !== null || each.getClientRects().length > 0,
      );
      if (!widget) return '';
      const box = widget.querySelector<HTMLInputElement>('.quick-input-filter input[type=text]');
      const texts = ['.quick-input-title', '.quick-input-message'].map(
        (selector) => widget.querySelector(selector)?.textContent ?? '',
      );
      return JSON.stringify([...texts, box?.placeholder, box?.value]);
    });
  }

  async typeInput(text: string, { prompt = '' }: { readonly prompt?: string } = {}): Promise<void> {
    await poll(async () => (await this.quickInputMessage()).includes(prompt), {
      what: `an input box saying "${prompt}"`,
      timeoutMs: longMs,
    });
    await this.quickInputBox.fill(text);
  }

  /** The prompt or a validation error. */
  async quickInputMessage(): Promise<string> {
    await this.quickInput.waitFor({ timeout: longMs });
    return plain((await this.quickInput.locator('.quick-input-message').innerText()) ?? '');
  }

  async quickInputTitle(): Promise<{ readonly title: string; readonly placeholder: string }> {
    await this.quickInput.waitFor({ timeout: longMs });
    return {
      title: plain((await this.quickInput.locator('.quick-input-title').first().textContent()) ?? ''),
      placeholder: (await this.quickInputBox.getAttribute('placeholder')) ?? '',
    };
  }
}
