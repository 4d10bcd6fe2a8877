import type { Browser as ChromiumBrowser, BrowserContext, LaunchOptions, Page } from 'playwright-core';
import { findChrome } from './chromium.ts';

const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox',
  // pages share compiled code
  '--renderer-process-limit=1',
];

/** Most test processes open no browser. */
const chromium = async () => (await import('playwright-core')).chromium;

const usualViewport = { width: 1400, height: 900 };

export type BrowserOptions = {
  /** Cookies and storage; default: none kept. */
  readonly profileFolder?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
};

export type Browser = { readonly context: BrowserContext; newPage(): Promise<Page>; close(): Promise<void> };

/** Secret storage survives reloads and, with a profile folder and a fixed port, restarts. */
export async function startBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const viewport = options.viewport ?? usualViewport;
  if (options.profileFolder !== undefined) {
    const context = await (
      await chromium()
    ).launchPersistentContext(options.profileFolder, { ...(await launching()), viewport });
    await keepSecrets(context);
    return { context, newPage: () => context.newPage(), close: () => context.close() };
  }
  const browser = await (await chromium()).launch(await launching());
  return { ...(await newWindow(browser, viewport)), close: () => browser.close() };
}

let shared: Promise<BrowserContext> | undefined;

/** A window of the shared browser. A blank page opens its pages, so that they share a process and compiled code. */
export async function openWindow(): Promise<Browser> {
  if (shared !== undefined && !(await shared).browser()?.isConnected()) shared = undefined;
  shared ??= startShared();
  const context = await shared;
  const pages: Page[] = [];
  return {
    context,
    async newPage() {
      const [opener] = context.pages();
      if (opener === undefined) throw new Error('the blank page has been closed');
      const opening = opener.waitForEvent('popup');
      await opener.evaluate(() => void open('about:blank'));
      const page = await opening;
      pages.push(page);
      return page;
    },
    async close() {
      for (const page of pages.splice(0)) await page.close();
    },
  };
}

export async function closeSharedBrowser(): Promise<void> {
  const context = await shared;
  shared = undefined;
  await context?.browser()?.close();
}

async function startShared(): Promise<BrowserContext> {
  const browser = await (await chromium()).launch(await launching());
  const window = await newWindow(browser, usualViewport);
  await window.newPage();
  return window.context;
}

async function newWindow(browser: ChromiumBrowser, viewport: typeof usualViewport): Promise<Browser> {
  const context = await browser.newContext({ viewport });
  await keepSecrets(context);
  return { context, newPage: () => context.newPage(), close: () => context.close() };
}

async function launching(): Promise<LaunchOptions> {
  const chrome = await findChrome();
  return {
    executablePath: chrome.executable,
    args: flags,
    env: { ...process.env, ...chrome.env },
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** VS Code keeps secrets in memory only unless its server provides half a key, which the bare server does not. */
async function keepSecrets(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const isKey = new URL(address, location.href).pathname.endsWith('/mint-key');
      return isKey ? Promise.resolve(new Response(new Uint8Array(32).fill(7))) : ask(input, init);
    };
  });
}
