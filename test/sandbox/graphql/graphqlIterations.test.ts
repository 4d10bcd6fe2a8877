import assert from 'node:assert/strict';
import { withSandbox } from '../driving.ts';
import { post } from './graphqlDriving.ts';

describe('GraphQL of the sandbox: issues of iterations', () => {
  const run = withSandbox();

  const ask = async (fields: string, as = 'maintainer'): Promise<unknown> => {
    const { json } = await post(run(), { query: `{ group(fullPath: "acme") { ${fields} } }` }, as);
    assert.equal(json.errors, undefined, JSON.stringify(json.errors));
    return json.data?.['group'];
  };

  it('are filtered by iteration, as Global ID or number, state and assignee', async () => {
    const fields = `
      all: issues(iterationId: ["gid://gitlab/Iteration/3006"]) { count nodes { reference(full: true) } }
      byNumber: issues(iterationId: ["3006"]) { count }
      done: issues(iterationId: ["3006"], state: closed) { nodes { iid reference } }
      mine: issues(iterationId: ["3006"], assigneeUsernames: ["maintainer", "developer"]) { nodes { iid } }
      none: issues(iterationId: ["41"]) { count }
    `;
    assert.deepEqual(await ask(fields), {
      all: {
        count: 3,
        nodes: ['acme/orchard#4', 'acme/orchard#2', 'acme/orchard#1'].map((reference) => ({ reference })),
      },
      byNumber: { count: 3 },
      done: { nodes: [{ iid: '1', reference: '#1' }] },
      mine: { nodes: [{ iid: '2' }] },
      none: { count: 0 },
    });
  });

  it('come with those of the groups below when asked, and never with what is not for the caller', async () => {
    const counted = async (as?: string): Promise<unknown> =>
      ask('own: issues { count } all: issues(includeSubgroups: true) { count }', as);
    assert.deepEqual(await counted(), { own: { count: 4 }, all: { count: 5 } });
    assert.deepEqual(await counted('neighbour'), { own: { count: 3 }, all: { count: 3 } });
  });

  it('lead to their iteration and its series', async () => {
    const query = `{ project(fullPath: "acme/orchard") { issue(iid: "2") { iteration { id iterationCadence { title automatic } } } } }`;
    const { json } = await post(run(), { query });
    assert.deepEqual(json.data?.['project'], {
      issue: {
        iteration: {
          id: 'gid://gitlab/Iteration/3006',
          iterationCadence: { title: 'Every fortnight', automatic: true },
        },
      },
    });
  });
});
