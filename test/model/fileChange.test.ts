import assert from 'node:assert/strict';
import { mayBeCut, readFileChange } from '../../src/model/fileChange.ts';
import type { DiffEntry } from '../../src/wire/commits.ts';

const entry = (facts: Partial<DiffEntry>): DiffEntry => ({
  diff: '@@ -1 +1 @@\n-a\n+b\n',
  old_path: 'a.txt',
  new_path: 'a.txt',
  a_mode: '100644',
  b_mode: '100644',
  new_file: false,
  renamed_file: false,
  deleted_file: false,
  generated_file: null,
  collapsed: null,
  too_large: null,
  ...facts,
});

describe('readFileChange', () => {
  it('names the kind of change', () => {
    const kinds = [{}, { new_file: true }, { deleted_file: true }, { renamed_file: true }].map(
      (facts) => readFileChange(entry(facts)).kind,
    );
    assert.deepEqual(kinds, ['modified', 'added', 'deleted', 'renamed']);
  });

  it('tells a mode change only when both modes are known and differ', () => {
    assert.deepEqual(readFileChange(entry({ b_mode: '100755' })).modes, { old: '100644', new: '100755' });
    assert.equal(readFileChange(entry({ a_mode: null })).modes, undefined);
    assert.equal(readFileChange(entry({ a_mode: '0', new_file: true })).modes, undefined);
  });

  it('says why there is no text', () => {
    const reasons = [
      { diff: '', too_large: true },
      { diff: '', collapsed: true },
      { diff: '' },
      { diff: '', renamed_file: true },
      { diff: '', b_mode: '100755' },
      {},
    ].map((facts) => readFileChange(entry(facts)).withoutText);
    assert.deepEqual(reasons, ['tooLarge', 'collapsed', 'binaryOrEmpty', undefined, undefined, undefined]);
  });
});

describe('mayBeCut', () => {
  it('tells a list that ends where servers stop', () => {
    const cut = [0, 1, 999, 1_000, 1_001, 3_000].map((count) => mayBeCut(Array.from({ length: count })));
    assert.deepEqual(cut, [false, false, false, true, false, true]);
  });
});
