import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.resolve(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** Modules imported dynamically: `import('./parts.ts')`. */
const lateModules = () =>
  filesIn('src/host').flatMap((file) => {
    const imports = readFileSync(file, 'utf8').matchAll(/\bimport\('(\..+?)'\)/g);
    return Array.from(imports, ([, imported]) => path.resolve(path.dirname(file), imported));
  });

/**
 * Bundles the code of activation in few files, by an import of it in each lazily loaded module. Otherwise esbuild
 * splits it by the sets of entry points that share code: 42 files, which load in 32 ms instead of 14.
 */
export const oneStart = {
  name: 'one-start',
  setup(build) {
    const late = new Set(lateModules());
    const start = JSON.stringify(path.resolve('src/extension.ts'));
    build.onLoad({ filter: /[\\/]src[\\/]host[\\/].*\.ts$/ }, ({ path: file }) =>
      late.has(file) ? { contents: `${readFileSync(file, 'utf8')}\nimport ${start};`, loader: 'ts' } : undefined,
    );
  },
};

/**
 * Confines undici's global agent to this extension; as published it may replace the one of other extensions' `fetch`.
 */
export const privateUndici = {
  name: 'private-undici-agent',
  setup(build) {
    build.onLoad({ filter: /undici[\\/]lib[\\/]global\.js$/ }, () => ({
      contents: `
        const Agent = require('./dispatcher/agent');
        let agent;
        exports.setGlobalDispatcher = (next) => { agent = next; };
        exports.getGlobalDispatcher = () => (agent ??= new Agent());`,
    }));
  },
};

/**
 * Adds messages to undici's assertions. Without one Node quotes the failing source line, which it can't find in a
 * minified bundle; the error would lose its code.
 */
export const wordsForAssertions = {
  name: 'words-for-assertions',
  setup(build) {
    const namespace = 'assert-with-words';
    build.onResolve({ filter: /^node:assert$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path: 'node:assert', namespace } : undefined,
    );
    build.onLoad({ filter: /./, namespace }, () => ({
      contents: `
        const assert = require('node:assert');
        module.exports = (value, words = 'an assertion of undici does not hold') => assert(value, words);`,
    }));
  },
};

/** Inlines files that the sandbox reads when run from sources: the GraphQL schema and the sample history. */
export const sandboxFiles = {
  name: 'sandbox-files',
  setup(build) {
    const schema = JSON.stringify(readFileSync('src/wire/schema.graphql', 'utf8'));
    build.onLoad({ filter: /[\\/]graphql[\\/]schemaText\.ts$/ }, () => ({
      contents: `export const schemaText = ${schema};`,
    }));
    const history = path.resolve('src/sandbox/sample/orchard/history');
    const members = filesIn(history).map((file) => {
      const name = JSON.stringify(path.relative(history, file).split(path.sep).join('/'));
      if (!file.endsWith('.png')) return `${name}: ${JSON.stringify(readFileSync(file, 'utf8'))}`;
      return `${name}: Buffer.from('${readFileSync(file, 'base64')}', 'base64')`;
    });
    build.onLoad({ filter: /[\\/]orchard[\\/]historyFiles\.ts$/ }, () => ({
      contents: `export const historyFiles = {${members.join(',\n')}};`,
    }));
  },
};
