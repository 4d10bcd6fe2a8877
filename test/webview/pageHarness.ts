import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { pageHtml } from '../../src/host/kit/pages/pageHtml.ts';
import { openWindow, type Browser } from '../support/window/browser.ts';
import { rootFolder } from '../support/paths.ts';
import { openPages } from '../support/window/screenshots.ts';
import themes from './editorThemes.json' with { type: 'json' };

/** Colors in editorThemes.json, from VS Code 1.139: those that our CSS uses. */
export type ThemeName = keyof typeof themes;

const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};

export interface PageKind {
  readonly name: string;
  /** Style sheets in `dist` besides `page.css`, without extension. */
  readonly styles: readonly string[];
  readonly state: unknown;
  readonly pictures?: boolean;
  readonly language?: string;
  /** Translations by English text. */
  readonly texts?: Readonly<Record<string, string>>;
}

export interface OpenOptions {
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A page in a browser; the test acts as the extension. */
export interface OpenedPage<To, From> {
  readonly page: Page;
  /** Sends messages and waits until they are drawn. */
  readonly send: (...messages: readonly To[]) => Promise<void>;
  /** Messages posted since the last call. */
  readonly posted: () => Promise<From[]>;
  /** Last value of `setState`. */
  readonly kept: () => Promise<unknown>;
  /** Loaded files, cached ones included. */
  readonly loaded: () => Promise<string[]>;
  /** Resolves once all updates are drawn. */
  readonly drawn: () => Promise<void>;
  readonly changeTheme: (theme: ThemeName) => Promise<void>;
  /** CSP violations and uncaught errors. */
  readonly complaints: () => Promise<string[]>;
}

export type OpenPage<To, From> = (options?: OpenOptions) => Promise<OpenedPage<To, From>>;

/** Pages have VS Code's policy, styles and messaging, must not complain, and stay open for screenshots. */
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

export interface PageHarness<To, From> {
  open(options: OpenOptions): Promise<OpenedPage<To, From>>;
  /** Reuses a page for the next one, at half the cost. */
  leave(page: Page): void;
  close(): Promise<void>;
}

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
    // cacheable scripts keep their compiled code
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
      // VS Code's own styles come first
      .replace('<link', '<link rel="stylesheet" href="editor.css">\n<link')
      .replace('<body', `<body class="${bodyClasses[theme]}"`),
  );
}

interface StandIn extends Window {
  posted: unknown[];
  complaints: string[];
  /** Set by the page; earlier messages are lost. */
  isListening: boolean;
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  // less than a test's timeout, so that errors name the wait
  page.setDefaultTimeout(12_000);
  await page.addInitScript(standIn, themes);
  return page;
}

/** Resets a page for the next document. */
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
  // set a frame after the first one, and after each reload
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
        // themes omit undefined colors
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

/** VS Code's part of the page; runs before its scripts. */
function standIn(all: typeof themes): void {
  const own = window as unknown as StandIn & { acquireVsCodeApi: unknown };
  const asked = new URLSearchParams(location.search);
  const variables: Readonly<Record<string, string>> = all[(asked.get('theme') ?? 'dark') as ThemeName];
  const opening = asked.get('opening') ?? '';
  // only `setState` survives a reload
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
