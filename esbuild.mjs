// Builds dist: `node esbuild.mjs [--production] [--watch]`.
// Tests build one part: `node esbuild.mjs --only=sandbox --outdir=<folder>`.
import { build, context } from 'esbuild';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { licences } from './build/licences.mjs';
import { oneStart, privateUndici, sandboxFiles, wordsForAssertions } from './build/plugins.mjs';

const production = process.argv.includes('--production');
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only');
const outdir = option('outdir') ?? 'dist';

const common = {
  bundle: true,
  metafile: true,
  outdir,
  logLevel: 'warning',
  minify: production,
  // shipped files don't reference their source maps; tests need them for stack traces
  sourcemap: production ? 'external' : 'linked',
  legalComments: 'none',
};

/** Entry points: `file` of each folder that has one, by bundle name. */
const inEach = (folder, file, ending = '') => {
  const entries = readdirSync(folder).map((name) => [name + ending, `${folder}/${name}/${file}`]);
  return Object.fromEntries(entries.filter(([, entry]) => existsSync(entry)));
};

const parts = {
  // extension host: modules, with common code in `shared-*.js`
  extension: {
    platform: 'node',
    format: 'esm',
    splitting: true,
    chunkNames: 'shared-[hash]',
    target: 'node22',
    external: ['vscode'],
    // CommonJS packages need `require` for Node's modules
    banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
    plugins: [oneStart, privateUndici, wordsForAssertions],
    entryPoints: {
      extension: 'src/extension.ts',
      ...inEach('src/host', 'parts.ts', 'Area'),
      transport: 'src/client/undici/undiciTransport.ts',
      subscriptions: 'src/client/graphql/openSubscriptions.ts',
      graphqlWs: 'src/client/graphql/openGraphqlWs.ts',
      lineDiff: 'src/host/commits/files/lineDiffWorker.ts',
    },
  },
  // sample server, also for older Node
  sandbox: {
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outExtension: { '.js': '.cjs' },
    plugins: [sandboxFiles],
    entryPoints: { sandbox: 'src/sandbox/main.ts' },
  },
  // pages: modules, with common code in `chunk-*.js`
  pages: {
    platform: 'browser',
    format: 'esm',
    splitting: true,
    target: 'chrome134',
    // modules are read as UTF-8, which is shorter than escapes
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: inEach('src/webview', 'main.tsx'),
  },
  // style sheets of pages, and the codicons with their font
  styles: {
    target: 'chrome134',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    entryNames: '[name]',
    entryPoints: ['media/*.css', 'node_modules/@vscode/codicons/dist/codicon.css'],
  },
};

const wanted = Object.entries(parts)
  .filter(([name]) => only === undefined || only === name)
  .map(([, options]) => ({ ...common, ...options }));
if (only === undefined) rmSync(outdir, { recursive: true, force: true });
if (process.argv.includes('--watch')) {
  for (const options of wanted) await (await context(options)).watch();
} else {
  const built = await Promise.all(wanted.map((options) => build(options)));
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
  writeFileSync(`${outdir}/licenses.txt`, licences(outputs));
}
