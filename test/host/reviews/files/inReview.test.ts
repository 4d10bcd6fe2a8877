import assert from 'node:assert/strict';
import type { App } from '../../../../src/extension.ts';
import { getMergeRequest } from '../../../../src/wire/mergeRequestReview.ts';
import { poll } from '../../../support/poll.ts';
import { api, reviewWindow, rowsOf, storeOf } from '../reviewHands.ts';

describe('merge requests in review by the user', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const iids: number[] = [];
  let app: App;

  const make = async (as: string): Promise<number> => {
    const name = `in-review-${iids.length}`;
    await api(as, 'POST', 'repository/commits', {
      ...{ branch: name, start_branch: 'main', commit_message: name },
      actions: [{ action: 'create', file_path: `${name}.txt`, content: name }],
    });
    const request = { source_branch: name, target_branch: 'main', title: name };
    const { iid } = await api<{ iid: number }>(as, 'POST', 'merge_requests', request);
    iids.push(iid);
    return iid;
  };
  const group = async () =>
    (await rowsOf(app)).find(({ label }) => label === 'In review by me') ?? assert.fail('no group');
  const listed = async (): Promise<readonly number[]> =>
    (await rowsOf(app, (await group()).row)).flatMap(({ row }) => (row.kind === 'request' ? [row.request.iid] : []));
  const isListed = (iid: number, isThere: boolean): Promise<unknown> =>
    poll(async () => (await listed()).includes(iid) === isThere, {
      what: `!${iid} to be ${isThere ? 'listed' : 'gone'}`,
    });
  const noted = (as: string, iid: number): Promise<unknown> =>
    api(as, 'POST', `merge_requests/${iid}/notes`, { body: 'Is that so?' });

  before(() => {
    app = window();
  });

  after(async () => {
    for (const iid of iids) await api('maintainer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
    await app.reviews.view.refresh();
  });

  it('are those with drafts, from the first to the last one, and how many', async () => {
    const iid = await make('developer');
    await isListed(iid, false);
    const before = Number((await group()).item.description || 0);
    const store = storeOf(app, iid);
    await store.load();
    const written = await store.add({ note: 'Why not?' });
    await isListed(iid, true);
    assert.equal((await group()).item.description, String(before + 1));
    await store.remove(written.kind === 'done' ? written.value : assert.fail(written.kind));
    await isListed(iid, false);
  });

  it('are those with a comment made elsewhere, once the view is refreshed, while they are open', async () => {
    const [others, own] = [await make('developer'), await make('maintainer')];
    await noted('developer', others);
    await noted('maintainer', own);
    await app.reviews.view.refresh();
    assert.ok(!(await listed()).includes(others));
    await noted('maintainer', others);
    await app.reviews.view.refresh();
    await isListed(others, true);
    assert.ok(!(await listed()).includes(own), 'one’s own are listed elsewhere');
    await api('maintainer', 'PUT', `merge_requests/${others}`, { state_event: 'close' });
    await app.reviews.view.refresh();
    await isListed(others, false);
  });

  it('are those with a comment that is read in this window, without a refresh', async () => {
    const iid = await make('developer');
    await app.reviews.view.refresh();
    await isListed(iid, false);
    await noted('maintainer', iid);
    await storeOf(app, iid).load();
    await isListed(iid, true);
  });

  it('are found by the branch that was made for one', async () => {
    const open = app.project.open ?? assert.fail('no project');
    const parameters = { id: open.project.id, merge_request_iid: 7 };
    const { title } = await open.client.send(getMergeRequest, parameters);
    const found = await app.reviews.mergeRequestOfBranch(open, `mr-${open.remote}-7`);
    assert.equal(found?.request.title, title);
    assert.equal(await app.reviews.mergeRequestOfBranch(open, `mr-elsewhere-7`), undefined);
  });
});
