import assert from 'node:assert/strict';
import type { App } from '../../../../src/extension.ts';
import { MergeRequestSession } from '../../../../src/host/mergeRequests/session.ts';
import type { ReviewSubject } from '../../../../src/host/reviews/subject.ts';
import { handle } from '../../../../src/messages/page.ts';
import { placeKey, type ReviewDrafts } from '../../../../src/model/reviews/drafts.ts';
import { getMergeRequest } from '../../../../src/wire/mergeRequestReview.ts';
import { forgetRequests, receivedRequests, setFaults } from '../../../support/window/inHost.ts';
import { api, pageWithoutTab, reviewWindow } from '../reviewHands.ts';

const iid = 8;
const threads = 250;
const pages = Math.ceil(threads / 100);

describe(`a review of ${threads} threads, ${pages} pages`, function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  let app: App;
  let store: ReviewDrafts;
  let session: MergeRequestSession;

  /** Times by operation, without GraphQL and what refreshes the rows of the Reviews view. */
  const requests = async (work: () => unknown): Promise<Readonly<Record<string, number>>> => {
    await forgetRequests();
    await work();
    const counts: Record<string, number> = {};
    for (const { operation = '?' } of await receivedRequests()) counts[operation] = (counts[operation] ?? 0) + 1;
    const { graphql: _1, listEvents: _2, listMergeRequests: _3, getMergeRequest: _4, ...rest } = counts;
    return rest;
  };
  const write = (note: string): Promise<unknown> =>
    api('maintainer', 'POST', `merge_requests/${iid}/draft_notes`, { note });

  before(async () => {
    const open = app.project.open ?? assert.fail('no project is open');
    const request = await open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: iid });
    const subject: ReviewSubject = { open, request };
    store = app.reviews.stores.of({ client: open.client, account: open.account.id, project: open.project.id, iid });
    await store.load();
    for (let left = threads - 10 - store.discussions.length; left > 0; left -= 1)
      await api('developer', 'POST', `merge_requests/${iid}/discussions`, { body: `Question ${left}` });
    await write('First');
    await write('Second');
    session = new MergeRequestSession(subject, { area: app, forms: app.forms }, pageWithoutTab());
  });

  after(() => session.dispose());

  it('is read once when its page opens, and by no reply', async () => {
    const { listDraftNotes, listMergeRequestDiscussions } = await requests(async () => {
      await handle(session.handlers, { type: 'ready' });
      await handle(session.handlers, { type: 'openReview' });
    });
    assert.deepEqual([listMergeRequestDiscussions, listDraftNotes], [pages, 1]);
    const id = store.discussions.find(({ notes }) => notes[0]?.body === 'Question 1')?.id ?? assert.fail('no thread');
    const place = { kind: 'thread', id } as const;
    const reply = { type: 'sendText', place, instead: undefined, text: 'An answer', form: 'thread' } as const;
    assert.deepEqual(await requests(() => handle(session.handlers, reply)), { replyToMergeRequestDiscussion: 1 });
    assert.equal(store.discussions.find((each) => each.id === id)?.notes.at(-1)?.body, 'An answer');
    const comment = { ...reply, place: { kind: 'commit' }, text: 'A new comment', form: 'comment' } as const;
    assert.deepEqual(await requests(() => handle(session.handlers, comment)), { createMergeRequestDiscussion: 1 });
    assert.equal(store.discussions.at(-1)?.notes[0]?.body, 'A new comment');
  });

  it('is read once before and once after a publication, and at its end after an approval', async () => {
    const [ids, finish] = [store.drafts.map((draft) => draft.id), { summary: '', verdict: 'none' } as const];
    assert.deepEqual(await requests(() => handle(session.handlers, { type: 'publishAll', ids, ...finish })), {
      listMergeRequestDiscussions: 2 * pages,
      listDraftNotes: 2,
      publishAllDraftNotes: 1,
    });
    assert.deepEqual(store.drafts, []);
    assert.equal(store.discussions.at(-1)?.notes[0]?.body, 'Second');
    const approval = { type: 'publishAll', ids: [], ...finish, verdict: 'approve' } as const;
    assert.deepEqual(await requests(() => handle(session.handlers, approval)), {
      listMergeRequestNotes: 1,
      approveMergeRequest: 1,
      listMergeRequestDiscussions: 1,
    });
    assert.match(store.discussions.at(-1)?.notes[0]?.body ?? '', /^approved this merge request/);
  });

  it('keeps outcomes as facts, and passes over what another version has kept', async () => {
    const key = `graft.publishReport ${placeKey(store.place)}`;
    const { workspaceState } = app.context;
    const outcomes = [{ key: 'k', tone: 'good', what: 'Line 4', text: '', words: 'Published.' }];
    await workspaceState.update(key, { at: '2026-01-01T00:00:00Z', outcomes });
    const view = () => app.publishing.reports.view(store.place, new Set())?.outcomes.map(({ words }) => words);
    assert.equal(view(), undefined);
    await write('Refused');
    await store.load();
    await setFaults([
      { operation: 'publishDraftNote', fault: 'status', status: 403, body: { message: '403 Forbidden' } },
    ]);
    await handle(session.handlers, { type: 'publish', ids: store.drafts.map((draft) => draft.id) });
    const kept = workspaceState.get<{ outcomes: readonly object[] }>(key) ?? assert.fail('no report');
    assert.doesNotMatch(JSON.stringify(kept), /Not published|still a draft|denied/);
    const unknown = { ...kept.outcomes[0], key: 'other', outcome: { kind: 'ofAnotherVersion' } };
    await workspaceState.update(key, { ...kept, outcomes: [...kept.outcomes, unknown] });
    assert.equal(view()?.length, 1);
    assert.match(view()?.[0] ?? '', /^Not published\. .*“403 Forbidden”/);
  });
});
