import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findChrome } from './chromium.ts';

const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox',
];

/** How a browser is started. */
export type BrowserOptions = {
  /** Where the browser keeps cookies and storage. Left out: nowhere. */
  readonly profileFolder?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
};

/** A running browser without a window. */
export type Browser = {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
};

/**
 * Starts a browser fit for the editor. The page's secret storage works as on a real server: it outlives reloads and,
 * with a profile folder and a fixed port, restarts.
 */
export async function startBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const chrome = await findChrome();
  const viewport = options.viewport ?? { width: 1400, height: 900 };
  const launch = {
    executablePath: chrome.executable,
    args: flags,
    env: { ...process.env, ...chrome.env },
    headless: true,
    // ending on a signal is ours to do
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  if (options.profileFolder !== undefined) {
    const context = await chromium.launchPersistentContext(options.profileFolder, { ...launch, viewport });
    await keepSecrets(context);
    return { context, newPage: () => context.newPage(), close: () => context.close() };
  }
  const browser = await chromium.launch(launch);
  const context = await browser.newContext({ viewport });
  await keepSecrets(context);
  return { context, newPage: () => context.newPage(), close: () => browser.close() };
}

/**
 * The page encrypts secrets with half a key that it asks its server for. The bare server has none to give, and the
 * secrets would stay in memory: so we give one.
 */
async function keepSecrets(context: BrowserContext): Promise<void> {
  await context.route(
    (address) => address.pathname.endsWith('/mint-key'),
    (route) => route.fulfill({ status: 200, contentType: 'application/octet-stream', body: Buffer.alloc(32, 7) }),
  );
}
