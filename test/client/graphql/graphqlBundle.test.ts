import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../../support/paths.ts';

describe('a bundle of the GraphQL client', () => {
  const folder = path.join(rootFolder, 'src/client/graphql');

  const allOfIt = (): string =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => `export * from './${file}';`)
      .join('\n');

  const bundled = async (
    contents: string,
  ): Promise<{ readonly packages: ReadonlySet<string>; readonly size: number }> => {
    const { metafile, outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      external: ['vscode'],
      logLevel: 'silent',
    });
    const packages = Object.keys(metafile.inputs).flatMap(
      (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [],
    );
    return { packages: new Set(packages), size: outputFiles[0]?.contents.length ?? 0 };
  };

  it('holds no graphql-js and stays small', async () => {
    const { packages, size } = await bundled(allOfIt());
    assert.deepEqual([...packages].sort(), ['@anycable/core', 'graphql-ws', 'nanoevents', 'valibot']);
    assert.ok(size > 20_000 && size < 100_000, `${size} bytes`);
  }).timeout(20_000);

  it('holds no more in the extension than queries need', async () => {
    const { packages } = await bundled(`export * from '../../host/shell/clients.ts';`);
    assert.deepEqual([...packages].sort(), ['valibot']);
  }).timeout(20_000);
});
