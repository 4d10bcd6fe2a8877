import assert from 'node:assert/strict';
import { readPatchSeries } from '../../../src/sandbox/sample/orchard/patchSeries.ts';
import { authors } from '../../../src/sandbox/sample/people.ts';
import type { CommitPlan } from '../../../src/sandbox/world/plans.ts';

const hashOf = (key: string): string => `<${key}>`;

const read = (series: string, files: Readonly<Record<string, string>> = {}): readonly CommitPlan[] =>
  readPatchSeries(series, files).map(({ message, ...plan }) => ({
    ...plan,
    message: typeof message === 'string' ? message : message(hashOf),
  }));

const fix = `commit fix
Author: deniz

    Weigh twice

    The scales were wrong.

--- a/a.txt
+++ b/a.txt
@@
 one
-two
+zwei

+three
@@
 end
-last
--- /dev/null
+++ b/new.txt
+fresh
+
+--- text
--- a/old.txt
+++ /dev/null
`;

describe('readPatchSeries', () => {
  it('reads messages, edits, new and deleted files', () => {
    assert.deepEqual(read(fix), [
      {
        key: 'fix',
        author: authors.deniz,
        message: 'Weigh twice\n\nThe scales were wrong.\n',
        files: { 'new.txt': 'fresh\n\n--- text\n', 'old.txt': null },
        edits: {
          'a.txt': [
            ['one\ntwo\n\n', 'one\nzwei\n\nthree\n'],
            ['end\nlast\n', 'end\n'],
          ],
        },
      },
    ]);
  });

  it('reads branches, merges, renames and modes', () => {
    const [first, second, third] = read(`commit
Branch: side
From: fix
Author: maya
Committer: olive
Rename: a b.txt -> c/d.txt

    Move

commit
Author: maya
Mode: 100755 run.sh

    Run

commit
Merge: side
Author: maya

    Merge branch 'side'`);
    assert.deepEqual(
      [first?.branch, first?.from, first?.committer, first?.renames],
      ['side', 'fix', authors.olive, { 'a b.txt': 'c/d.txt' }],
    );
    assert.deepEqual(second?.modes, { 'run.sh': '100755' });
    assert.deepEqual([third?.merge, third?.message], ['side', "Merge branch 'side'"]);
  });

  it('repeats what is picked, and takes back what is reverted', () => {
    const [original, picked, reverted] = read(
      `${fix.replace(/--- \/dev[^]*/, '')}\ncommit\nBranch: stable\nPick: fix\nCommitter: maya\n\ncommit\nRevert: fix\nAuthor: maya\n`,
    );
    assert.deepEqual(picked?.edits, original?.edits);
    assert.deepEqual([picked?.author, picked?.committer], [authors.deniz, authors.maya]);
    assert.equal(picked?.message, 'Weigh twice\n\nThe scales were wrong.\n\n\n(cherry picked from commit <fix>)');
    assert.deepEqual(reverted?.edits, {
      'a.txt': [
        ['end\n', 'end\nlast\n'],
        ['one\nzwei\n\nthree\n', 'one\ntwo\n\n'],
      ],
    });
    assert.equal(reverted?.message, 'Revert "Weigh twice"\n\nThis reverts commit <fix>');
  });

  it('takes whole files from a folder', () => {
    const [plan] = read('commit\nAuthor: na\nFiles: start\n\n    Start\n', {
      'files/start/src/a.ts': 'a\n',
      'files/other/b.ts': 'b\n',
    });
    assert.deepEqual(plan?.files, { 'src/a.ts': 'a\n' });
  });

  it('reads a variety from one line', () => {
    const [cox, gala] = read(
      'variety cox | Cox | apple | 38-41 | na | Keeps.\nvariety gala | Gala | apple | 37-40 | olive\n',
    );
    assert.equal(cox?.message, 'Add Cox to the catalogue\n\nKeeps.\n');
    assert.deepEqual(JSON.parse(String(cox?.files?.['data/varieties/cox.json'])), {
      id: 'cox',
      name: 'Cox',
      fruit: 'apple',
      pickedFrom: 38,
      pickedUntil: 41,
    });
    assert.deepEqual([gala?.message, gala?.author], ['Add Gala to the catalogue\n', authors.olive]);
  });

  for (const [what, header, why] of [
    ['an unknown person', 'Author: nobody', /Nobody in the sample world is called nobody/],
    ['a header it does not know', 'Autor: maya', /A commit cannot say: Autor: maya/],
    ['an empty folder', 'Files: nowhere', /There are no files in files\/nowhere/],
    ['a commit that does not come before', 'Pick: later', /There is no commit later before/],
    ['to take back whole files', 'Revert: whole', /Only edits are reverted: see whole/],
    ['what nothing generates', 'Generated: snow', /Nothing generates snow/],
  ] as const)
    it(`refuses ${what}`, () => {
      const whole = 'commit whole\nAuthor: maya\n\n    Whole\n\n--- a/a.txt\n+++ /dev/null\n';
      assert.throws(() => read(`${whole}\ncommit\n${header}\n\n    Message\n`), why);
    });
});
