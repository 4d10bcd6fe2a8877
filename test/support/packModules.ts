import { type BuildOptions, type ImportKind, type OnResolveArgs, build } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minified, packedInTwo } from './minifying.ts';

/** What a module imports from its folder and exports, by their names. */
interface Links {
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

/**
 * Packs `extension.js` with all that it loads into one file, a quarter smaller than each for itself: `modules.br`, which
 * begins with what is read at activation. In its place comes what takes modules out when they are loaded.
 */
export async function packModules(folder: string): Promise<void> {
  const entry = 'extension.js';
  const all = await reached(folder, [entry], ['import-statement', 'dynamic-import']);
  const atOnce = await reached(folder, [entry], ['import-statement']);
  const first = [...atOnce.keys()];
  const names = [...first, ...[...all.keys()].filter((name) => !atOnce.has(name))];
  const codes = await Promise.all(names.map((name) => asFunction(folder, name)));
  const { exports = [] } = all.get(entry) ?? {};

  for (const name of names) rmSync(path.join(folder, name));
  const { whole, firstBytes } = await packedInTwo(codes.slice(0, first.length), codes.slice(first.length));
  writeFileSync(path.join(folder, 'modules.br'), whole);
  const places = placesOf(names, codes);
  const atOnceEnd = places[first.length - 1]?.[1][1] ?? 0;
  writeFileSync(path.join(folder, entry), unpacking(places, { atOnceEnd, firstBytes }, exports));
}

type Place = readonly [name: string, range: readonly [start: number, end: number]];

/** Where each module is in what is unpacked. */
function placesOf(names: readonly string[], codes: readonly Buffer[]): readonly Place[] {
  let start = 0;
  return names.map((name, index) => [`./${name}`, [start, (start += codes[index]?.length ?? 0)]]);
}

/** Modules of a folder that some of them load, by name: what each of them imports there, and what it exports. */
async function reached(
  folder: string,
  names: readonly string[],
  kinds: readonly ImportKind[],
  found = new Map<string, Links>(),
): Promise<ReadonlyMap<string, Links>> {
  for (const name of names) {
    if (found.has(name)) continue;
    const { metafile } = await bundled(folder, name, 'esm');
    const [{ imports, exports } = { imports: [], exports: [] }] = Object.values(metafile.outputs);
    const own = imports.filter(({ path: file }) => /^\.\/[\w-]+\.js$/.test(file));
    const next = own
      .filter(({ kind }) => kinds.some((each) => each === kind))
      .map(({ path: file }) => path.basename(file));
    found.set(name, { imports: own.map(({ path: file }) => path.basename(file)), exports });
    await reached(folder, next, kinds, found);
  }
  return found;
}

/** A module as the body of a function of `require`, `module` and `exports`. */
async function asFunction(folder: string, name: string): Promise<Buffer> {
  const { outputFiles } = await bundled(folder, name, 'cjs');
  const code = await minified(outputFiles.map(({ text }) => text).join('\n'), 'script');
  return Buffer.from(code);
}

function bundled(folder: string, name: string, format: 'cjs' | 'esm') {
  const options = {
    entryPoints: [path.join(folder, name)],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    charset: 'utf8',
    platform: 'node',
    format,
    target: 'node22',
    supported: format === 'cjs' ? { 'dynamic-import': false } : {},
    logLevel: 'warning',
    plugins: [{ name: 'alone', setup: (each) => each.onResolve({ filter: /./ }, alone) }],
  } satisfies BuildOptions;
  return build(options);
}

const alone = ({ path: file, kind }: OnResolveArgs) =>
  kind === 'entry-point' ? undefined : { path: file, external: true };

/** The module that takes out what is packed; what is not is Node's, or VS Code's own. */
function unpacking(
  places: readonly Place[],
  { atOnceEnd, firstBytes }: { readonly atOnceEnd: number; readonly firstBytes: number },
  exports: readonly string[],
): string {
  return `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync, constants } from 'node:zlib';
import * as vscode from 'vscode';
const places = new Map(${JSON.stringify(places)});
const modules = new Map([['vscode', { exports: vscode }]]);
const ofNode = createRequire(import.meta.url);
let packed, code;
function unpack(end) {
  if (code && end <= code.length) return code;
  if (!packed) setImmediate(() => (packed = code = undefined));
  packed ??= readFileSync(new URL('modules.br', import.meta.url));
  code = end > ${atOnceEnd}
    ? brotliDecompressSync(packed)
    : brotliDecompressSync(packed.subarray(0, ${firstBytes}), { finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return code;
}
function unpacked(name) {
  const place = places.get(name);
  const known = modules.get(name);
  if (known) return known.exports;
  if (!place) return ofNode(name);
  const module = { exports: {} };
  modules.set(name, module);
  const filename = join(import.meta.dirname, name);
  const text = unpack(place[1]).toString('utf8', ...place);
  compileFunction(text, ['require', 'module', 'exports'], { filename })(unpacked, module, module.exports);
  return module.exports;
}
export const { ${exports.join(', ')} } = unpacked('./extension.js');
`.trimStart();
}
