// Builds what the extension runs into dist: `node esbuild.mjs [--production] [--watch]`.
// A test builds a part of it: `node esbuild.mjs --only=sandbox --outdir=<folder>`.
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
  // what is shipped names no maps; stacks of tests are read with them
  sourcemap: production ? 'external' : 'linked',
  legalComments: 'none',
};

/** A file of each folder that has it, by the name of its bundle. */
const inEach = (folder, file, ending = '') => {
  const entries = readdirSync(folder).map((name) => [name + ending, `${folder}/${name}/${file}`]);
  return Object.fromEntries(entries.filter(([, entry]) => existsSync(entry)));
};

const parts = {
  // what the extension host runs: modules, and `shared-*.js` with what several of them have in common
  extension: {
    platform: 'node',
    format: 'esm',
    splitting: true,
    chunkNames: 'shared-[hash]',
    target: 'node22',
    external: ['vscode'],
    // packages that are no modules require what is Node's
    banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
    plugins: [oneStart, privateUndici, wordsForAssertions],
    entryPoints: {
      extension: 'src/extension.ts',
      ...inEach('src/host', 'parts.ts', 'Area'),
      transport: 'src/client/undici/undiciTransport.ts',
      subscriptions: 'src/client/graphql/openSubscriptions.ts',
      graphqlWs: 'src/client/graphql/openGraphqlWs.ts',
      lineDiff: 'src/host/commits/lineDiffWorker.ts',
    },
  },
  // the sample server, which an older Node runs as well
  sandbox: {
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outExtension: { '.js': '.cjs' },
    plugins: [sandboxFiles],
    entryPoints: { sandbox: 'src/sandbox/main.ts' },
  },
  // what pages in the editor's browser run: modules, and `chunk-*.js` with what several of them have in common
  pages: {
    platform: 'browser',
    format: 'esm',
    splitting: true,
    target: 'chrome134',
    // modules are read as UTF-8, in which most characters are shorter than their codes
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: inEach('src/webview', 'main.tsx'),
  },
  // the style sheets of pages, and the icons with their font as the package ships them
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
