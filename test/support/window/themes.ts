import type { Ui } from './hands.ts';
import { longMs } from '../patience.ts';
import { arePicturesTaken } from './pictures.ts';
import { poll } from '../poll.ts';

/** Ends of names, whose beginnings differ between releases, and CSS classes. */
const themes = {
  dark: { name: 'Dark Modern', workbench: 'vs-dark', page: 'vscode-dark' },
  light: { name: 'Light Modern', workbench: 'vs', page: 'vscode-light' },
  'high-contrast': { name: 'Dark High Contrast', workbench: 'hc-black', page: 'vscode-high-contrast' },
} as const;

export type ThemeName = keyof typeof themes;

export const otherThemes: readonly ThemeName[] = arePicturesTaken ? ['light', 'high-contrast'] : [];

/** The initial one last; only that unless screenshots are taken. */
export const themeNames: readonly ThemeName[] = [...otherThemes, 'dark'];

export async function pictureTheme(ui: Ui, theme: ThemeName): Promise<void> {
  if (arePicturesTaken) await switchTheme(ui, theme);
}

/** Resolves when the window and its pages have applied it. */
export async function switchTheme(ui: Ui, theme: ThemeName): Promise<void> {
  const { name, workbench, page } = themes[theme];
  await ui.command('Preferences: Color Theme');
  await ui.quickInput.waitFor();
  await ui.quickInputBox.fill(name);
  await ui.quickInput.locator('.monaco-list-row', { hasText: name }).first().click();
  await ui.quickInput.waitFor({ state: 'hidden' });
  await ui.page.locator(`.monaco-workbench.${workbench}`).waitFor({ timeout: longMs });
  await poll(
    async () => {
      const pages = await Promise.all(
        ui.page.frames().map((frame) =>
          frame
            .locator('body[class*="vscode-"]')
            .getAttribute('class', { timeout: 500 })
            .catch(() => null),
        ),
      );
      return pages.every((classes) => classes === null || classes.split(' ').includes(page));
    },
    { what: `the theme ${theme} in every page`, timeoutMs: longMs },
  );
}
