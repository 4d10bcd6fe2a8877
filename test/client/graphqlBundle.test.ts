import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../support/paths.ts';

describe('a bundle of the GraphQL client', () => {
  const folder = path.join(rootFolder, 'src/client/graphql');

  const bundled = async (): Promise<{ readonly packages: ReadonlySet<string>; readonly size: number }> => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    const { metafile, outputFiles } = await build({
      stdin: { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'cjs',
      target: 'node22',
      logLevel: 'silent',
    });
    const packages = Object.keys(metafile.inputs).flatMap(
      (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [],
    );
    return { packages: new Set(packages), size: outputFiles[0]?.contents.length ?? 0 };
  };

  it('holds no graphql-js and stays small', async () => {
    const { packages, size } = await bundled();
    assert.deepEqual([...packages].sort(), [
      '@0no-co/graphql.web',
      '@anycable/core',
      'gql.tada',
      'graphql-ws',
      'nanoevents',
      'valibot',
    ]);
    assert.ok(size > 20_000 && size < 90_000, `${size} bytes`);
  }).timeout(20_000);
});
