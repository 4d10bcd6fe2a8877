import assert from 'node:assert/strict';
import { lineDiff } from '../src/host/commits/files/lineDiff.ts';
import { PageHistory } from '../src/host/commits/commitPage/pageHistory.ts';
import type { CommitSubject } from '../src/host/commits/subject.ts';
import { parseDiff } from '../src/webview/diff/parseDiff.ts';

const program = new URL('../src/host/commits/files/lineDiffWorker.ts', import.meta.url);
const never = new AbortController().signal;
const compare = (before: string, after: string, timeoutMs = 5_000): Promise<string | undefined> =>
  lineDiff(before, after, { program, signal: never, timeoutMs });
const large = (word: string): string =>
  `x\n${Array.from({ length: 60_000 }, (_, index) => `${index}${word}`).join('\n')}\nend`;

describe('lineDiff', function () {
  this.timeout(30_000);

  it('writes hunks as git does', async () => {
    assert.equal(await compare('a\nb\n', 'a\nc\n'), '@@ -1,2 +1,2 @@\n a\n-b\n+c\n');
    assert.equal(await compare('', 'a'), '@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n');
    assert.equal(await compare('a\n', 'a\n'), '');
  });

  it('shows one change where two large texts have little in common', async () => {
    const { additions, deletions } = parseDiff((await compare(large('a'), large('b'), 300)) ?? '');
    assert.deepEqual([additions, deletions], [60_000, 60_000]);
  });

  it('stops when it is given up', async () => {
    const run = new AbortController();
    const running = lineDiff(large('a'), large('b'), { program, signal: run.signal, timeoutMs: 20_000 });
    run.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
  });
});

describe('PageHistory', () => {
  const at = (sha: string, project = 1): CommitSubject =>
    ({ open: { project: { id: project }, account: { id: 'mara' } }, sha }) as unknown as CommitSubject;

  it('goes back and forward, and forgets what lay ahead once another commit is opened', () => {
    const history = new PageHistory(at('1'));
    history.visit(at('2'));
    history.visit(at('3'));
    assert.deepEqual(
      (['back', 'back', 'back', 'forward'] as const).map((way) => history.step(way)?.sha),
      ['2', '1', undefined, '2'],
    );
    assert.deepEqual(history.state, { back: ['1'], forward: ['3'] });
    history.visit(at('4'));
    assert.deepEqual(history.state, { back: ['1', '2'], forward: [] });
  });

  it('begins anew in another project', () => {
    const history = new PageHistory(at('1'), { back: ['0'], forward: [] });
    history.visit(at('2', 7));
    assert.deepEqual(history.state, { back: [], forward: [] });
  });
});
