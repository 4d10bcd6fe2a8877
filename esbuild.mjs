// Builds what the extension runs: `node esbuild.mjs [--production] [--watch]`.
// A test looks at one bundle alone: `node esbuild.mjs --only=transport --outdir=<folder>`.
import { build, context } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import path from 'node:path';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only');
const outdir = option('outdir') ?? 'dist';

/** Largest sizes in bytes; a bundle over its budget fails a production build. */
const budgets = {
  // read at activation, in every window that shows a Graft view
  'extension.cjs': 900_000,
  // undici and what sends with it, read on the first request
  'transport.cjs': 620_000,
  // hears of changes, once somebody has opened an iteration
  'subscriptions.cjs': 60_000,
  // compares files on request, in a thread of its own
  'lineDiff.cjs': 40_000,
  'commitPage.js': 150_000,
  // languages and word changes, read once a page has been drawn
  'highlight.js': 420_000,
  'reviewPage.js': 80_000,
  'board.js': 80_000,
  'composer.js': 60_000,
  'jobPage.js': 60_000,
  // what reads Markdown, loaded with the first note
  'markdown.js': 130_000,
};

/** Parts of the client that are bundles of their own, by their file: what imports them dynamically gets the bundle. */
const ownBundles = { 'undiciTransport.ts': './transport.cjs', 'openSubscriptions.ts': './subscriptions.cjs' };

const separateClient = {
  name: 'separate-client',
  setup(build) {
    build.onResolve({ filter: /\/(?:undiciTransport|openSubscriptions)\.ts$/ }, (args) =>
      args.kind === 'dynamic-import' ? { path: ownBundles[path.basename(args.path)], external: true } : undefined,
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
  // what is shipped names no maps; stacks of tests are read with them
  sourcemap: production ? 'external' : 'linked',
  legalComments: 'none',
};

/** A bundle that Node runs: `dist/<name>.cjs`. */
const program = (name, file, rest = {}) => ({
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  entryPoints: { [name]: file },
  outdir,
  ...rest,
});

/** A bundle that a page in the editor's browser runs: `dist/<name>.js`. */
const page = (name, file) => ({
  ...common,
  platform: 'browser',
  format: 'iife',
  target: 'chrome134',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryPoints: { [name]: file },
  outdir,
});

const allBundles = [
  program('extension', 'src/extension.ts', { external: ['vscode'], plugins: [separateClient] }),
  program('transport', 'src/client/undiciTransport.ts', { plugins: [privateUndici] }),
  program('subscriptions', 'src/client/graphql/openSubscriptions.ts'),
  program('lineDiff', 'src/host/commits/lineDiffWorker.ts'),
  program('sandbox', 'src/sandbox/main.ts', { target: 'node20', plugins: [schemaText] }),
  page('commitPage', 'src/webview/commitPage/main.tsx'),
  page('board', 'src/webview/board/main.tsx'),
  page('composer', 'src/webview/composer/main.tsx'),
  page('jobPage', 'src/webview/jobPage/main.tsx'),
  page('reviewPage', 'src/webview/reviewPage/main.tsx'),
  page('highlight', 'src/webview/highlight/main.ts'),
  page('markdown', 'src/webview/markdown/main.ts'),
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
  const built = await Promise.all(bundles.map((options) => build({ ...options, metafile: true })));
  if (production && only === undefined) writeFileSync(`${outdir}/licenses.txt`, licences(built));
}

/** The works of others that are in the bundles, each with its licence as it came with it. */
function licences(built) {
  const outputs = built.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const works = [...new Set([...folders, 'node_modules/@vscode/codicons'])].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const text = texts.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n\n${text}`.trim();
  });
  return `${works.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

if (production && only === undefined) {
  let over = false;
  for (const [file, limit] of Object.entries(budgets)) {
    const built = path.join(outdir, file);
    const { size } = statSync(built);
    const line = `${built}: ${size} bytes of ${limit} (${gzipSync(readFileSync(built)).length} compressed)`;
    if (size > limit) over = true;
    console.log(size > limit ? `OVER BUDGET ${line}` : line);
  }
  if (over) process.exit(1);
}
