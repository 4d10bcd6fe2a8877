import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
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

/** Packs what is unpacked as a whole. */
export function packed(content: Buffer): Buffer {
  const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: content.length };
  return brotliCompressSync(content, { params });
}

/** A packed script with its code minified once more. */
export async function repacked(script: Buffer): Promise<Buffer> {
  const code = await minified(brotliDecompressSync(script).toString('utf8'), 'script');
  return packed(Buffer.from(code));
}
