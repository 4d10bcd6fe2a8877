import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMergedWhole, lfsObject } from '../../../src/model/composer/wholeFile.ts';
import { git } from '../../support/git.ts';
import { temporaryFolder } from '../../support/paths.ts';

describe('files that are not merged as text', () => {
  it('are those git finds by .gitattributes', () => {
    const folder = temporaryFolder('attributes');
    const attributes = new Map([
      [
        '',
        [
          '# *.txt -merge',
          '[attr]own -merge',
          '*.lock -merge linguist-generated',
          'package-lock.json\tmerge=binary',
          '/top.txt binary',
          'data/*.csv -merge',
          '**/made/** -merge',
          'made/back.txt merge',
          '*.un merge=union',
          '"with space.txt" -merge',
          '[a-c]?[!x].log -diff -merge',
          'again.lock !merge',
          'a*b*c -merge',
          'folder/ -merge',
        ].join('\n'),
      ],
      ['sub', 'yarn.lock merge=text\n/own.txt -merge\n'],
    ]);
    const paths =
      'a.txt a.lock sub/a.lock sub/yarn.lock yarn.lock package-lock.json sub/package-lock.json top.txt sub/top.txt data/a.csv data/x/a.csv made/a.txt x/made/y/a.txt made/back.txt a.un a1b.log d1b.log a1x.log again.lock axbxbc axc sub/own.txt own.txt folder/a.txt'
        .split(' ')
        .concat('with space.txt', 'x/with space.txt');
    try {
      git(folder, 'init', '--quiet');
      for (const [at, text] of attributes) {
        mkdirSync(path.join(folder, at), { recursive: true });
        writeFileSync(path.join(folder, at, '.gitattributes'), text);
      }
      const told = git(folder, 'check-attr', '-z', 'merge', '--', ...paths).split('\0');
      const expected = paths.filter((_, at) => ['unset', 'binary'].includes(told[3 * at + 2] ?? ''));
      assert.ok(expected.length > 8, expected.join());
      assert.deepEqual(
        paths.filter((each) => isMergedWhole(each, attributes)),
        expected,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are no matter of long patterns', () => {
    assert.equal(isMergedWhole(`${'a'.repeat(4_000)}b`, new Map([['', `${'a*'.repeat(2_000)}c -merge`]])), false);
  });

  it('are pointers of Git LFS, which tell the size of what they stand for', () => {
    const oid = '4d7a'.repeat(16);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`;
    assert.deepEqual(lfsObject(Buffer.from(pointer)), { oid, bytes: 12_345 });
    for (const other of ['', `see\n${pointer}`, pointer.replace('size', 'Size'), pointer + 'x'.repeat(1_024)]) {
      assert.equal(lfsObject(Buffer.from(other)), undefined);
    }
  });
});
