import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pageFolder } from '../src/host/kit/pageFiles.ts';
import { packPages } from './support/packPages.ts';

describe('the files of pages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'graft-pages-'));
  const dist = path.join(folder, 'dist');
  const storage = path.join(folder, 'storage');
  const shipped = {
    'board.js': 'import "./chunk.js";',
    'chunk.js': 'alert("ü")',
    'page.css': 'a{}',
    'icons.woff2': '\0\n',
  };

  const ship = (files: Readonly<Record<string, string>>): void => {
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(dist, name), content);
    writeFileSync(path.join(dist, 'extension.js'), '');
    packPages(dist);
  };
  const contents = (of: string): object =>
    Object.fromEntries(
      readdirSync(of)
        .filter((name) => name !== 'files.json')
        .map((name) => [name, readFileSync(path.join(of, name), 'utf8')]),
    );

  beforeEach(() => {
    mkdirSync(dist);
    ship(shipped);
  });
  afterEach(() => {
    rmSync(dist, { recursive: true });
    rmSync(storage, { recursive: true, force: true });
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are those of the build where they are not packed', () => {
    rmSync(path.join(dist, 'pages.br'));
    assert.equal(pageFolder(dist, storage), dist);
    assert.equal(existsSync(storage), false);
  });

  it('are unpacked as they were, and found again', () => {
    assert.deepEqual(readdirSync(dist).sort(), ['extension.js', 'pages.br']);
    const unpacked = pageFolder(dist, storage);
    assert.deepEqual(contents(unpacked), shipped);
    writeFileSync(path.join(unpacked, 'chunk.js'), 'alert("ö")');
    assert.equal(pageFolder(dist, storage), unpacked);
    assert.deepEqual(contents(unpacked), { ...shipped, 'chunk.js': 'alert("ö")' }, 'they are not written again');
    assert.deepEqual(readdirSync(storage), [path.basename(unpacked)]);
  });

  for (const [damage, damaged] of [
    ['one is missing', (unpacked: string) => rmSync(path.join(unpacked, 'page.css'))],
    ['one has been cut', (unpacked: string) => writeFileSync(path.join(unpacked, 'chunk.js'), 'alert(')],
    ['their list has been cut', (unpacked: string) => writeFileSync(path.join(unpacked, 'files.json'), '[["board.js"')],
  ] as const)
    it(`are unpacked again when ${damage}`, () => {
      damaged(pageFolder(dist, storage));
      assert.deepEqual(contents(pageFolder(dist, storage)), shipped);
    });

  it('have a folder for each version, which goes when it was not used for a month', () => {
    const former = pageFolder(dist, storage);
    ship({ ...shipped, 'board.js': 'import "./chunk2.js";' });
    assert.notEqual(pageFolder(dist, storage), former);
    assert.ok(existsSync(former));
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    utimesSync(former, longAgo, longAgo);
    ship(shipped);
    assert.equal(pageFolder(dist, storage), former, 'it is in use again');
    utimesSync(former, longAgo, longAgo);
    ship({ ...shipped, 'board.js': 'import "./chunk3.js";' });
    pageFolder(dist, storage);
    assert.equal(existsSync(former), false);
    assert.equal(readdirSync(storage).length, 2);
  });

  it('fail where they cannot be written, and leave nothing behind', () => {
    writeFileSync(storage, 'a file in the place of the folder');
    assert.throws(() => pageFolder(dist, storage), { code: 'ENOTDIR' });
    rmSync(storage);
    mkdirSync(storage);
    assert.deepEqual(contents(pageFolder(dist, storage)), shipped);
  });
});
