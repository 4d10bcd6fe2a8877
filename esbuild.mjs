// Builds what the extension runs: `node esbuild.mjs [--production] [--watch]`.
// A test looks at one bundle alone: `node esbuild.mjs --only=transport --outdir=<folder>`.
import { build, context } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import path from 'node:path';
import { writeIcons } from './build/icons.mjs';
import { writeTranslations } from './build/translations.mjs';
import { packedParser, privateUndici, usedPartsOfUndici, wordsForAssertions } from './build/undiciParts.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only');
const outdir = option('outdir') ?? 'dist';

/** Largest sizes in bytes, with the chunks that are loaded along; a bundle over its budget fails a production build. */
const budgets = {
  // read at activation, in every window that shows a Graft view
  'extension.js': 150_000,
  // undici and what sends with it, read on the first request
  'transport.cjs': 265_000,
  // hears of changes, once somebody has opened an iteration
  'subscriptions.cjs': 47_000,
  // the same for servers that speak graphql-ws and have no cable
  'graphqlWs.cjs': 23_000,
  // compares files on request, in a thread of its own
  'lineDiff.cjs': 6_000,
  // read with the first archive, by the sample server at once
  'tarStream.cjs': 40_000,
  'commitPage.js': 146_000,
  // changed words and what colours with a language, read once a page has been drawn; languages come on their own
  'highlight.js': 34_000,
  'reviewPage.js': 62_000,
  'mergeRequestPage.js': 56_000,
  'board.js': 47_500,
  'composer.js': 30_000,
  'failedPage.js': 20_000,
  'connectionPage.js': 22_000,
  'jobPage.js': 35_500,
  // what reads Markdown, loaded with the first note
  'markdown.js': 82_000,
};

/** Stands for the text of Creative Commons' licence, which lets a link do. */
const attribution = `The icons are by Microsoft Corporation, https://github.com/microsoft/vscode-codicons, under
Creative Commons Attribution 4.0 International: https://creativecommons.org/licenses/by/4.0/legalcode
Those that Graft shows were taken from the font; they are unchanged.`;

/** What the MIT licence permits, as its works say it below their copyright. */
const permission = /^Permission is hereby granted[^]*$/m;

/** Parts of the client that are bundles of their own, by their file: what imports them dynamically gets the bundle. */
const ownBundles = {
  'undiciTransport.ts': './transport.cjs',
  'openSubscriptions.ts': './subscriptions.cjs',
  'openGraphqlWs.ts': './graphqlWs.cjs',
};

const separateClient = {
  name: 'separate-client',
  setup(build) {
    build.onResolve({ filter: /\/(?:undiciTransport|openSubscriptions|openGraphqlWs)\.ts$/ }, (args) =>
      args.kind === 'dynamic-import' ? { path: ownBundles[path.basename(args.path)], external: true } : undefined,
    );
  },
};

/** What reads and writes archives is a bundle of its own, for the extension and the sample server. */
const separateArchives = {
  name: 'separate-archives',
  setup(build) {
    build.onResolve({ filter: /^tar-stream$/ }, ({ kind, namespace }) => {
      if (kind === 'entry-point') return { path: 'tar-stream', namespace: 'archives' };
      return namespace === 'archives' ? undefined : { path: './tarStream.cjs', external: true };
    });
    build.onLoad({ filter: /./, namespace: 'archives' }, () => ({
      contents: "export { extract, pack } from 'tar-stream';",
      resolveDir: process.cwd(),
    }));
  },
};

/**
 * Has areas share few files instead of one for each set of areas that have something in common: what the extension has
 * read before any of them, and what is small. By what was built without it.
 */
const fewFiles = (outputs) => {
  const atOnce = loadedWith(outputs, `${outdir}/extension.js`);
  const common = Object.entries(outputs)
    .filter(
      ([file, { bytes }]) => path.basename(file).startsWith('shared-') && (atOnce.has(file) || bytes < smallBytes),
    )
    .flatMap(([, { inputs }]) => Object.keys(inputs))
    // packages say themselves that they do nothing where nothing of them is used
    .filter((file) => file.startsWith('src/'));
  const imports = common.map((file) => `import ${JSON.stringify(path.resolve(file))};`).join('\n');
  return {
    name: 'few-files',
    setup(build) {
      build.onLoad({ filter: /[\\/]host[\\/]\w+[\\/]parts\.ts$/ }, ({ path: file }) => ({
        contents: `${readFileSync(file, 'utf8')}\n${imports}`,
        loader: 'ts',
      }));
    },
  };
};

