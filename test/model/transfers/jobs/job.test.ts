import assert from 'node:assert/strict';
import * as v from 'valibot';
import { changed, hasEnded, isDuplicate, type Job, job as shape } from '../../../../src/model/transfers/jobs/job.ts';

const job: Job = {
  id: '1',
  kind: 'projectExport',
  account: 'a',
  baseUrl: 'https://gitlab.example',
  subject: { type: 'project', path: 'acme/orchard', id: 1 },
  phase: 'running',
  startedAtMs: 1_000,
  story: [{ atMs: 1_000, state: 'starting' }],
  look: { failures: 0, nextAtMs: 5_000 },
  failedRelations: [],
  worker: { id: 'w', beat: 3 },
};

describe('a job', () => {
  it('is read back from storage as it was', () => {
    const stored: unknown = JSON.parse(JSON.stringify(job));
    assert.deepEqual(v.parse(shape, stored), job);
  });

  it('adds a state to its story with the time, once', () => {
    const once = changed(job, { state: { state: 'queued' } }, 2_000);
    const twice = changed(once, { state: { state: 'queued' } }, 3_000);
    assert.deepEqual(twice.story, [...job.story, { atMs: 2_000, state: 'queued' }]);
    assert.equal(changed(twice, { state: { state: 'queued', words: 'again' } }, 4_000).story.length, 3);
  });

  it('ends with a time, and is not looked at or worked on any more', () => {
    const after = changed(job, { phase: 'succeeded' }, 9_000);
    assert.ok(hasEnded(after));
    assert.deepEqual([after.endedAtMs, after.worker, after.look.nextAtMs], [9_000, undefined, undefined]);
    assert.equal(changed(after, { file: { path: '/x' } }, 10_000).endedAtMs, 9_000);
  });

  it('keeps the beginning and the end of a story that is too long', () => {
    let after = job;
    for (let at = 0; at < 500; at += 1) after = changed(after, { state: { state: `s${at}` } }, at);
    assert.equal(after.story.length, 200);
    assert.deepEqual([after.story[0]?.state, after.story.at(-1)?.state], ['starting', 's499']);
  });

  it('does the same as another of its kind, account and subject', () => {
    const { kind, account, subject } = job;
    assert.ok(isDuplicate(job, { kind, account, subject: { ...subject, id: undefined } }));
    assert.ok(!isDuplicate(job, { kind: 'projectImport', account, subject }));
    assert.ok(!isDuplicate(job, { kind, account: 'b', subject }));
    assert.ok(!isDuplicate(job, { kind, account, subject: { ...subject, path: 'acme/other' } }));
  });
});
