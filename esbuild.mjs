// Builds what the extension runs: `node esbuild.mjs [--production] [--watch]`.
// A test looks at one bundle alone: `node esbuild.mjs --only=transport --outdir=<folder>`.
import { build, context } from 'esbuild';
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only');
const outdir = option('outdir') ?? 'dist';

/** Largest sizes in bytes; a bundle over its budget fails a production build. */
const budgets = {
  // read at activation, in every window that shows a Graft view
  'dist/extension.cjs': 900_000,
  // undici and what sends with it, read on the first request
  'dist/transport.cjs': 620_000,
  // compares files on request, in a thread of its own
  'dist/lineDiff.cjs': 40_000,
  'dist/commitPage.js': 150_000,
  // languages and word changes, read once a page has been drawn
  'dist/highlight.js': 420_000,
  'dist/reviewPage.js': 80_000,
  'dist/board.js': 80_000,
  'dist/composer.js': 60_000,
  'dist/jobPage.js': 60_000,
  // what reads Markdown, loaded with the first note
  'dist/markdown.js': 130_000,
};

/** The client's transport is a bundle of its own: what imports it dynamically gets the file next to it. */
const separateTransport = {
  name: 'separate-transport',
  setup(build) {
    build.onResolve({ filter: /\/undiciTransport\.ts$/ }, (args) =>
      args.kind === 'dynamic-import' ? { path: './transport.cjs', external: true } : undefined,
    );
  },
};

/** Keeps undici's agent to ourselves: by default importing it may replace the agent of every other extension's `fetch`. */
const privateUndici = {
  name: 'private-undici-agent',
  setup(build) {
    build.onLoad({ filter: /undici[\\/]lib[\\/]global\.js$/ }, () => ({
      contents: `
        const Agent = require('./dispatcher/agent');
        let agent;
        module.exports = {
          setGlobalDispatcher(next) { agent = next; },
          getGlobalDispatcher() { return (agent ??= new Agent()); },
          installedExports: ['fetch', 'Headers', 'Response', 'Request', 'FormData', 'WebSocket', 'CloseEvent', 'ErrorEvent', 'MessageEvent', 'EventSource'],
        };`,
      loader: 'js',
    }));
  },
};

/** Puts the text of the GraphQL schema into the bundle: from sources it is read from its file. */
const schemaText = {
  name: 'graphql-schema-text',
  setup(build) {
    const file = 'src/wire/schema.graphql';
    build.onLoad({ filter: /[\\/]sandbox[\\/]graphql[\\/]schemaText\.ts$/ }, () => ({
      contents: `export const schemaText = ${JSON.stringify(readFileSync(file, 'utf8'))};`,
      loader: 'ts',
      watchFiles: [path.resolve(file)],
    }));
  },
};

const common = {
  bundle: true,
  logLevel: 'warning',
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
};

const node = { ...common, platform: 'node', format: 'cjs', target: 'node22', supported: { 'dynamic-import': false } };

const allBundles = [
  {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    external: ['vscode'],
    plugins: [separateTransport],
  },
  {
    ...node,
    entryPoints: { transport: 'src/client/undiciTransport.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    plugins: [privateUndici],
  },
  {
    ...node,
    entryPoints: { lineDiff: 'src/host/commits/lineDiffWorker.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
  },
  {
    ...node,
    target: 'node20',
    entryPoints: { sandbox: 'src/sandbox/main.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    plugins: [schemaText],
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { commitPage: 'src/webview/commitPage/main.tsx' },
    outdir,
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { board: 'src/webview/board/main.tsx' },
    outdir,
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { composer: 'src/webview/composer/main.tsx' },
    outdir,
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { jobPage: 'src/webview/jobPage/main.tsx' },
    outdir,
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    entryPoints: { highlight: 'src/webview/highlight/main.ts' },
    outdir,
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { reviewPage: 'src/webview/reviewPage/main.tsx' },
    outdir,
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome134',
    entryPoints: { markdown: 'src/webview/markdown/main.ts' },
    outdir,
  },
];

const bundles = allBundles.filter(({ entryPoints }) => only === undefined || only in entryPoints);

if (only === undefined) {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  for (const file of ['codicon.css', 'codicon.ttf'])
    cpSync(`node_modules/@vscode/codicons/dist/${file}`, `${outdir}/${file}`);
}

if (watch) {
  await Promise.all(bundles.map(async (options) => (await context(options)).watch()));
} else {
  await Promise.all(bundles.map((options) => build(options)));
}

if (production && only === undefined) {
  let over = false;
  for (const [file, limit] of Object.entries(budgets)) {
    const { size } = statSync(file);
    const line = `${file}: ${size} bytes of ${limit} (${gzipSync(readFileSync(file)).length} compressed)`;
    if (size > limit) over = true;
    console.log(size > limit ? `OVER BUDGET ${line}` : line);
  }
  if (over) process.exit(1);
}
