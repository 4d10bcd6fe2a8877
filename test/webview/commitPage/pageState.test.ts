import assert from 'node:assert/strict';
import { initialState, receive } from '../../../src/webview/commitPage/pageState.ts';
import type { FileView, ToCommitPage } from '../../../src/messages/commitPage.ts';
import { commitView, fileView } from './sampleViews.ts';

const [a, b, c] = ['a.ts', 'b.ts', 'c.ts'].map((newPath) => fileView({ newPath })) as [FileView, FileView, FileView];
const files = (of: readonly FileView[], own: { restart?: boolean; complete?: boolean } = {}): ToCommitPage => ({
  type: 'files',
  files: of,
  restart: false,
  complete: false,
  ...own,
});
const after = (...messages: readonly ToCommitPage[]) => messages.reduce(receive, initialState);
const paths = (state: typeof initialState): string[] => state.files.map((file) => file.path);

describe('receive', () => {
  it('adds files to those before', () => {
    const state = after(files([a]), files([b, c], { complete: true }));
    assert.deepEqual(paths(state), ['a.ts', 'b.ts', 'c.ts']);
    assert.equal(state.progress, 'complete');
  });

  it('keeps what is shown while the list begins anew, until the new list is as long', () => {
    const first = after(files([a, b]));
    const begun = receive(first, files([], { restart: true }));
    const half = receive(begun, files([a]));
    const whole = receive(half, files([b, c]));
    assert.deepEqual([begun, half, whole].map(paths), [
      ['a.ts', 'b.ts'],
      ['a.ts', 'b.ts'],
      ['a.ts', 'b.ts', 'c.ts'],
    ]);
    assert.equal(whole.files[0], first.files[0], 'a file that is the same is not parsed again');
  });

  it('goes by the new list when it ends before it is as long', () => {
    assert.deepEqual(paths(after(files([a, b]), files([c], { restart: true, complete: true }))), ['c.ts']);
  });

  it('keeps the files that came when the rest fails', () => {
    const failure = { message: 'no', retryable: true };
    const state = after(files([a]), { type: 'filesFailed', failure });
    assert.deepEqual([paths(state), state.progress], [['a.ts'], failure]);
    assert.equal(receive(state, { type: 'retried', what: 'files' }).progress, 'loading');
  });

  it('changes one part and leaves the others', () => {
    const state = after({ type: 'part', part: { name: 'mergeRequests', view: { state: 'ready', value: [] } } });
    assert.equal(state.parts.mergeRequests.state, 'ready');
    assert.equal(state.parts.refs.state, 'loading');
    assert.equal(receive(state, { type: 'retried', what: 'mergeRequests' }).parts.mergeRequests.state, 'loading');
  });

  it('forgets a failure once the commit comes', () => {
    const state = after(
      { type: 'failed', failure: { message: 'no', retryable: true } },
      { type: 'commit', commit: commitView() },
    );
    assert.equal(state.failure, undefined);
  });

  it('forgets everything when another commit comes', () => {
    const state = after({ type: 'commit', commit: commitView() }, files([a]), {
      type: 'commit',
      commit: commitView({ sha: 'ffff' }),
    });
    assert.deepEqual([state.commit?.sha, paths(state)], ['ffff', []]);
  });
});