/** Up to so many bytes, code that some areas share is loaded with each of them. */
const smallBytes = 8_000;

/** A built file with all that is loaded along with it. */
function loadedWith(outputs, file, files = new Set()) {
  if (files.has(file)) return files;
  files.add(file);
  for (const { path: imported, kind, external } of outputs[file].imports)
    if (!external && kind === 'import-statement') loadedWith(outputs, imported, files);
  return files;
}

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

/** Puts the sample history into the bundle, packed: from sources it is read from its folder. */
const sampleHistory = {
  name: 'sample-history',
  setup(build) {
    const folder = 'src/sandbox/sample/orchard/history';
    build.onLoad({ filter: /[\\/]sample[\\/]orchard[\\/]historyFiles\.ts$/ }, () => {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = entries.map((entry) => path.resolve(entry.parentPath, entry.name)).sort();
      const contents = files.map((file) => {
        const encoding = file.endsWith('.png') ? 'base64' : 'utf8';
        return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, encoding), encoding];
      });
      const packed = brotliCompressSync(JSON.stringify(contents)).toString('base64');
      return {
        contents: `
          import { brotliDecompressSync } from 'node:zlib';
          const files = JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString('utf8'));
          export const historyFiles = Object.fromEntries(
            files.map(([name, content, encoding]) => [name, encoding === 'utf8' ? content : Buffer.from(content, encoding)]),
          );`,
        loader: 'js',
        watchFiles: files,
        watchDirs: [...new Set(files.map((file) => path.dirname(file)))],
      };
    });
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

/** Has pages read character references by the browser instead of by a package's tables. */
const browserEntities = {
  name: 'browser-entities',
  setup(build) {
    build.onResolve({ filter: /^entities$/ }, () => ({ path: path.resolve('src/webview/markdown/entities.ts') }));
  },
};

/** What pages in the editor's browser run: modules `dist/<name>.js`, and `dist/chunk-*.js` with what several of them share. */
const pages = (entryPoints) => ({
  ...common,
  platform: 'browser',
  format: 'esm',
  splitting: true,
  target: 'chrome134',
  // modules are read as UTF-8, in which most characters are shorter than their codes
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [browserEntities],
  entryPoints,
  outdir,
});

/** The style sheets of pages, each as `dist/<name>.css`. */
const styleSheets = readdirSync('media').filter((file) => file.endsWith('.css'));
const styles = {
  ...common,
  target: 'chrome134',
  entryPoints: styleSheets.map((file) => `media/${file}`),
  outdir,
};

/** What is loaded of an area when it is first used: `dist/<area>Area.js`. */
const areas = Object.fromEntries(
  readdirSync('src/host').flatMap((area) => {
    const file = `src/host/${area}/parts.ts`;
    return existsSync(file) ? [[`${area}Area`, file]] : [];
  }),
);

/** Large bundles that are shipped packed: what unpacks them takes two milliseconds, and nothing while they are not used. */
const packedBundles = ['sandbox', 'transport', 'subscriptions', 'graphqlWs', 'tarStream'];

const allBundles = [
  program('extension', 'src/extension.ts', {
    entryPoints: { extension: 'src/extension.ts', ...areas },
    external: ['vscode'],
    plugins: [separateClient, separateArchives],
    format: 'esm',
    splitting: true,
    chunkNames: 'shared-[hash]',
    supported: {},
    outExtension: {},
  }),
  program('transport', 'src/client/undici/undiciTransport.ts', {
    plugins: [privateUndici, usedPartsOfUndici, packedParser, wordsForAssertions],
  }),
  program('subscriptions', 'src/client/graphql/openSubscriptions.ts'),
  program('graphqlWs', 'src/client/graphql/openGraphqlWs.ts'),
  program('lineDiff', 'src/host/commits/lineDiffWorker.ts'),
  program('sandbox', 'src/sandbox/main.ts', {
    entryPoints: { sandbox: 'src/sandbox/main.ts', tarStream: 'tar-stream' },
    target: 'node20',
    plugins: [schemaText, sampleHistory, separateArchives],
  }),
  pages({
    commitPage: 'src/webview/commitPage/main.tsx',
    board: 'src/webview/board/main.tsx',
    composer: 'src/webview/composer/main.tsx',
    failedPage: 'src/webview/failedPage/main.tsx',
    connectionPage: 'src/webview/connectionPage/main.tsx',
    jobPage: 'src/webview/jobPage/main.tsx',
    reviewPage: 'src/webview/reviewPage/main.tsx',
    mergeRequestPage: 'src/webview/mergeRequestPage/main.tsx',
    // run before a page that is not in English
    pageTexts: 'src/webview/elements/pageTexts.ts',
    // these two are imported by pages when they are first needed
    highlight: 'src/webview/highlight/painter.ts',
    markdown: 'src/webview/markdown/parseMarkdown.ts',
  }),
  styles,
];

