import assert from 'node:assert/strict';
import type { CommitComment } from '../../../src/wire/commitConversations.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import type { Discussion, Position } from '../../../src/wire/notes.ts';
import { lineCode } from '../../../src/sandbox/git/diffLines.ts';
import { placeNote } from '../../../src/sandbox/operations/notePositions.ts';
import { openRepository } from '../../../src/sandbox/git/repository.ts';
import { ask } from '../transfer/asking.ts';
import { orchard, withSandbox } from '../driving.ts';

const request = `${orchard}/merge_requests/5`;

describe('conversations of the sample world', () => {
  const run = withSandbox();

  it('stand where the diffs really have lines', async () => {
    const { json: threads } = await run().get<Discussion[]>(`${request}/discussions`);
    const { json: drafts } = await run().get<DraftNote[]>(`${request}/draft_notes`);
    const { diff_refs: refs } = (await run().get<MergeRequestDetail>(request)).json;
    const positions = [
      ...threads.flatMap(({ notes }) => notes.map(({ position }) => position)),
      ...drafts.map(({ position }) => position),
    ].filter((position): position is Position => position?.new_path != null);
    assert.equal(positions.length, 5);
    const repository = openRepository(run().sandbox.repository);
    try {
      for (const position of positions) {
        assert.deepEqual(
          { base_sha: position.base_sha, head_sha: position.head_sha, start_sha: position.start_sha },
          refs,
        );
        const placed = await placeNote(repository, position as Parameters<typeof placeNote>[1]);
        const counters = { oldCounter: 0, newCounter: position.new_line ?? 0 };
        assert.equal(placed?.lineCode, lineCode(position.new_path ?? '', counters));
      }
    } finally {
      repository.close();
    }
  });

  it('are open and resolved', async () => {
    const { json } = await run().get<Discussion[]>(`${request}/discussions`);
    assert.deepEqual(
      json.map(({ individual_note: individual, notes: [first] }) => (individual ? 'comment' : first?.resolved)),
      ['comment', false, true, false],
    );
  });

  it('show on commits as comments and as discussions', async () => {
    const { json: comments } = await run().get<CommitComment[]>(
      `${orchard}/repository/commits/${run().sandbox.commits.clean}/comments`,
    );
    assert.equal(comments.length, 3);
    const sha = await run().git('rev-parse', 'feature/ripeness-forecast~1');
    const { json: placed } = await run().get<CommitComment[]>(`${orchard}/repository/commits/${sha}/comments`);
    assert.deepEqual([placed[0]?.path, placed[0]?.line, placed[0]?.line_type], ['src/ripening/forecast.ts', 6, 'new']);
  });

  it('has drafts of the maintainer that can be published', async () => {
    assert.equal((await run().get<DraftNote[]>(`${request}/draft_notes`, 'developer')).json.length, 0);
    assert.equal((await run().get<DraftNote[]>(`${request}/draft_notes`)).json.length, 3);
    const { status } = await ask(run(), 'POST', `${request}/draft_notes/bulk_publish`);
    assert.equal(status, 204);
    const { json } = await run().get<Discussion[]>(`${request}/discussions`);
    assert.equal(json.length, 6);
    assert.deepEqual(
      json[1]?.notes.map(({ resolved }) => resolved),
      [true, true, true],
    );
  });
});
