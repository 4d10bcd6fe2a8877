import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appliableSuggestions, applyShown, type Suggested } from '../../../src/model/reviews/applySuggestion.ts';
import { ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import { isResolved } from '../../../src/model/reviews/threads.ts';
import type { Discussion, Note } from '../../../src/wire/notes.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { sentTo } from '../../support/servers/sandboxControl.ts';
import { file, request, reviewing } from './reviewing.ts';

describe('a suggestion that is applied', () => {
  const { run, place, position, setFaults } = reviewing();
  const branch = 'feature/ripeness-forecast';

  const suggest = async (
    line: number,
    body: string,
  ): Promise<{ readonly store: ReviewDrafts; readonly id: number }> => {
    const json = { body, position: await position(line) };
    const made = await ask<Discussion>(run(), 'POST', `${request}/discussions`, { as: 'maintainer', json });
    assert.equal(made.status, 201, made.text);
    const store = new ReviewDrafts(place());
    await store.start();
    return { store, id: made.json.notes[0]?.id ?? 0 };
  };
  const shown = (store: ReviewDrafts, id: number): Suggested => {
    const notes = store.discussions.flatMap((discussion) => discussion.notes).filter((note) => note.id === id);
    return appliableSuggestions(notes)[0] ?? assert.fail('nothing can be applied');
  };
  const lines = async (): Promise<readonly string[]> => (await run().git('show', `${branch}:${file}`)).split('\n');
  const sent = (): Promise<number> => sentTo(run().sandbox.url, 'applySuggestion');

  it('is one commit with the lines it suggests in place of those it is about, and settles its thread', async () => {
    const before = await lines();
    const { store, id } = await suggest(3, 'Rather so:\n```suggestion:-1+0\n// suggested\n```');
    const { suggestion } = shown(store, id);
    assert.deepEqual(
      [suggestion.from_line, suggestion.to_line, suggestion.from_content, suggestion.to_content],
      [2, 3, `${before[1]}\n${before[2]}\n`, '// suggested\n'],
    );
    const head = await run().git('rev-parse', branch);
    assert.partialDeepStrictEqual(await applyShown(store, [shown(store, id)], 'As suggested'), {
      kind: 'done',
      confirmed: 'answered',
    });
    assert.deepEqual(await lines(), [before[0], '// suggested', ...before.slice(3)]);
    assert.equal(await run().git('log', '-1', '--format=%P %s', branch), `${head} As suggested`);
    await store.load();
    const thread = store.discussions.find(({ notes }) => notes.some((note) => note.id === id));
    assert.ok(thread && isResolved(thread));
    assert.deepEqual(appliableSuggestions(thread.notes), []);
  });

  it('is found in a text with line ends of Windows, too', async () => {
    const { store, id } = await suggest(1, 'Rather so:\r\n```suggestion\r\n// suggested on Windows\r\n```\r\n');
    assert.equal(shown(store, id).suggestion.to_content, '// suggested on Windows\n');
  });

  it('is not applied when it says something else than was shown, or its lines have changed', async () => {
    const { store, id } = await suggest(1, '```suggestion\n// one\n```');
    const seen = shown(store, id);
    const before = await sent();
    const changed = { as: 'maintainer', json: { body: '```suggestion\n// another\n```' } } as const;
    await ask<Note>(run(), 'PUT', `${request}/notes/${id}`, changed);
    assert.deepEqual(await applyShown(store, [seen], undefined), { kind: 'changed' });
    const other = await suggest(1, '```suggestion\n// three\n```');
    const first = shown(other.store, other.id);
    const third = await suggest(1, '```suggestion\n// four\n```');
    assert.equal((await applyShown(third.store, [shown(third.store, third.id)], undefined)).kind, 'done');
    assert.deepEqual(await applyShown(other.store, [first], undefined), { kind: 'changed' });
    assert.equal((await sent()) - before, 1);
  });

  it('is looked for when the answer is lost, and sent once', async () => {
    const { store, id } = await suggest(1, '```suggestion\n// after a lost answer\n```');
    await setFaults({ operation: 'applySuggestion', fault: 'resetBefore', times: 1 });
    assert.equal((await applyShown(store, [shown(store, id)], undefined)).kind, 'notDone');
    await setFaults({ operation: 'applySuggestion', fault: 'resetAfter', times: 1 });
    const before = await sent();
    assert.partialDeepStrictEqual(await applyShown(store, [shown(store, id)], undefined), {
      kind: 'done',
      confirmed: 'found',
    });
    assert.equal((await sent()) - before, 1);
    assert.equal((await lines())[0], '// after a lost answer');
  });

  it('is refused to those who may not push', async () => {
    const { store, id } = await suggest(1, '```suggestion\n// by a reporter\n```');
    const { text, status } = await ask(run(), 'PUT', `/suggestions/${shown(store, id).suggestion.id}/apply`, {
      as: 'reporter',
    });
    assert.deepEqual([status, text], [403, '{"message":"403 Forbidden"}']);
    const again = await ask(run(), 'PUT', '/suggestions/99999901/apply', { as: 'maintainer' });
    assert.equal(again.status, 404);
  });

  describe('with others', () => {
    const sentTogether = (): Promise<number> => sentTo(run().sandbox.url, 'applySuggestions');
    const suggestFor = async (
      ...numbers: readonly number[]
    ): Promise<{ readonly store: ReviewDrafts; readonly chosen: readonly Suggested[] }> => {
      const ids: number[] = [];
      let store: ReviewDrafts | undefined;
      for (const number of numbers) {
        const text = `\`\`\`suggestion\n// ${randomUUID()}\n\`\`\``;
        const made = await suggest(number, text);
        ids.push(made.id);
        ({ store } = made);
      }
      assert.ok(store);
      const all = store;
      return { store: all, chosen: ids.map((id) => shown(all, id)) };
    };
    const textOf = ({ suggestion }: Suggested): string => (suggestion.to_content ?? '').trim();

    it('is one commit of all, sent once', async () => {
      const before = await lines();
      const { store, chosen } = await suggestFor(3, 1);
      const head = await run().git('rev-parse', branch);
      const [alone, together] = [await sent(), await sentTogether()];
      assert.partialDeepStrictEqual(await applyShown(store, chosen, 'Both'), { kind: 'done', confirmed: 'answered' });
      assert.equal(await run().git('log', '-1', '--format=%P %s', branch), `${head} Both`);
      const [third, first] = chosen.map(textOf);
      assert.deepEqual(await lines(), [first, before[1], third, ...before.slice(3)]);
      assert.deepEqual([(await sent()) - alone, (await sentTogether()) - together], [0, 1]);
      await store.load();
      assert.deepEqual(appliableSuggestions(store.discussions.flatMap(({ notes }) => notes)), []);
    });

    it('is not sent at all where one of them has changed', async () => {
      const { store, chosen } = await suggestFor(1, 2);
      const [first] = chosen;
      const json = { body: '```suggestion\n// something else\n```' };
      await ask<Note>(run(), 'PUT', `${request}/notes/${first?.note.id}`, { as: 'maintainer', json });
      const before = await sentTogether();
      assert.deepEqual(await applyShown(store, chosen, undefined), { kind: 'changed' });
      assert.equal(await sentTogether(), before);
    });

    it('is looked for when the answer is lost', async () => {
      const { store, chosen } = await suggestFor(1, 2);
      await setFaults({ operation: 'applySuggestions', fault: 'resetBefore', times: 1 });
      assert.equal((await applyShown(store, chosen, undefined)).kind, 'notDone');
      await setFaults({ operation: 'applySuggestions', fault: 'resetAfter', times: 1 });
      const before = await sentTogether();
      assert.partialDeepStrictEqual(await applyShown(store, chosen, undefined), { kind: 'done', confirmed: 'found' });
      assert.equal((await sentTogether()) - before, 1);
      assert.deepEqual((await lines()).slice(0, 2), chosen.map(textOf));
    });

    it('is refused in the server’s words where they are about the same line', async () => {
      const { store, chosen } = await suggestFor(2, 2);
      const head = await run().git('rev-parse', branch);
      await assert.rejects(applyShown(store, chosen, undefined), /their lines cannot overlap/);
      assert.equal(await run().git('rev-parse', branch), head);
    });
  });
});
