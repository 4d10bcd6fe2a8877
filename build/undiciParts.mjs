// Plugins of the transport's bundle: what of undici is in it, and in which form.
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/**
 * Parts of undici that nobody here calls, by the file that asks for them; a name that ends with `/` is a folder. Another
 * file of undici that needs such a part gets it.
 */
const leftOut = {
  'index.js': [
    'lib/cache/',
    'lib/dispatcher/balanced-pool.js',
    // ways through proxies are the transport's own
    'lib/dispatcher/env-http-proxy-agent.js',
    'lib/dispatcher/h2c-client.js',
    'lib/dispatcher/proxy-agent.js',
    'lib/dispatcher/retry-agent.js',
    'lib/dispatcher/round-robin-pool.js',
    'lib/dispatcher/socks5-proxy-agent.js',
    'lib/handler/decorator-handler.js',
    'lib/handler/redirect-handler.js',
    'lib/handler/retry-handler.js',
    'lib/interceptor/',
    'lib/mock/',
    'lib/web/cookies/',
    'lib/web/eventsource/',
    'lib/web/websocket/stream/',
  ],
  'lib/api/index.js': ['lib/api/api-pipeline.js', 'lib/api/api-stream.js', 'lib/api/api-upgrade.js'],
  // connections offer HTTP/1.1 alone
  'lib/dispatcher/client.js': ['lib/dispatcher/client-h2.js'],
  // undici makes an empty storage when it is loaded
  'lib/web/cache/cachestorage.js': ['lib/web/cache/cache.js'],
  // sockets are opened by fetch: its answers have no body there, and nothing vouches for one
  'lib/web/fetch/body.js': ['lib/web/fetch/formdata-parser.js'],
  'lib/web/fetch/index.js': ['lib/web/subresource-integrity/'],
};

/** Everything a part exports and the part itself: functions that say what is missing as soon as they are called. */
const standIn = (part) => `
  const missing = (name) => function () { throw new Error(name + ' is no part of this bundle of undici'); };
  module.exports = new Proxy(missing(${JSON.stringify(part)}), {
    get: (_, name) => missing(String(name) + ' of ' + ${JSON.stringify(part)}),
  });`;

/** The path of a file inside undici, with `/`; undefined for others. */
const insideUndici = (file) => /[\\/]node_modules[\\/]undici[\\/](.+)$/.exec(file)?.[1].replaceAll('\\', '/');

/** Puts stand-ins in the place of what is left out. Fails when undici has no such part where it is looked for. */
export const usedPartsOfUndici = {
  name: 'used-parts-of-undici',
  setup(build) {
    const met = new Set();
    const looked = Symbol('resolved for us');
    build.onStart(() => met.clear());
    build.onResolve({ filter: /^\./ }, async ({ path: asked, importer, resolveDir, kind, pluginData }) => {
      const from = insideUndici(importer);
      if (pluginData === looked || from === undefined || !Object.hasOwn(leftOut, from)) return undefined;
      const found = await build.resolve(asked, { importer, resolveDir, kind, pluginData: looked });
      const part = insideUndici(found.path);
      const entry = leftOut[from].find((one) => (one.endsWith('/') ? part?.startsWith(one) : part === one));
      if (entry === undefined) return undefined;
      met.add(`${from} ${entry}`);
      return { path: part, namespace: 'left-out-of-undici' };
    });
    build.onLoad({ filter: /.*/, namespace: 'left-out-of-undici' }, ({ path: part }) => ({ contents: standIn(part) }));
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return undefined;
      const entries = Object.entries(leftOut).flatMap(([from, parts]) => parts.map((part) => `${from} ${part}`));
      return {
        errors: entries
          .filter((entry) => !met.has(entry))
          .map((entry) => ({ text: `undici has changed: ${entry.replace(' ', ' no longer asks for ')}` })),
      };
    });
  },
};

/**
 * The parser of answers: of its two builds the one that every processor runs, packed. Text that spells out bytes can
 * hardly be compressed any more when the extension is packaged.
 */
export const packedParser = {
  name: 'packed-parser',
  setup(build) {
    const parser = 'llhttp-wasm.js';
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path: asked, resolveDir }) => ({
      path: path.join(resolveDir, path.dirname(asked), parser),
    }));
    build.onLoad({ filter: /[\\/]llhttp-wasm\.js$/ }, ({ path: file }) => {
      const packed = brotliCompressSync(createRequire(file)(file)).toString('base64');
      return {
        contents: `
          const { brotliDecompressSync } = require('node:zlib');
          module.exports = brotliDecompressSync(Buffer.from('${packed}', 'base64'));`,
      };
    });
  },
};

/**
 * Gives undici's assertions words. One without words reads its own line of code to quote it, which fails on the single
 * line of a small bundle: the error would be another one, without its code.
 */
export const wordsForAssertions = {
  name: 'words-for-assertions',
  setup(build) {
    const namespace = 'assert-with-words';
    build.onResolve({ filter: /^node:assert$/ }, ({ importer }) =>
      insideUndici(importer) === undefined ? undefined : { path: 'node:assert', namespace },
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents: `
        const assert = require('node:assert');
        module.exports = (value, words = 'an assertion of undici does not hold') => assert(value, words);`,
    }));
  },
};

/** Keeps undici's agent to ourselves: by default importing it may replace the agent of every other extension's `fetch`. */
export const privateUndici = {
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
