import { finished } from 'node:stream/promises';
import { brotliCompressSync, brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { minify } from 'terser';

/**
 * What a bundler has minified, smaller once more. `script`: its own names are seen by nobody else, as those of a module,
 * and it may have no imports and exports.
 */
export async function minified(code: string, kind: 'module' | 'script'): Promise<string> {
  const scope = kind === 'module' ? { module: true } : { toplevel: true };
  const { code: smaller } = await minify(code, { ...scope, compress: { passes: 2 }, ecma: 2020 });
  if (smaller === undefined) throw new Error(`this could not be minified: ${code.slice(0, 100)}…`);
  return smaller;
}

const paramsFor = (content: Buffer) => ({
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
});

/** Packs `first` and `rest` as one, so that the first can be unpacked alone from so many bytes of the whole. */
export async function packedInTwo(
  first: readonly Buffer[],
  rest: readonly Buffer[],
): Promise<{ readonly whole: Buffer; readonly firstBytes: number }> {
  const packing = createBrotliCompress({ params: paramsFor(Buffer.concat([...first, ...rest])) });
  const whole: Buffer[] = [];
  packing.on('data', (part: Buffer) => whole.push(part));
  packing.write(Buffer.concat(first));
  await new Promise<void>((resolve) => packing.flush(() => resolve()));
  const firstBytes = Buffer.concat(whole).length;
  packing.end(Buffer.concat(rest));
  await finished(packing);
  return { whole: Buffer.concat(whole), firstBytes };
}

/** A packed script with its code minified once more. */
export async function repacked(script: Buffer): Promise<Buffer> {
  const code = await minified(brotliDecompressSync(script).toString('utf8'), 'script');
  return packed(Buffer.from(code));
}

/** As small as it gets. */
export const packed = (content: Buffer): Buffer => brotliCompressSync(content, { params: paramsFor(content) });
