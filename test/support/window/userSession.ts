import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { editorAddress, startEditor, type Editor } from './editorHost.ts';
import { Ui } from './hands.ts';
import { copyInstalled } from './installedExtension.ts';
import { rootFolder, readManifest, temporaryFolder } from '../paths.ts';
import { openPages } from './screenshots.ts';
import { gitEnvironment } from '../run/surroundings.ts';

export type SessionOptions = {
  readonly folder?: string;
  readonly vsixFile?: string;
  readonly install?: (dataFolder: string) => Promise<void>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly builtIns?: 'few' | 'all';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Of extensions, such as `de`; VS Code's UI stays English. */
  readonly language?: string;
};

export type Session = {
  readonly ui: Ui;
  readonly page: Page;
  readonly editor: Editor;
  /** Kills the window without warning and reopens it. */
  crash(): Promise<Ui>;
  stop(): Promise<void>;
};

export function packagedExtension(): string {
  const { name, version } = readManifest();
  return process.env['GRAFT_VSIX'] ?? path.join(rootFolder, `${name}-${version}.vsix`);
}

export async function startSession(options: SessionOptions = {}): Promise<Session> {
  const dataFolder = temporaryFolder('session');
  const undo: (() => Promise<void> | void)[] = [() => rmSync(dataFolder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    if (options.install === undefined) await copyInstalled(options.vsixFile ?? packagedExtension(), dataFolder);
    else await options.install(dataFolder);
    const editor = await startEditor({
      mode: 'user',
      dataFolder,
      removeFolders: [dataFolder],
      builtIns: options.builtIns ?? 'few',
      // the closing palette returns the focus late, which would close the next quick input
      settings: { 'workbench.quickOpen.closeOnFocusLost': false, ...options.settings },
      env: { ...gitEnvironment(dataFolder), ...options.env },
    });
    undo.push(() => editor.stop());
    const browser = await startBrowser(options.viewport ? { viewport: options.viewport } : {});
    undo.push(() => browser.close());
    if (options.language !== undefined) await browser.context.addInitScript(setLanguage, options.language);
    const openWindow = async (page: Page): Promise<Ui> => {
      openPages.add(page);
      undo.push(() => void openPages.delete(page));
      await page.goto(editorAddress(editor.port, options.folder === undefined ? {} : { folder: options.folder }));
      const hands = new Ui(page);
      await hands.ready();
      return hands;
    };
    const page = await browser.newPage();
    const ui = await openWindow(page);
    let front = page;
    const crash = async (): Promise<Ui> => {
      openPages.delete(front);
      const next = await front.context().newPage();
      await front.close({ runBeforeUnload: false });
      front = next;
      return openWindow(next);
    };
    return { ui, page, editor, crash, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Replaces a language pack, which would be a download; the editor itself sets it too late. */
const setLanguage = (language: string): void => {
  Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: language });
};
