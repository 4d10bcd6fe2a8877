import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import JSZip from 'jszip';
import { runScript } from './support/run/commands.ts';
import { publishedManifest, type Publishing, stagePackage, writePackage } from './support/packaging.ts';
import { temporaryFolder } from './support/paths.ts';

const filesIn = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)] as const),
  );

/** Packages dist; returns the package's files by path below `extension`. */
const packaged = async (folder: string, publishing: Publishing): Promise<ReadonlyMap<string, string>> => {
  const staged = path.join(folder, 'staged');
  stagePackage(staged, publishing);
  const file = path.join(folder, 'staged.vsix');
  await writePackage(staged, file, publishing);
  const entries = Object.values((await JSZip.loadAsync(readFileSync(file))).files);
  return new Map(
    await Promise.all(
      entries.map(async (entry) => [entry.name.replace('extension/', ''), await entry.async('string')] as const),
    ),
  );
};

describe('the package', () => {
  const folder = temporaryFolder('packaging');
  let files: ReadonlyMap<string, string> = new Map();

  before(async function () {
    this.timeout(20_000);
    files = await packaged(folder, {});
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has plain files alone', () => {
    const others = [...files.keys()].filter((file) => !/\.(?:js|cjs|css|ttf|json|md|txt|svg|png)$/.test(file));
    assert.deepEqual(others.sort(), ['[Content_Types].xml', 'extension.vsixmanifest']);
  });

  it('unpacks, evaluates and patches no code', () => {
    const traces = /\bcompileFunction\b|\b_compile\b|\bbrotliDecompress|\bnew Function\b|\beval\(/;
    const code = [...files].filter(([file]) => /\.c?js$/.test(file));
    assert.ok(code.length > 50);
    assert.deepEqual(
      code.flatMap(([file, content]) => traces.exec(content)?.map((found) => `${file}: ${found}`) ?? []),
      [],
    );
  });

  it('names the licence of each work of others that is in it', () => {
    const text = files.get('dist/licenses.txt') ?? '';
    for (const work of ['undici', 'preact', 'graphql', '@anycable/core', '@vscode/codicons', 'highlight.js'])
      assert.match(text, new RegExp(`^${work} \\d+\\.\\d+\\.\\d+ \\([\\w.-]+\\)$`, 'm'));
    assert.match(text, /Creative Commons Attribution 4\.0/);
  });

  it('has the same bytes when it is built and written again', async () => {
    const built = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const outdir = path.join(folder, name);
        const { code, output } = await runScript('esbuild.mjs', ['--production', `--outdir=${outdir}`]);
        assert.equal(code, 0, output);
        return filesIn(outdir);
      }),
    );
    assert.deepEqual(built[1], built[0]);
    const [staged, again] = [path.join(folder, 'staged'), path.join(folder, 'again')];
    cpSync(staged, again, { recursive: true });
    for (const file of filesIn(again).keys()) utimesSync(path.join(again, file), 0, 0);
    await writePackage(again, `${again}.vsix`, {});
    assert.ok(readFileSync(`${again}.vsix`).equals(readFileSync(`${staged}.vsix`)));
  }).timeout(60_000);
});

describe('what is published', () => {
  const manifest = { name: 'graft-for-gitlab', publisher: 'graft' };

  for (const [repository, issues] of [
    ['https://github.com/acme/graft', 'https://github.com/acme/graft/issues'],
    ['https://gitlab.example.com/acme/tools/graft.git', 'https://gitlab.example.com/acme/tools/graft/-/issues'],
    ['https://gitlab.com/acme/graft/', 'https://gitlab.com/acme/graft/-/issues'],
  ] as const)
    it(`names ${repository}`, () => {
      const address = issues.replace(/(?:\/-)?\/issues$/, '');
      assert.deepEqual(publishedManifest(manifest, { repository }), {
        ...manifest,
        repository: { type: 'git', url: `${address}.git` },
        bugs: { url: issues },
        homepage: `${address}#readme`,
      });
    });

  it('names another publisher', () => {
    assert.deepEqual(publishedManifest(manifest, { publisher: 'acme' }), { ...manifest, publisher: 'acme' });
  });

  it('is refused for what is no address and no name', () => {
    for (const repository of ['acme/graft', 'http://example.com/acme/graft', 'https://example.com', 'https://a b/c'])
      assert.throws(() => publishedManifest(manifest, { repository }), /--repository is an https URL of a project/);
    for (const publisher of ['', 'Acme Inc.', '-x'])
      assert.throws(() => publishedManifest(manifest, { publisher }), /--publisher is an identifier/);
  });

  it('has its addresses in the manifest and in README, whose pictures are on the server', async () => {
    const folder = temporaryFolder('published');
    try {
      const files = await packaged(folder, {
        repository: 'https://git.example.com/acme/graft',
        publisher: 'acme',
        preRelease: true,
      });
      const packed = JSON.parse(files.get('package.json') ?? '') as { readonly publisher: string };
      assert.equal(packed.publisher, 'acme');
      const ofRegistries = files.get('extension.vsixmanifest') ?? '';
      assert.match(ofRegistries, / Publisher="acme"/);
      assert.match(ofRegistries, /Code\.PreRelease" Value="true"/);
      const readme = files.get('readme.md') ?? '';
      assert.match(
        readme,
        /\]\(https:\/\/git\.example\.com\/acme\/graft\/-\/raw\/HEAD\/media\/screenshots\/board\.webp\)/,
      );
      assert.match(readme, /\]\(https:\/\/git\.example\.com\/acme\/graft\/-\/blob\/HEAD\/CONTRIBUTING\.md\)/);
      assert.doesNotMatch(readme, /\]\((?!https?:|#)/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(20_000);
});
