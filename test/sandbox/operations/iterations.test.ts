import assert from 'node:assert/strict';
import type { Iteration } from '../../../src/wire/iterations.ts';
import { withSandbox, type Driven } from '../driving.ts';
import { neighbour } from '../sending.ts';

const acme = '/groups/acme/iterations';
const tools = '/groups/acme%2Ftools/iterations';
const day = 86_400_000;

const listed = async ({ get }: Driven, path: string): Promise<readonly Iteration[]> => {
  const { status, json } = await get<Iteration[]>(path);
  assert.equal(status, 200, path);
  return json;
};

const titles = async (run: Driven, path: string): Promise<unknown[]> =>
  (await listed(run, path)).map(({ title }) => title);

describe('T1 iterations of a group', () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const run = withSandbox({ now: () => now });
  const planned = ['Sharpen the saws', 'Oil the hinges', 'Paint the barrows'];
  const own = `${tools}?include_ancestors=false`;

  afterEach(() => {
    now = new Date('2026-11-21T12:00:00Z');
  });

  it('come in order with a state that follows the date', async () => {
    const states = async (): Promise<unknown[]> => (await listed(run(), own)).map(({ state }) => state);
    assert.deepEqual(await states(), [3, 2, 1]);
    now = new Date(now.getTime() + 7 * day);
    assert.deepEqual(await states(), [3, 3, 2]);
    now = new Date(now.getTime() + 14 * day);
    assert.deepEqual(await states(), [3, 3, 3]);
  });

  it('count their last day as theirs', async () => {
    const [, current] = await listed(run(), own);
    now = new Date(`${current?.due_date ?? ''}T23:59:59Z`);
    assert.equal((await listed(run(), own))[1]?.state, 2);
    now = new Date(now.getTime() + 1000);
    assert.equal((await listed(run(), own))[1]?.state, 3);
  });

  it('have every field', async () => {
    const [first] = await listed(run(), own);
    assert.deepEqual(
      [first?.id, first?.iid, first?.sequence, first?.group_id, first?.title, first?.description],
      [41, 1, 1, 11, 'Sharpen the saws', 'All of them'],
    );
    assert.deepEqual([first?.start_date, first?.due_date], ['2026-10-17', '2026-10-30']);
    assert.equal(first?.web_url, `${run().sandbox.url}/groups/acme/tools/-/iterations/41`);
  });

  it('go on by themselves without titles in an automatic cadence', async () => {
    const before = await listed(run(), acme);
    assert.deepEqual(new Set(before.map(({ title }) => title)), new Set([null]));
    assert.deepEqual(
      before.map(({ state }) => state),
      [3, 3, 3, 3, 3, 2, 1, 1],
    );
    now = new Date(now.getTime() + 28 * day);
    const after = await listed(run(), acme);
    assert.equal(after.length, before.length + 2);
    assert.deepEqual(
      after.slice(0, before.length).map(({ id, start_date }) => [id, start_date]),
      before.map(({ id, start_date }) => [id, start_date]),
    );
  });

  it('stay as they are until the next day', async () => {
    const before = await listed(run(), acme);
    now = new Date(now.getTime() + 60_000);
    assert.deepEqual(await listed(run(), acme), before);
  });

  it('are filtered by state, in old and new words', async () => {
    for (const [state, expected] of [
      ['all', planned],
      ['opened', planned.slice(1)],
      ['current', ['Oil the hinges']],
      ['started', ['Oil the hinges']],
      ['upcoming', ['Paint the barrows']],
      ['closed', ['Sharpen the saws']],
    ] as const) {
      assert.deepEqual(await titles(run(), `${own}&state=${state}`), expected, state);
    }
    const { status, json } = await run().get(`${acme}?state=late`);
    assert.deepEqual([status, json], [400, { error: 'state does not have a valid value' }]);
  });

  it('include those above, and those below when asked', async () => {
    const groups = async (path: string): Promise<unknown[]> => [
      ...new Set((await listed(run(), path)).map(({ group_id }) => group_id)),
    ];
    assert.deepEqual((await groups(tools)).toSorted(), [10, 11]);
    assert.deepEqual(await groups(own), [11]);
    assert.deepEqual(await groups(acme), [10]);
    assert.deepEqual((await groups(`${acme}?include_descendants=true`)).toSorted(), [10, 11]);
  });

  it('are searched by title, by the title of the cadence, or both', async () => {
    assert.deepEqual(await titles(run(), `${tools}?search=HINGES`), ['Oil the hinges']);
    assert.deepEqual(await titles(run(), `${tools}?search=shed`), []);
    assert.deepEqual(await titles(run(), `${tools}?search=shed&in[]=cadence_title`), planned);
    assert.deepEqual(await titles(run(), `${tools}?search=shed&in[]=title&in[]=cadence_title`), planned);
    assert.deepEqual(await titles(run(), `${tools}?search=hinges&in[]=cadence_title`), []);
    const { status, json } = await run().get(`${tools}?search=x&in[]=title&in[]=body`);
    assert.deepEqual([status, json], [400, { error: 'in[1] does not have a valid value' }]);
  });

  it('are filtered by when they changed', async () => {
    const at = '2026-11-13T00:00:00Z';
    assert.deepEqual(await titles(run(), `${own}&updated_after=${at}`), planned.slice(1));
    assert.deepEqual(await titles(run(), `${own}&updated_before=${at}`), planned.slice(0, 1));
  });

  it('come in pages with totals', async () => {
    const { headers, json } = await run().get<Iteration[]>(`${own}&per_page=2&page=2`);
    assert.deepEqual([json.length, headers.get('x-total'), headers.get('x-next-page')], [1, '3', '']);
  });

  it('are not for who cannot see the group', async () => {
    const { status, json } = await run().get(tools, neighbour);
    assert.deepEqual([status, json], [404, { message: '404 Group Not Found' }]);
  });
});

describe('T2 iterations of a project', () => {
  const run = withSandbox();

  it('are those of the groups above it', async () => {
    const path = '/projects/acme%2Ftools%2Fseedling/iterations';
    const groups = new Set((await listed(run(), path)).map(({ group_id }) => group_id));
    assert.deepEqual([...groups].toSorted(), [10, 11]);
    const own = await listed(run(), `${path}?include_ancestors=false`);
    assert.deepEqual([...new Set(own.map(({ group_id }) => group_id))], [11]);
  });
});

describe('iterations of other editions', () => {
  const free = withSandbox({ edition: { tier: 'free' } });
  const community = withSandbox({ edition: { version: '15.8.0' } });
  const old = withSandbox({ edition: { version: '16.1.0-ee' } });

  it('are forbidden without a licence', async () => {
    const { status, json } = await free().get(acme);
    assert.deepEqual([status, json], [403, { message: '403 Forbidden' }]);
  });

  it('are an unknown route on a Community server', async () => {
    const { status, json } = await community().get(acme);
    assert.deepEqual([status, json], [404, { error: '404 Not Found' }]);
  });

  it('ignore parameters newer than the server', async () => {
    assert.deepEqual(await titles(old(), `${tools}?search=hinges&in[]=cadence_title`), ['Oil the hinges']);
  });
});
