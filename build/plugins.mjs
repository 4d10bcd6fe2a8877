import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.resolve(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** Modules that others import when they are used: `import('./parts.ts')`. */
const lateModules = () =>
  filesIn('src/host').flatMap((file) => {
    const imports = readFileSync(file, 'utf8').matchAll(/\bimport\('(\..+?)'\)/g);
    return Array.from(imports, ([, imported]) => path.resolve(path.dirname(file), imported));
  });

/**
 * Keeps what is read at activation together, by having each module that is loaded later import it as well. esbuild makes a
 * file for each set of entries that share something: 42 of them at activation, which load in 32 ms instead of 14.
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

/** Keeps undici's agent to this extension: as published it may replace the one behind all others' `fetch`. */
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
 * Gives undici's assertions words. One without words quotes its own line of code, which Node cannot find in the single
 * line of a minified bundle: the error would be another one, without its code.
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

/** Puts into the sample server's bundle what its sources read from files: the GraphQL schema and the sample history. */
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
