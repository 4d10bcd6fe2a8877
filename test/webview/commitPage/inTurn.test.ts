import assert from 'node:assert/strict';
import type { ToCommitPage } from '../../../src/messages/commitPage.ts';
import { inTurn } from '../../../src/webview/commitPage/inTurn.ts';
import { commitView, fileView, manyFiles } from './sampleViews.ts';

const long = { type: 'files', files: manyFiles(40, 500), restart: true, complete: true } as const;
const failed = { type: 'filesFailed', failure: { message: 'gone', retryable: true } } as ToCommitPage;

describe('inTurn', () => {
  let taken: ToCommitPage[];
  let frames: (() => void)[];
  let give: (message: ToCommitPage) => void;

  beforeEach(() => {
    taken = [];
    frames = [];
    give = inTurn(
      (message) => taken.push(message),
      (goOn) => frames.push(goOn),
    );
  });

  const filesOf = (message: ToCommitPage | undefined): readonly unknown[] =>
    message?.type === 'files' ? message.files : [];

  it('hands on at once what fills no more than the screen', () => {
    const messages = [
      { type: 'commit', commit: commitView() },
      { type: 'files', files: [fileView(), fileView()], restart: true, complete: false },
      { type: 'files', files: [], restart: false, complete: true },
    ] as const;
    for (const message of messages) give(message);
    assert.deepEqual(taken, messages);
    assert.equal(frames.length, 0);
  });

  it('hands on one long file whole', () => {
    const [file] = manyFiles(1, 20_000);
    const message: ToCommitPage = { type: 'files', files: file ? [file] : [], restart: true, complete: true };
    give(message);
    assert.deepEqual(taken, [message]);
  });

  it('hands on the rest of a long list after the frame, as its continuation', () => {
    give(long);
    const [first] = taken;
    assert.equal(taken.length, 1);
    assert.ok(filesOf(first).length > 0 && filesOf(first).length < long.files.length);
    assert.ok(first?.type === 'files' && first.restart && !first.complete);
    frames.shift()?.();
    const [, second] = taken;
    assert.deepEqual([...filesOf(first), ...filesOf(second)], long.files);
    assert.ok(second?.type === 'files' && !second.restart && second.complete);
    assert.deepEqual([taken.length, frames.length], [2, 0]);
  });

  it('keeps the order of what comes meanwhile, also of another long list', () => {
    give(long);
    give({ ...long, restart: false });
    give(failed);
    assert.equal(taken.length, 1);
    frames.shift()?.();
    assert.equal(taken.length, 3);
    frames.shift()?.();
    assert.deepEqual(
      taken.map(({ type }) => type),
      ['files', 'files', 'files', 'files', 'filesFailed'],
    );
    assert.equal(
      taken.reduce((sum, message) => sum + filesOf(message).length, 0),
      2 * long.files.length,
    );
  });
});
