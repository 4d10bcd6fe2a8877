import assert from 'node:assert/strict';
import { changeSize, changeTitle } from '../../../../src/host/kit/words/changeSize.ts';
import { readFileChange } from '../../../../src/model/fileChange.ts';

describe('rows and tabs of a changed file', () => {
  const entry = { old_path: 'a/b', new_path: 'a/b', a_mode: '100644', b_mode: '100644', diff: '' };
  const none = { new_file: false, renamed_file: false, deleted_file: false };
  const link = { a_mode: '120000', b_mode: '120000', diff: '@@ -1 +1 @@\n-x\n+y\n' };
  const submodule = { a_mode: '0', b_mode: '160000', new_file: true, diff: '@@ -0,0 +1 @@\n+Subproject commit 1\n' };
  const said = [
    [{ b_mode: '100755' }, 'mode 100644 → 100755', 'b (!5, mode 100644 → 100755)'],
    [link, 'symbolic link · +1 −1', 'b (!5, symbolic link)'],
    [submodule, 'submodule · +1 −0', 'b (!5, submodule)'],
    [{ deleted_file: true, a_mode: '120000', b_mode: '0' }, 'symbolic link · binary or empty', 'b (!5, symbolic link)'],
    [{ diff: '@@ -1 +1 @@\n-x\n+y\n' }, '+1 −1', 'b (!5)'],
    [{}, 'binary or empty', 'b (!5)'],
    [{ renamed_file: true }, 'only renamed', 'b (!5)'],
  ] as const;

  for (const [given, size, title] of said)
    it(`say ${title}: ${size}`, () => {
      const change = readFileChange({ ...entry, ...none, ...given });
      assert.deepEqual([changeSize(change), changeTitle(change, '!5')], [size, title]);
    });
});
