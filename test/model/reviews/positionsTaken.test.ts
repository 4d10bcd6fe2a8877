import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { diffLines, lineAmong, lineCode, numberOn, runsOn, type Side } from '../../../src/model/reviews/diffLines.ts';
import { ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import { MergeRequestChanges } from '../../../src/model/reviews/mergeRequestFiles.ts';
import { type DiffFile, filePosition, linePosition, spanOf } from '../../../src/model/reviews/newCommentPosition.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { orchard, segment } from '../../sandbox/driving.ts';
import { request, reviewing } from './reviewing.ts';

describe('positions as a real server takes them', () => {
  const it5 = reviewing();
  const { place, run, drafts } = it5;
  let files: readonly FileChange[];
  let on: (file: FileChange) => DiffFile;

  const fileAt = (path: string): FileChange =>
    files.find(({ oldPath, newPath }) => newPath === path || oldPath === path) ?? assert.fail(`no ${path}`);

  before(async () => {
    const { source_branch: branch } = (await run().get<MergeRequestDetail>(request)).json;
    const raw = async (path: string): Promise<string[]> => {
      const at = `${orchard}/repository/files/${segment(path)}/raw?ref=${segment(branch)}`;
      return (await run().get(at)).text.split('\n');
    };
    const stock = await raw('src/inventory/stock.ts');
    const readme = await raw('README.md');
    const actions = [
      {
        action: 'move',
        previous_path: 'src/inventory/stock.ts',
        file_path: 'src/barn/stock.ts',
        content: stock.toSpliced(2, 1, '// moved', '// and changed').join('\n'),
      },
      { action: 'update', file_path: 'README.md', content: readme.toSpliced(4, 2, 'One line for two.').join('\n') },
      { action: 'delete', file_path: 'package.json' },
      { action: 'update', file_path: 'assets/logo.png', content: 'iVBORw0KGgoAAQID', encoding: 'base64' },
    ];
    const json = { branch, commit_message: 'Changes of every kind', actions };
    assert.equal((await ask(run(), 'POST', `${orchard}/repository/commits`, { json })).status, 201);
    const read = await new MergeRequestChanges().read(place());
    assert.equal(read.kind, 'ready');
    files = read.files;
    on = ({ oldPath, newPath }) => ({ refs: read.version, oldPath, newPath });
  });

  const kinds = [
    ['src/barn/stock.ts', 'renamed'],
    ['README.md', 'modified'],
    ['package.json', 'deleted'],
    ['src/ripening/forecast.ts', 'added'],
  ] as const;

  for (const [path, kind] of kinds) {
    it(`are right on every line of both sides of a file that was ${kind}`, async () => {
      const file = fileAt(path);
      assert.equal(file.kind, kind);
      const store = new ReviewDrafts(place());
      await store.load();
      const lines = diffLines(file.diff);
      const seen = new Set<string>();
      for (const side of ['old', 'new'] satisfies Side[]) {
        const [, last = 0] = runsOn(lines, side).at(-1) ?? [];
        for (let number = 1; number <= last; number += 1) {
          const position = linePosition(on(file), file.diff, { side, first: number, last: number });
          const written = await store.add({ note: `${side} ${number}`, position });
          assert.equal(written.kind, 'done');
          const line = lineAmong(lines, side, number);
          seen.add(line.kind);
          assert.equal(written.value.line_code, lineCode(file.newPath, line));
          assert.deepEqual(
            spanOf(written.value.position)?.last,
            numberOn(line, line.kind === 'removed' ? 'old' : 'new'),
          );
        }
      }
      const expected = { renamed: 3, modified: 3, deleted: 1, added: 1 }[kind];
      assert.equal(seen.size, expected, [...seen].join(', '));
    });

    it(`are right on several lines of a file that was ${kind}`, async () => {
      const file = fileAt(path);
      const side = kind === 'deleted' ? 'old' : 'new';
      const [[first, last] = assert.fail('no lines')] = runsOn(diffLines(file.diff), side);
      const store = new ReviewDrafts(place());
      const span = { side, first, last: Math.min(last, first + 3) } as const;
      const written = await store.add({ note: 'Several', position: linePosition(on(file), file.diff, span) });
      assert.equal(written.kind, 'done');
      assert.deepEqual(written.value.position?.line_range?.start?.[side === 'old' ? 'old_line' : 'new_line'], first);
    });
  }

  it('are right for whole files of every kind, pictures too, and stay when the text is edited', async () => {
    const store = new ReviewDrafts(place());
    for (const path of [...kinds.map(([each]) => each), 'assets/logo.png']) {
      const written = await store.add({ note: path, position: filePosition(on(fileAt(path))) });
      assert.equal(written.kind, 'done');
      assert.equal(written.value.position?.position_type, 'file');
      const edited = await store.edit(written.value, { note: `${path}, edited` });
      assert.equal(edited.kind, 'done');
      assert.deepEqual(edited.value.position, written.value.position);
    }
  });

  it('keep the spot on a picture that someone has chosen in the browser when the text is edited', async () => {
    const { refs, oldPath, newPath } = on(fileAt('assets/logo.png'));
    const spot = { width: 64, height: 48, x: 10, y: 20 };
    const position = {
      base_sha: refs.baseSha,
      start_sha: refs.startSha,
      head_sha: refs.headSha,
      position_type: 'image',
      old_path: oldPath,
      new_path: newPath,
      ...spot,
    };
    const drawn: DraftNote = await it5.write({ note: 'This leaf', position });
    const store = new ReviewDrafts(place());
    await store.load();
    assert.equal((await store.edit(drawn, { note: 'This leaf here' })).kind, 'done');
    const [now] = await drafts();
    assert.equal(now?.note, 'This leaf here');
    assert.partialDeepStrictEqual(now.position, { position_type: 'image', new_path: newPath, ...spot });
  });
});
