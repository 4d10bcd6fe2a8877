import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { editorAddress, startEditor, type Editor } from './editorHost.ts';
import { Ui } from './hands.ts';
import { copyInstalled } from './installedExtension.ts';
import { rootFolder, readManifest, temporaryFolder } from './paths.ts';
import { openPages } from './screenshots.ts';
import { gitEnvironment } from './surroundings.ts';

/** How a session starts. */
export type SessionOptions = {
  /** The folder to open; none: an empty window. */
  readonly folder?: string;
  /** The packaged extension to install. Left out: the one that `npm run package` made. */
  readonly vsixFile?: string;
  /** Installs something else than the packaged extension into the data folder, before the editor starts. */
  readonly install?: (dataFolder: string) => Promise<void>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly builtIns?: 'few' | 'all';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The language extensions are told and shown in, such as `de`; the editor's own words stay English. */
  readonly language?: string;
};

/** A user in front of an editor with the packaged extension installed. */
export type Session = {
  readonly ui: Ui;
  readonly page: Page;
  readonly editor: Editor;
  /** Kills the window without asking it, as a crash does, and opens it again: the hands on the new one. */
  crash(): Promise<Ui>;
  /** Ends everything and removes what it wrote. */
  stop(): Promise<void>;
};

/** The packaged extension that {@link startSession} installs unless told otherwise. */
export function packagedExtension(): string {
  const { name, version } = readManifest();
  return process.env['GRAFT_VSIX'] ?? path.join(rootFolder, `${name}-${version}.vsix`);
}

/** Installs the packaged extension into a fresh editor and opens a window; resolves when the window is drawn. */
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
      // closing the palette gives the focus back, at times after the next question has come: that would close it
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

/** As a language pack does it, which the editor would have to download: what the editor sets itself comes too late. */
const setLanguage = (language: string): void => {
  Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: language });
};
