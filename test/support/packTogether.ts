import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { minified, packed } from './minifying.ts';

/**
 * Packs scripts that have much in common into one file, a sixth smaller than each for itself. Each still unpacks itself
 * when it is loaded, and nothing else.
 */
export async function packTogether(folder: string, names: readonly string[], file: string): Promise<void> {
  const codes: Buffer[] = [];
  let start = 0;
  for (const name of names) {
    const script = path.join(folder, `${name}.cjs`);
    const code = Buffer.from(
      await minified(brotliDecompressSync(readFileSync(`${script}.br`)).toString('utf8'), 'script'),
    );
    const range = `${start}, ${(start += code.length)}`;
    const stub = readFileSync(script, 'utf8');
    const shared = stub
      .replace('`${__filename}.br`', `\`\${__dirname}/${file}\``)
      .replace(".toString('utf8')", `.toString('utf8', ${range})`);
    if (!shared.includes(file) || !shared.includes(range)) throw new Error(`${name} unpacks itself otherwise: ${stub}`);
    codes.push(code);
    writeFileSync(script, shared);
    rmSync(`${script}.br`);
  }
  writeFileSync(path.join(folder, file), packed(Buffer.concat(codes)));
}
