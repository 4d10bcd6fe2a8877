import assert from 'node:assert/strict';
import { listRows, stateItem } from '../../../../src/host/kit/trees/rows.ts';

interface Row {
  readonly kind: 'row' | 'next';
}

describe('the rows of a list that loads page by page', () => {
  const row: Row = { kind: 'row' };
  const next: Row = { kind: 'next' };
  const words = { failed: 'It could not be loaded', retry: 'graft.retry', empty: 'There is nothing.' };
  const kinds = (phase: 'loading' | 'ready' | 'failed', rows: readonly Row[], following?: Row, isOld = false) =>
    listRows({ phase, error: undefined, isOld }, rows, { ...words, next: following }).map(({ kind }) => kind);

  it('stay while the list is read again, and when that fails, which stands above; a page that failed below', () => {
    assert.deepEqual(kinds('loading', [row], next), ['row', 'loading']);
    assert.deepEqual(kinds('failed', [row], next), ['row', 'failed']);
    assert.deepEqual(kinds('failed', [row], next, true), ['failed', 'row']);
  });

  it('end with the row that loads the next page, where one follows', () => {
    assert.deepEqual(kinds('ready', [row], next), ['row', 'next']);
    assert.deepEqual(kinds('ready', [row]), ['row']);
  });

  it('say how a list without rows is doing', () => {
    assert.deepEqual(kinds('loading', []), ['loading']);
    assert.deepEqual(kinds('failed', []), ['failed']);
    assert.deepEqual(listRows({ phase: 'ready', error: undefined }, [], words), [
      { kind: 'note', text: 'There is nothing.' },
    ]);
    assert.deepEqual(listRows({ phase: 'ready', error: undefined }, [], { ...words, empty: () => [next] }), [next]);
  });

  it('name what failed, why, and what tries again', () => {
    const error = new Error('no');
    assert.deepEqual(listRows({ phase: 'failed', error }, [], words), [
      { kind: 'failed', error, what: words.failed, retry: words.retry, asOfMs: undefined },
    ]);
    const [, failed] = listRows({ phase: 'failed', error, readAtMs: Date.UTC(2026, 0, 2) }, [row], words);
    assert.ok(failed?.kind === 'failed');
    assert.match(String(stateItem(failed).description), /no.* Shown as of \d\d:\d\d( [AP]M)?\.$/);
  });
});
