import assert from 'node:assert/strict';
import type { Todo } from '../../../src/wire/todos.ts';
import { orchard, withSandbox, type As } from '../driving.ts';

describe('U6: to-do items on merge requests', () => {
  const run = withSandbox();
  const waiting = async (as: As): Promise<readonly string[]> => {
    const { json } = await run().get<readonly Todo[]>(`/todos?type=MergeRequest`, as);
    return json.map(({ action_name: action, author, target }) => `${action} ${author?.username} !${target?.iid}`);
  };
  const ask = async (body: string, as: As): Promise<void> => {
    const { status } = await run().post(`${orchard}/merge_requests/5/notes`, { body }, as);
    assert.equal(status, 201);
  };

  it('are there for who was asked for a review, or mentioned by someone else, as long as it is open', async () => {
    const me = (await run().get<{ readonly username: string }>('/user', 'reporter')).json.username;
    const before = await waiting('reporter');
    await ask(`What does @${me} say? Not a@${me}x.`, 'developer');
    await ask(`I, @${me}, say so.`, 'reporter');
    const dev = (await run().get<{ readonly username: string }>('/user', 'developer')).json.username;
    assert.deepEqual((await waiting('reporter')).toSorted(), [...before, `mentioned ${dev} !5`].toSorted());
    const asked = await waiting('maintainer');
    assert.ok(asked.length > 0 && asked.every((todo) => todo.startsWith('review_requested ')), asked.join());
  });
});
