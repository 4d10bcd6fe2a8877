import { type BuildOptions, type ImportKind, type OnResolveArgs, build } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minified, packed } from './minifying.ts';

/** What a module imports from its folder and exports, by their names. */
interface Links {
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

/**
 * Packs what areas load late into one file, a fifth smaller than each for itself: `areas.br`. What imports such a module
 * dynamically finds a few lines under its name, which take it out when they are read (`areas.js`).
 */
export async function packAreas(folder: string): Promise<void> {
  const atOnce = await reached(folder, ['extension.js'], ['import-statement']);
  const calledFor = [...atOnce.values()].flatMap(({ imports }) => imports);
  const all = await reached(folder, calledFor, ['import-statement', 'dynamic-import']);
  const late = [...all.keys()].filter((name) => !atOnce.has(name));
  const codes = await Promise.all(late.map((name) => asFunction(folder, name)));
  const used = [...atOnce.keys()].filter((name) => late.some((each) => all.get(each)?.imports.includes(name)));

  for (const name of late) rmSync(path.join(folder, name));
  writeFileSync(path.join(folder, 'areas.br'), packed(Buffer.concat(codes)));
  writeFileSync(path.join(folder, 'areas.js'), unpacking(late, codes, used));
  for (const name of late.filter((each) => calledFor.includes(each))) {
    const names = all.get(name)?.exports.join(',');
    writeFileSync(
      path.join(folder, name),
      `import{unpacked}from"./areas.js";export const{${names}}=unpacked("./${name}");`,
    );
  }
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

/** The module that reads what is packed: what the extension has read before is given to it, the rest is Node's. */
function unpacking(late: readonly string[], codes: readonly Buffer[], used: readonly string[]): string {
  let start = 0;
  const places = late.map((name, index) => [`./${name}`, [start, (start += codes[index]?.length ?? 0)]]);
  return `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import * as vscode from 'vscode';
${used.map((name, index) => `import * as used${index} from './${name}';`).join('\n')}
const places = new Map(${JSON.stringify(places)});
const modules = new Map([['vscode', vscode], ${used.map((name, index) => `['./${name}', used${index}]`).join(', ')}]);
const ofNode = createRequire(import.meta.url);
let kept;
function whole() {
  setImmediate(() => (kept = undefined));
  return (kept ??= brotliDecompressSync(readFileSync(new URL('areas.br', import.meta.url))));
}
export function unpacked(name) {
  if (modules.has(name)) return modules.get(name);
  const place = places.get(name);
  if (place === undefined) return ofNode(name);
  const module = { exports: {} };
  const code = whole().toString('utf8', ...place);
  const filename = join(import.meta.dirname, name);
  compileFunction(code, ['require', 'module', 'exports'], { filename })(unpacked, module, module.exports);
  modules.set(name, module.exports);
  return module.exports;
}
`.trimStart();
}
