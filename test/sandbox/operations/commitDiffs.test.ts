import assert from 'node:assert/strict';
import type { DiffEntry } from '../../../src/wire/commits.ts';
import { orchard, segment, withSandbox } from '../driving.ts';

describe('C7 the diff of a commit', () => {
  const run = withSandbox();
  const diff = async (revision: string, query = ''): Promise<DiffEntry[]> => {
    const { status, json } = await run().get<DiffEntry[]>(
      `${orchard}/repository/commits/${segment(revision)}/diff${query}`,
    );
    assert.equal(status, 200);
    return json;
  };
  const landmark = (words: string): Promise<string> => run().git('rev-parse', `:/${words}`);

  it('starts each file at its first hunk and ends it with a line break', async () => {
    const [entry] = await diff(run().sandbox.commits.clean);
    assert.equal(entry?.new_path, 'src/text/rounding.ts');
    assert.match(entry?.diff ?? '', /^@@ -1,8 \+1,4 @@\n/);
    assert.ok(entry?.diff.endsWith('\n'));
    assert.doesNotMatch(entry?.diff ?? '', /^(---|\+\+\+|diff|index)/m);
  });

  it('names the files above their hunks as unified diffs do, where that is asked for', async () => {
    const [changed] = await diff(run().sandbox.commits.clean, '?unidiff=true');
    assert.match(changed?.diff ?? '', /^--- a\/src\/text\/rounding\.ts\n\+\+\+ b\/src\/text\/rounding\.ts\n@@ -1,8/);
    const entries = await diff(run().sandbox.commits.rename, '?unidiff=true');
    const renamed = entries.find((entry) => entry.renamed_file);
    assert.match(renamed?.diff ?? '', /^--- a\/src\/inventory\/ledger\.ts\n\+\+\+ b\/src\/ledger\/entries\.ts\n@@/);
    const first = await diff(await run().git('rev-list', '--max-parents=0', 'main'), '?unidiff=true');
    for (const { diff: text, new_path: path } of first)
      assert.ok(text === '' || text.startsWith(`--- /dev/null\n+++ b/${path}\n@@`), path);
  });

  it('says the same as git when its hunks are put together', async () => {
    const { sandbox, git } = run();
    const entries = await diff(sandbox.commits.big, '?per_page=100');
    const hunks = (await git('diff', `${sandbox.commits.big}^`, sandbox.commits.big))
      .split('\n')
      .filter((line) => !/^(diff --git|index|---|\+\+\+) /.test(line))
      .join('\n');
    assert.equal(entries.length, 60);
    assert.equal(entries.map((entry) => entry.diff).join(''), `${hunks}\n`);
  });

  it('shows a rename with both names', async () => {
    const entries = await diff(run().sandbox.commits.rename);
    const renamed = entries.find((entry) => entry.renamed_file);
    assert.deepEqual([renamed?.old_path, renamed?.new_path], ['src/inventory/ledger.ts', 'src/ledger/entries.ts']);
    assert.deepEqual([renamed?.new_file, renamed?.deleted_file], [false, false]);
    assert.match(renamed?.diff ?? '', /^@@/);
  });

  it('prints mode 0 where a file does not exist', async () => {
    const [added] = await diff(run().sandbox.commits.markup);
    assert.deepEqual([added?.new_file, added?.a_mode, added?.b_mode], [true, '0', '100644']);
    const [deleted] = await diff(await landmark('Remove the spreadsheet'));
    assert.deepEqual([deleted?.deleted_file, deleted?.a_mode, deleted?.b_mode], [true, '100644', '0']);
  });

  it('shows a change of mode alone without text', async () => {
    const [entry] = await diff(await landmark('Make the import script executable'));
    assert.deepEqual([entry?.a_mode, entry?.b_mode, entry?.diff], ['100644', '100755', '']);
  });

  it('has no text for a binary file', async () => {
    const entries = await diff(run().sandbox.commits.binary);
    assert.deepEqual(
      entries.map((entry) => [entry.new_path, entry.diff === '']),
      [
        ['README.md', false],
        ['assets/logo.png', true],
      ],
    );
  });

  it('has bytes that are not UTF-8 as Latin-1, and as U+FFFD where they cannot be that', async () => {
    const branch = 'diffs/latin';
    const lines = ['Gr\xfc\xdfe', '\x84Gr\xfc\xdfe\x93'].map((line) => Buffer.from(`${line}\n`, 'latin1'));
    const { status } = await run().post(`${orchard}/repository/commits`, {
      ...{ branch, start_branch: 'main', commit_message: 'Greet' },
      actions: lines.map((line, at) => {
        const file = { file_path: `latin${at}.txt`, content: line.toString('base64'), encoding: 'base64' };
        return { action: 'create', ...file };
      }),
    });
    assert.equal(status, 201);
    assert.deepEqual(
      (await diff(branch)).map((entry) => entry.diff),
      ['@@ -0,0 +1 @@\n+Grüße\n', '@@ -0,0 +1 @@\n+\ufffdGr\ufffd\ufffde\ufffd\n'],
    );
  });

  it('keeps carriage returns, missing line ends and names that need no quotes', async () => {
    const entries = await diff(await landmark('Add the price list'));
    assert.deepEqual(
      entries.map(({ new_path }) => new_path),
      ['data/price list 2026.csv', 'docs/größen.md'],
    );
    assert.ok(entries[0]?.diff.includes('+cox;250\r\n'));
    assert.ok(entries[0]?.diff.endsWith('\n\\ No newline at end of file\n'));
  });

  it('compares a merge with its first parent and a first commit with nothing', async () => {
    const paths = (await diff(run().sandbox.commits.merge)).map(({ new_path }) => new_path);
    assert.deepEqual(paths, ['src/fruit/catalogue.ts', 'src/routes.ts']);
    const root = await run().git('rev-list', '--max-parents=0', 'main');
    assert.ok((await diff(root)).every((entry) => entry.new_file));
  });

  it('has no text for a file that is too large', async () => {
    const [entry] = await diff(await landmark('Add the weather of thirty years'));
    assert.deepEqual([entry?.diff, entry?.too_large, entry?.new_path], ['', true, 'data/weather.csv']);
  });

  it('pages with totals', async () => {
    const path = `${orchard}/repository/commits/${run().sandbox.commits.big}/diff`;
    const first = await run().get<DiffEntry[]>(path);
    assert.equal(first.json.length, 20);
    assert.deepEqual(
      ['x-total', 'x-total-pages', 'x-next-page', 'x-per-page'].map((name) => first.headers.get(name)),
      ['60', '3', '2', '20'],
    );
    const last = await run().get(`${path}?page=3`);
    assert.equal(last.headers.get('x-next-page'), '');
    assert.match(last.headers.get('link') ?? '', /rel="prev".*rel="first".*rel="last"/);
  });
});

describe('C7 with narrow limits', () => {
  const run = withSandbox({ diffLimits: { files: 5, patchBytes: 12_000 } });

  it('lists no more files than allowed and withholds the large ones', async () => {
    const { json: entries } = await run().get<DiffEntry[]>(
      `${orchard}/repository/commits/${run().sandbox.commits.big}/diff`,
    );
    assert.equal(entries.length, 5);
    assert.ok(entries.every((entry) => entry.too_large === true && entry.diff === ''));
  });
});
