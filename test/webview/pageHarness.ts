import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { pageHtml } from '../../src/host/kit/pageHtml.ts';
import { openWindow, type Browser } from '../support/browser.ts';
import { rootFolder } from '../support/paths.ts';
import { openPages } from '../support/screenshots.ts';
import themes from './editorThemes.json' with { type: 'json' };

/** The themes whose colours are in editorThemes.json, as VS Code 1.139 had them: those the style sheet uses. */
export type ThemeName = keyof typeof themes;

const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};

/** What a page is made of. */
export interface PageKind {
  /** Name of the bundle. */
  readonly name: string;
  /** Style sheets in `dist` beside `page.css`, without ending, as the extension names them. */
  readonly styles: readonly string[];
  /** What the page was opened for, as the extension writes it. */
  readonly state: unknown;
  /** Whether the user lets pictures in comments be loaded. */
  readonly pictures?: boolean;
  /** Where the page is not in English. */
  readonly language?: string;
  /** Texts in that language by the English ones. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** How a page is opened. */
export interface OpenOptions {
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A page in a real browser, with the test in the place of the extension. */
export interface OpenedPage<To, From> {
  readonly page: Page;
  /** Sends messages to the page and waits until it has drawn them. */
  readonly send: (...messages: readonly To[]) => Promise<void>;
  /** What the page has posted since the last call, oldest first. */
  readonly posted: () => Promise<From[]>;
  /** What the page has kept with `setState`. */
  readonly kept: () => Promise<unknown>;
  /** The files that its document has loaded beside itself, from the server or from what the browser has kept of them. */
  readonly loaded: () => Promise<string[]>;
  /** Resolves once the page has drawn what it knows. */
  readonly drawn: () => Promise<void>;
  /** Gives the page the colours of another theme, as the editor does when the user chooses one. */
  readonly changeTheme: (theme: ThemeName) => Promise<void>;
  /** Violations of the content security policy and uncaught errors so far. */
  readonly complaints: () => Promise<string[]>;
}

/** Opens a page; see {@link usePages}. */
export type OpenPage<To, From> = (options?: OpenOptions) => Promise<OpenedPage<To, From>>;

/**
 * Gives the tests of a suite the page as the editor would: the same policy, styles and function for messages. After
 * each test the page must not have complained; it stays until the next one opens its own, so that a failure can be seen.
 */
export function usePages<To, From>(kind: PageKind): OpenPage<To, From> {
  const opened: OpenedPage<To, From>[] = [];
  let harness: PageHarness<To, From> | undefined;
  const leavePages = (): void => {
    for (const { page } of opened.splice(0)) {
      openPages.delete(page);
      harness?.leave(page);
    }
  };
  before(async function () {
    this.timeout(60_000);
    harness = await startHarness(kind);
  });
  beforeEach(leavePages);
  afterEach(async () => {
    for (const { complaints } of opened) assert.deepEqual(await complaints(), []);
  });
  after(async () => {
    leavePages();
    await harness?.close();
  });
  return async (options = {}) => {
    assert.ok(harness, 'pages can be opened by tests only');
    const opening = await harness.open(options);
    opened.push(opening);
    openPages.add(opening.page);
    return opening;
  };
}

/** A browser and a server that shows it the page. */
export interface PageHarness<To, From> {
  open(options: OpenOptions): Promise<OpenedPage<To, From>>;
  /** Has the next that is opened take the place of a page: that costs half of what a new one does. */
  leave(page: Page): void;
  close(): Promise<void>;
}

/** Starts a server and a window of the browser for a page, whose scripts are those that were built. */
export async function startHarness<To, From>(kind: PageKind): Promise<PageHarness<To, From>> {
  const browser = await openWindow();
  const server = await serve(kind);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const left: Page[] = [];
  return {
    open: async (options) => openPage((await emptied(left.pop())) ?? (await newPage(browser)), origin, options),
    leave: (page) => void left.push(page),
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(kind: PageKind): Promise<Server> {
  const built = (file: string): Buffer => readFileSync(path.join(rootFolder, 'dist', file));
  const files: Readonly<Record<string, { readonly type: string; readonly content: Buffer }>> = {
    ...Object.fromEntries(
      readdirSync(path.join(rootFolder, 'dist'))
        .filter((file) => file.endsWith('.js'))
        .map((file) => [`/${file}`, { type: 'text/javascript', content: built(file) }]),
    ),
    ...Object.fromEntries(styleFiles(kind).map((file) => [`/${file}`, { type: 'text/css', content: built(file) }])),
    '/codicon.css': { type: 'text/css', content: built('codicon.css') },
    '/codicon.ttf': { type: 'font/ttf', content: built('codicon.ttf') },
    '/editor.css': { type: 'text/css', content: readFileSync(path.join(import.meta.dirname, 'editorDefaults.css')) },
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = files[url.pathname];
    // the browser keeps what it has compiled of a script that it may keep
    const headers = { 'content-type': file?.type, 'cache-control': 'max-age=3600' };
    if (file) response.writeHead(200, headers).end(file.content);
    else if (url.pathname === '/') sendPage(kind, response, (url.searchParams.get('theme') ?? 'dark') as ThemeName);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const styleFiles = (kind: PageKind): string[] => ['page', ...kind.styles].map((name) => `${name}.css`);

function sendPage(kind: PageKind, response: ServerResponse, theme: ThemeName): void {
  const nonce = randomBytes(16).toString('hex');
  const document = pageHtml({
    bundle: kind.name,
    styles: kind.styles,
    title: 'Page',
    state: kind.state,
    source: "'self'",
    nonce,
    pictures: kind.pictures === true,
    language: kind.language ?? 'en',
    texts: kind.texts ?? {},
    addressOf: (file) => file,
  });
  response.setHeader('content-type', 'text/html; charset=utf-8').end(
    document
      // the editor's own styles come before all others
      .replace('<link', '<link rel="stylesheet" href="editor.css">\n<link')
      .replace('<body', `<body class="${bodyClasses[theme]}"`),
  );
}

/** What the stand-in for the editor keeps on the page's window. */
interface StandIn extends Window {
  posted: unknown[];
  complaints: string[];
  /** Whether the page has said that it can listen: what is sent before is lost. */
  isListening: boolean;
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  // sooner than a test ends, so that what was waited for is named
  page.setDefaultTimeout(12_000);
  await page.addInitScript(standIn, themes);
  return page;
}

/** A page without what a test has set in it; its document goes with the next address. */
async function emptied(page: Page | undefined): Promise<Page | undefined> {
  if (page === undefined || page.isClosed()) return undefined;
  page.removeAllListeners();
  await page.unrouteAll();
  await page.emulateMedia({ reducedMotion: null });
  await page.mouse.move(-1, -1);
  return page;
}

let openings = 0;

async function openPage<To, From>(page: Page, origin: string, options: OpenOptions): Promise<OpenedPage<To, From>> {
  const theme = options.theme ?? 'dark';
  let shown = theme;
  await page.setViewportSize(options.viewport ?? { width: 1200, height: 800 });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  await page.goto(`${origin}/?theme=${theme}&opening=${(openings += 1)}`);
  const drawn = (): Promise<void> =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  // it says so a frame after its first one, and again after each reload
  const listens = (): Promise<unknown> => page.waitForFunction(() => (window as unknown as StandIn).isListening);
  await listens();
  return {
    page,
    drawn,
    async send(...messages) {
      await listens();
      await page.evaluate((all) => all.forEach((message) => window.postMessage(message, '*')), messages);
      await drawn();
    },
    async changeTheme(next) {
      const { [shown]: former, [next]: variables } = themes;
      const change = {
        names: bodyClasses[next],
        formerNames: bodyClasses[shown],
        former: Object.keys(former),
        variables,
      };
      shown = next;
      await page.evaluate(({ names, formerNames, former, variables }) => {
        document.body.classList.remove(...formerNames.split(' '));
        document.body.classList.add(...names.split(' '));
        const { style } = document.documentElement;
        // a theme leaves out what it has no colour for
        for (const name of former) style.removeProperty(name);
        for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
      }, change);
      await drawn();
    },
    posted: () => page.evaluate(() => (window as unknown as StandIn).posted.splice(0)) as Promise<From[]>,
    loaded: () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name.slice(name.lastIndexOf('/') + 1)),
      ),
    kept: () => page.evaluate(() => JSON.parse(sessionStorage.getItem('kept') ?? 'null') as unknown),
    complaints: async () => [...errors, ...(await page.evaluate(() => (window as unknown as StandIn).complaints))],
  };
}

/** Runs in the page before its own script: the editor's part of the page. */
function standIn(all: typeof themes): void {
  const own = window as unknown as StandIn & { acquireVsCodeApi: unknown };
  const asked = new URLSearchParams(location.search);
  const variables: Readonly<Record<string, string>> = all[(asked.get('theme') ?? 'dark') as ThemeName];
  const opening = asked.get('opening') ?? '';
  // what was kept outlives a reload, and nothing else
  if (sessionStorage.getItem('opening') !== opening) sessionStorage.clear();
  sessionStorage.setItem('opening', opening);
  own.posted = [];
  own.complaints = [];
  own.isListening = false;
  document.addEventListener('securitypolicyviolation', (event) =>
    own.complaints.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  own.acquireVsCodeApi = () => ({
    postMessage: (message: unknown) => {
      own.posted.push(message);
      own.isListening = true;
    },
    getState: () => JSON.parse(sessionStorage.getItem('kept') ?? 'null') as unknown,
    setState: (state: unknown) => sessionStorage.setItem('kept', JSON.stringify(state)),
  });
  const paint = (): void => {
    for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
  };
  if (document.documentElement) paint();
  else new MutationObserver((_, observer) => (observer.disconnect(), paint())).observe(document, { childList: true });
}