const bundles = allBundles.filter(({ entryPoints }) => only === undefined || Object.hasOwn(entryPoints, only));

if (only === undefined) {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await Promise.all([writeIcons(outdir, { minify: production }), writeTranslations(outdir)]);
}

if (watch) {
  await Promise.all(bundles.map(async (options) => (await context(options)).watch()));
} else {
  const built = await Promise.all(bundles.map(buildOne));
  if (production && only === undefined) {
    writeFileSync(`${outdir}/licenses.txt`, licences(built));
    if (!areWithinBudgets(Object.assign({}, ...built.map(({ metafile }) => metafile.outputs)))) process.exitCode = 1;
  }
  const names = bundles.flatMap(({ entryPoints }) => Object.keys(entryPoints));
  if (production) names.filter((name) => packedBundles.includes(name)).forEach(pack);
}

async function buildOne(options) {
  if (!Object.hasOwn(options.entryPoints, 'extension')) return build({ ...options, metafile: true });
  const { metafile } = await build({ ...options, metafile: true, write: false });
  return build({ ...options, plugins: [...options.plugins, fewFiles(metafile.outputs)], metafile: true });
}

/** Has a bundle unpack itself when it is loaded. What it exports stays written in it: imports find names by that. */
function pack(name) {
  const file = `${outdir}/${name}.cjs`;
  const code = readFileSync(file);
  const [names = ''] = /0&&\(module\.exports=\{[\w,]*\}\);?/.exec(code.toString('utf8')) ?? [];
  writeFileSync(`${file}.br`, brotliCompressSync(code));
  const unpacked = "require('node:zlib').brotliDecompressSync(require('node:fs').readFileSync(`${__filename}.br`))";
  writeFileSync(file, `'use strict';\nmodule._compile(${unpacked}.toString('utf8'), __filename);\n${names}\n`);
}

/** The works of others that are in the bundles, with the notices and licences that came with them; equal texts once. */
function licences(built) {
  const outputs = built.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const [permitted] = permission.exec(readFileSync('node_modules/graphql/LICENSE', 'utf8'));
  const groups = new Map();
  for (const folder of [...new Set([...folders, 'node_modules/@vscode/codicons'])].sort()) {
    const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const text = texts
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
      .map((whole) => (/^Attribution 4\.0 International\s/.test(whole) ? attribution : whole))
      .join('\n\n');
    // one that comes without the text names its licence and who holds the copyright
    if (text === '' && (license !== 'MIT' || author === undefined))
      throw new Error(`${name} comes without its licence`);
    const whole = text || `Copyright (c) ${author}\n\n${permitted.trim()}`;
    const [terms] = permission.exec(whole) ?? [whole];
    const key = terms.replace(/\s+/g, ' ');
    const group = groups.get(key) ?? { works: [], terms };
    groups.set(key, group);
    group.works.push(`${name} ${version} (${license})\n\n${whole.slice(0, -terms.length)}`.trim());
  }
  const parts = [...groups.values()].map(({ works, terms }) => [...works, terms].join('\n\n'));
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Prints what each bundle weighs, with all that is loaded along with it; tells whether none is over its budget. */
function areWithinBudgets(outputs) {
  const over = Object.entries(budgets).filter(([name, limit]) => {
    const files = [...loadedWith(outputs, path.posix.join(outdir, name))];
    const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const compressed = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    console.log(`${size > limit ? 'OVER BUDGET ' : ''}${name}: ${size} bytes of ${limit} (${compressed} compressed)`);
    return size > limit;
  });
  return over.length === 0;
}
