import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { MergeRequestSession } from '../../../../src/host/mergeRequests/session.ts';
import type { ReviewSubject } from '../../../../src/host/reviews/subject.ts';
import { handle } from '../../../../src/messages/page.ts';
import { placeKey, type ReviewDrafts } from '../../../../src/model/reviews/drafts.ts';
import { linePosition } from '../../../../src/model/reviews/newCommentPosition.ts';
import type { GivenPosition, Note } from '../../../../src/wire/notes.ts';
import { createDraftNote, type DraftNote, publishDraftNote, updateDraftNote } from '../../../../src/wire/draftNotes.ts';
import { getMergeRequest, listMergeRequestDiscussions } from '../../../../src/wire/mergeRequestReview.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signIn,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { comment, openDiff } from '../reviewHands.ts';

const iid = 5;
const file = 'src/ripening/forecast.ts';

describe('publishing a review', function () {
  this.timeout(60_000);
  let app: App;
  let subject: ReviewSubject;
  let store: ReviewDrafts;
  const user = hands();

  const place = () => ({ id: store.place.project, merge_request_iid: iid });
  const onLine = async (line: number): Promise<GivenPosition> => {
    const read = await app.reviews.changes.read(store.place);
    assert.equal(read.kind, 'ready');
    const change = read.files.find(({ newPath }) => newPath === file) ?? assert.fail(`no ${file}`);
    const on = { refs: read.version, oldPath: change.oldPath, newPath: change.newPath };
    return linePosition(on, change.diff, { side: 'new', first: line, last: line }) ?? assert.fail('no line');
  };
  const write = async (note: string, line?: number): Promise<DraftNote> => {
    const position = line === undefined ? undefined : await onLine(line);
    return store.place.client.send(createDraftNote, { ...place(), note, position });
  };
  const comments = async (): Promise<string[]> => {
    const { items } = await store.place.client.send(listMergeRequestDiscussions, { ...place(), per_page: 100 });
    return items.flatMap(({ notes }) => notes.map(({ body }) => body));
  };
  const count = async (text: string): Promise<number> => (await comments()).filter((body) => body === text).length;
  const writes = async (): Promise<string[]> =>
    (await receivedRequests())
      .filter(({ method, path }) => method !== 'GET' && /publish$|\/notes$|approve$/.test(path))
      .map(({ operation }) => operation ?? '?');
  const report = (): readonly string[] =>
    (app.publishing.reports.view(store.place, new Set())?.outcomes ?? []).map(({ what, words }) => `${what}: ${words}`);
  const links = (): readonly (string | undefined)[] => {
    const { reports } = app.publishing;
    const outcomes = reports.view(store.place, new Set())?.outcomes ?? [];
    return outcomes.map(({ key }) => reports.link(store.place, key));
  };
  const noteIdOf = async (text: string): Promise<number | undefined> => {
    const { items } = await store.place.client.send(listMergeRequestDiscussions, { ...place(), per_page: 100 });
    return items.flatMap(({ notes }) => notes).find(({ body }) => body === text)?.id;
  };
  const sendsNothing = (): Promise<true> =>
    poll(() => (app.publishing.sending(store.place) === undefined ? true : undefined), {
      what: 'everything to be sent',
    });
  const openPage = async (): Promise<MergeRequestSession> => {
    const session = app.mergeRequestPages.showReview(subject);
    await session.load();
    return session;
  };
  const ids = (): number[] => store.drafts.map(({ id }) => id);

  const begin = async (): Promise<void> => {
    await signIn(app);
    const open = app.project.open ?? assert.fail('no project is open');
    const parameters = { id: open.project.id, merge_request_iid: iid };
    subject = { open, request: await open.client.send(getMergeRequest, parameters) };
    store = app.reviews.stores.of({ account: open.account.id, client: open.client, project: open.project.id, iid });
  };

  before(async () => {
    app = await activated();
    await begin();
  });

  after(async () => {
    await setFaults([]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOut(app);
  });

  beforeEach(async () => {
    await setFaults([]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await store.load();
    for (const draft of store.drafts) await store.remove(draft);
    await app.publishing.reports.dismiss(store.place, undefined);
    await forgetRequests();
    user.forget();
  });

  it('publishes one from the palette, after a question', async () => {
    await write('Only this one', 4);
    user.willPress('Publish');
    await vscode.commands.executeCommand('graft.reviews.publish', subject);
    await user.hears(/Published to !5/);
    assert.match(user.said()[0]?.text ?? '', /Publish this draft \(Line 4 of src\/ripening\/forecast\.ts\)\?/);
    assert.equal(await count('Only this one'), 1);
    assert.deepEqual(await writes(), ['publishDraftNote']);
  });

  it('publishes one from its comment in the diff editor', async () => {
    await write('From the editor', 4);
    await write('Stays pending', 5);
    await store.load();
    await openDiff(app);
    const { comment: shown } = await comment(app, 'From the editor');
    user.willPress('Publish');
    await vscode.commands.executeCommand('graft.reviews.publish', shown);
    await user.hears(/Published to !5/);
    assert.equal(await count('From the editor'), 1);
    assert.deepEqual(
      store.drafts.map(({ note }) => note),
      ['Stays pending'],
    );
    const published = await poll(
      async () => {
        const { comment: now } = await comment(app, 'From the editor');
        return now.subject.kind === 'note' ? now : undefined;
      },
      { what: 'the comment to be no draft any more' },
    );
    assert.equal(published.label, undefined);
  });

  it('shows a draft that stands on no line on the review page', async () => {
    const draft = await write('On the whole');
    await store.load();
    await vscode.commands.executeCommand('graft.reviews.openDraft', { store, draft });
    await poll(() => app.mergeRequestPages.focused?.subject.request.iid === iid, { what: 'the review page' });
  });

  it('publishes all with their number, once, though the answer is lost', async () => {
    await write('Lost one', 4);
    await write('Lost two', 5);
    await setFaults([{ operation: 'publishAllDraftNotes', fault: 'resetAfter', times: 1 }]);
    user.willPress('Publish 2');
    await vscode.commands.executeCommand('graft.reviews.publishAll', subject);
    await user.hears(/Published 2 drafts to !5/);
    assert.deepEqual(await writes(), ['publishAllDraftNotes']);
    assert.deepEqual([await count('Lost one'), await count('Lost two')], [1, 1]);
    assert.match(
      report().join('\n'),
      /Line 4 of forecast\.ts: Published \(connection dropped; confirmed on the server\)/,
    );
  });

  it('keeps the text of a draft the server made no comment of, and lets another line be chosen for it', async () => {
    const position = { ...(await onLine(4)), new_line: 400 };
    await store.place.client.send(createDraftNote, { ...place(), note: 'On no line', position });
    user.willPress('Publish');
    await vscode.commands.executeCommand('graft.reviews.publish', subject);
    assert.equal((await user.hears(/Published: 0 of 1/)).severity, 'Warning');
    assert.match(report().join(), /Not published: the server deleted the draft without creating a comment/);
    assert.equal(await count('On no line'), 0);
    const [kept] = app.reviews.unsent.of(store.place);
    assert.deepEqual([kept?.text, kept?.position, kept?.maybeSent], ['On no line', undefined, false]);
    assert.match(kept?.refusal ?? '', /Line 400 of forecast\.ts/);
    const choosing = vscode.commands.executeCommand('graft.reviews.chooseLine', { store, kept });
    await user.step(/Choose a Line of !5/, /forecast\.ts$/);
    await user.step(/Which line/, /^5 \+ /);
    await choosing;
    assert.deepEqual(
      store.drafts.map(({ note, position: at }) => [note, at?.new_line]),
      [['On no line', 5]],
    );
    assert.deepEqual(app.reviews.unsent.of(store.place), []);
  });

  it('says what is still pending, and keeps the report until it is dismissed', async () => {
    await write('Not yet', 4);
    await setFaults([{ operation: 'publishDraftNote', fault: 'resetBefore', times: 1 }]);
    user.willPress('Publish');
    await vscode.commands.executeCommand('graft.reviews.publish', subject);
    const { text, severity } = await user.hears(/Published: 0 of 1/);
    assert.equal(severity, 'Warning');
    assert.match(text, /still a draft/);
    assert.equal(await count('Not yet'), 0);
    assert.equal(report().length, 1);
    const ofOthers = { ...store.place, account: 'somebody else' };
    assert.equal(app.publishing.reports.view(ofOthers, new Set()), undefined);
    const { outcomes } = app.publishing.reports.view(store.place, new Set(ids())) ?? { outcomes: [] };
    assert.equal(outcomes[0]?.draftId, ids()[0]);
    await app.publishing.reports.dismiss(store.place, outcomes[0]?.key);
    assert.deepEqual(report(), []);
  });

  it('does nothing without a yes, and says when there are no drafts', async () => {
    await vscode.commands.executeCommand('graft.reviews.publishAll', subject);
    await user.hears(/You have no drafts on !5/);
    await write('Stays', 4);
    await vscode.commands.executeCommand('graft.reviews.publishAll', subject);
    await vscode.commands.executeCommand('graft.reviews.publish', subject);
    assert.deepEqual(await writes(), []);
  });

  it('publishes nothing with a token that may only read, and says why', async () => {
    const { url, tokens } = sandbox();
    const notes = `${url}/api/v4/projects/${store.place.project}/merge_requests/${iid}/draft_notes`;
    const headers = { 'content-type': 'application/json', 'private-token': tokens['developer'] ?? '' };
    const made = await fetch(notes, { method: 'POST', headers, body: '{"note":"Not with this token"}' });
    assert.equal(made.status, 201);
    await signOut(app);
    // another account of the same person
    await signIn(app, 'readOnly');
    const open = app.project.open ?? assert.fail('no project is open');
    const readOnly = { open, request: subject.request };
    for (const command of ['publishAll', 'publish']) {
      await vscode.commands.executeCommand(`graft.reviews.${command}`, readOnly);
      await user.hears(/Your token is read-only.*scope “api”/);
      user.forget();
    }
    assert.deepEqual(await writes(), []);
    await signOut(app);
    await begin();
  });

  it('settles and tells an earlier publication that was cut off before it sends the next', async () => {
    const [one, two] = [await write('Earlier 1', 4), await write('Earlier 2', 5)];
    const key = `graft.publishing ${placeKey(store.place)}`;
    const { account, project } = store.place;
    const { discussions } = store;
    const noteId = Math.max(0, ...discussions.flatMap(({ notes }) => notes.map(({ id }) => id)));
    const begun = { account, project, iid, drafts: [one, two], noteId, hasSummary: false, approves: false };
    await app.context.workspaceState.update(key, begun);
    for (const { id } of [one, two]) await store.place.client.send(publishDraftNote, { ...place(), draft_note_id: id });
    const fresh = [await write('Next 1', 4), await write('Next 2', 5), await write('Next 3')];
    await forgetRequests();
    user.willPress('Publish 3');
    await vscode.commands.executeCommand('graft.reviews.publishAll', subject);
    await user.hears(/^!5: an earlier publication was interrupted when its window closed. Published: 2 of/);
    await user.hears(/^Published 3 drafts to !5/);
    assert.deepEqual(await writes(), ['publishAllDraftNotes']);
    assert.deepEqual(await Promise.all(fresh.map(({ note }) => count(note))), [1, 1, 1]);
    assert.equal(report().length, 5);
    assert.equal(app.context.workspaceState.get(key), undefined);
  });

  describe('on the review page', () => {
    it('publishes with the summary, then approves, and tells each', async () => {
      await write('First', 4);
      await write('Second');
      const session = await openPage();
      await handle(session.handlers, {
        type: 'publishAll',
        ids: ids(),
        summary: 'All in all fine',
        verdict: 'approve',
      });
      assert.deepEqual(await writes(), ['publishAllDraftNotes', 'approveMergeRequest']);
      assert.deepEqual(report(), [
        'Line 4 of forecast.ts: Published.',
        'General comment: Published.',
        'Summary: Sent.',
        'Approval: Approved.',
      ]);
      assert.equal(app.publishing.summaries.text(store.place), '');
      const notes = await Promise.all(['First', 'Second', 'All in all fine'].map(noteIdOf));
      assert.deepEqual(links(), [...notes.map((id) => `${subject.request.web_url}#note_${id}`), undefined]);
    });

    it('sends neither summary nor approval after something unclear, and keeps the summary', async () => {
      await write('Unclear', 4);
      await write('Left as a draft', 5);
      await setFaults([{ operation: 'publishDraftNote', fault: 'status', status: 502, times: 1 }]);
      const session = await openPage();
      const [first = 0] = ids();
      await handle(session.handlers, { type: 'publishAll', ids: [first], summary: 'Later', verdict: 'approve' });
      assert.deepEqual(await writes(), ['publishDraftNote']);
      assert.match(report()[0] ?? '', /still a draft/);
      assert.deepEqual(
        report().slice(1),
        ['Summary', 'Approval'].map((what) => `${what}: Not sent: publishing stopped earlier.`),
      );
      const { summaries } = app.publishing;
      assert.equal(summaries.text(store.place), 'Later');
      await summaries.clearSent(store.place, 'Later');
    });

    const noteOf = async (text: string): Promise<Note | undefined> => {
      const { items } = await store.place.client.send(listMergeRequestDiscussions, { ...place(), per_page: 100 });
      return items.flatMap(({ notes }) => notes).findLast(({ body }) => body === text);
    };

    it('requests changes with drafts and an internal summary in one request', async () => {
      await write('With changes 1', 4);
      await write('With changes 2');
      const session = await openPage();
      const { summaries } = app.publishing;
      await handle(session.handlers, { type: 'internal', internal: true });
      await handle(session.handlers, { type: 'verdict', verdict: 'requestChanges' });
      const verdict = summaries.verdict(store.place);
      assert.equal(verdict, 'requestChanges');
      await handle(session.handlers, { type: 'publishAll', ids: ids(), summary: 'Among us', verdict });
      assert.deepEqual(await writes(), ['publishAllDraftNotes']);
      assert.deepEqual(report().slice(2), ['Summary: Sent.', 'Review: Changes requested.']);
      assert.equal((await noteOf('Among us'))?.internal, true);
      assert.equal((await noteOf('requested changes'))?.system, true);
      assert.deepEqual([summaries.text(store.place), summaries.isInternal(store.place)], ['', false]);
      assert.equal(summaries.verdict(store.place), 'none');
    });

    it('sends a summary of quick actions by itself, so that the verdict is taken', async () => {
      await write('With quick actions', 4);
      const session = await openPage();
      const summary = '/title Ripening, soon';
      await handle(session.handlers, { type: 'publishAll', ids: ids(), summary, verdict: 'requestChanges' });
      assert.deepEqual(await writes(), ['publishAllDraftNotes', 'createMergeRequestNote']);
      assert.deepEqual(report().slice(1), [
        'Summary: Quick actions run. They leave no comment.',
        'Review: Changes requested.',
      ]);
    });

    it('finds what one request carried when its answer is lost, and sends nothing again', async () => {
      await write('Carried 1', 4);
      await write('Carried 2', 5);
      await setFaults([{ operation: 'publishAllDraftNotes', fault: 'resetAfter', times: 1 }]);
      const session = await openPage();
      const finish = { type: 'publishAll', ids: ids(), summary: 'Carried along', verdict: 'reviewed' } as const;
      await handle(session.handlers, finish);
      assert.deepEqual(await writes(), ['publishAllDraftNotes']);
      assert.match(report()[0] ?? '', /Published \(connection dropped/);
      assert.deepEqual(report().slice(2), [
        'Summary: Sent (connection dropped; confirmed on the server).',
        'Review: The server did not confirm it. Check the merge request.',
      ]);
      assert.equal(await count('Carried along'), 1);
    });

    it('looks for a summary the one request may have carried before it sends it by itself', async () => {
      await write('Refused together', 4);
      await setFaults([{ operation: 'publishAllDraftNotes', fault: 'status', status: 500, times: 1 }]);
      const session = await openPage();
      const finish = { type: 'publishAll', ids: ids(), summary: 'Not yet there', verdict: 'none' } as const;
      await handle(session.handlers, finish);
      assert.match(report().at(-1) ?? '', /^Summary: .*The comment has not appeared yet/);
      assert.equal(app.publishing.summaries.text(store.place), 'Not yet there');
      await handle(session.handlers, { ...finish, ids: ids() });
      assert.deepEqual(await writes(), ['publishAllDraftNotes', 'publishDraftNote', 'createMergeRequestNote']);
      assert.equal(await count('Not yet there'), 1);
    });

    it('sends the summary by itself, and says that the verdict stayed, where not all drafts go', async () => {
      const draft = await write('Alone', 4);
      await write('Stays a draft', 5);
      const session = await openPage();
      await handle(session.handlers, { type: 'internal', internal: true });
      const finish = { type: 'publishAll', ids: [draft.id], summary: 'On its own', verdict: 'requestChanges' } as const;
      await handle(session.handlers, finish);
      assert.deepEqual(await writes(), ['publishDraftNote', 'createMergeRequestNote']);
      assert.equal((await noteOf('On its own'))?.internal, true);
      assert.match(
        report().at(-1) ?? '',
        /^Review: Not sent: since GitLab 18.0, the server accepts it only together with all/,
      );
    });

    it('keeps what was written after a summary was sent', async () => {
      const session = await openPage();
      await setFaults([{ operation: 'createMergeRequestNote', fault: 'delay', isHeld: true, times: 1 }]);
      const finish = { type: 'publishAll', ids: [], summary: 'Said first', verdict: 'none' } as const;
      const sending = handle(session.handlers, finish);
      await poll(() => app.publishing.sending(store.place), { what: 'publishing to begin' });
      await handle(session.handlers, { type: 'keep', what: 'summary', text: 'Said first, and more' });
      await setFaults([]);
      await sending;
      assert.equal(await count('Said first'), 1);
      const { summaries } = app.publishing;
      assert.equal(summaries.text(store.place), 'Said first, and more');
      await summaries.clearSent(store.place, 'Said first, and more');
    });

    it('looks for a summary whose answer was lost before it sends it again', async () => {
      const session = await openPage();
      const finish = { type: 'publishAll', ids: [], summary: 'Said but once', verdict: 'none' } as const;
      await setFaults([
        { operation: 'createMergeRequestNote', fault: 'resetAfter', times: 1 },
        // the check before publishing succeeds
        { operation: 'listMergeRequestNotes', fault: 'delay', times: 1 },
        { operation: 'listMergeRequestNotes', fault: 'status', status: 500 },
      ]);
      await handle(session.handlers, finish);
      assert.match(report().join('\n'), /Summary: It is unknown whether the comment was published/);
      assert.equal(app.publishing.summaries.text(store.place), 'Said but once');
      await setFaults([]);
      await handle(session.handlers, finish);
      assert.deepEqual(await writes(), ['createMergeRequestNote']);
      assert.equal(await count('Said but once'), 1);
      assert.match(report()[0] ?? '', /Summary: Sent \(connection dropped; confirmed on the server\)/);
      assert.equal(app.publishing.summaries.text(store.place), '');
    });

    it('stops when asked to, and tells how far it has come', async () => {
      const [one, two] = [await write('Under way', 4), await write('Not begun', 5), await write('Left out')];
      const session = await openPage();
      await setFaults([{ operation: 'publishDraftNote', fault: 'hang', times: 1 }]);
      const sending = handle(session.handlers, { type: 'publish', ids: [one.id, two.id] });
      await poll(async () => (await writes()).length === 1, { what: 'the request' });
      await handle(session.handlers, { type: 'cancelSending' });
      await sending;
      assert.deepEqual(await writes(), ['publishDraftNote']);
      const isOut = (await count('Under way')) === 1;
      assert.match(report()[0] ?? '', isOut ? /Published \(connection dropped/ : /still a draft/);
      assert.equal(await count('Not begun'), 0);
      assert.equal(app.publishing.sending(store.place), undefined);
    });

    it('goes on when its page is closed, and says what came of it', async () => {
      const draft = await write('Closed too early', 4);
      const session = await openPage();
      await setFaults([{ operation: 'publishDraftNote', fault: 'delay', isHeld: true, times: 1 }]);
      const sending = handle(session.handlers, { type: 'publish', ids: [draft.id] });
      await poll(() => app.publishing.sending(store.place), { what: 'publishing to begin' });
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await setFaults([]);
      await sending;
      await user.hears(/Published to !5/);
      assert.equal(await count('Closed too early'), 1);
    });

    it('tells what became of what a window was publishing when it closed, and sends nothing again', async () => {
      const [one, two] = [await write('Cut off 1', 4), await write('Cut off 2', 5), await write('Left out')];
      const session = await openPage();
      await setFaults([{ operation: 'publishDraftNote', fault: 'resetBefore', times: 1 }]);
      const memento = app.context.workspaceState;
      const begun = (): unknown[] =>
        memento
          .keys()
          .filter((key) => key.startsWith('graft.publishing '))
          .map((key) => [key, memento.get(key)]);
      const sending = handle(session.handlers, {
        type: 'publishAll',
        ids: [one.id, two.id],
        summary: 'Never sent',
        verdict: 'approve',
      });
      const [left] = await poll(() => (begun().length > 0 ? begun() : undefined), { what: 'what is begun to be kept' });
      await sending;
      assert.deepEqual(begun(), [], 'nothing is open any more');
      await forgetRequests();
      await app.publishing.reports.dismiss(store.place, undefined);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      // as after a crash with a request that arrived
      const [key, value] = left as [string, object];
      await memento.update(key, value);
      await store.place.client.send(publishDraftNote, { ...place(), draft_note_id: one.id });
      await openPage();
      await sendsNothing();
      assert.deepEqual(await writes(), ['publishDraftNote'], 'that of the other client');
      assert.deepEqual(report(), [
        'Line 4 of forecast.ts: Published (connection dropped; confirmed on the server).',
        'Line 5 of forecast.ts: The window closed before it was published: it is still a draft.',
        'Summary: Not confirmed: the window closed before the comment appeared. The text is still below; the server is checked before you send it again.',
        'Approval: The window closed before the server confirmed the approval. Check the merge request.',
      ]);
      assert.equal(links()[0], `${subject.request.web_url}#note_${await noteIdOf('Cut off 1')}`);
      assert.equal(app.publishing.summaries.text(store.place), 'Never sent');
      assert.deepEqual(begun(), []);
      await app.publishing.summaries.clearSent(store.place, 'Never sent');
    });

    it('keeps what is typed, saves it with its position, and does not write over another’s change', async () => {
      const draft = await write('Before', 4);
      const session = await openPage();
      await handle(session.handlers, { type: 'keep', what: draft.id, text: 'Half' });
      const key = app.reviews.unsent.editKey(store.place, draft.id);
      assert.equal(app.reviews.unsent.get(key)?.text, 'Half');
      const position = await onLine(4);
      await store.place.client.send(updateDraftNote, {
        ...place(),
        draft_note_id: draft.id,
        note: 'Elsewhere',
        position,
      });
      await handle(session.handlers, { type: 'save', id: draft.id, text: 'Mine', base: 'Before' });
      assert.equal(store.drafts.find(({ id }) => id === draft.id)?.note, 'Elsewhere');
      assert.match(app.reviews.unsent.get(key)?.refusal ?? '', /changed elsewhere/);
      await handle(session.handlers, { type: 'save', id: draft.id, text: 'Mine', base: 'Elsewhere' });
      await store.load();
      const now = store.drafts.find(({ id }) => id === draft.id);
      assert.deepEqual([now?.note, now?.position?.new_line], ['Mine', 4]);
      assert.equal(app.reviews.unsent.get(key), undefined);
    });

    it('offers a text again whose draft has gone', async () => {
      const draft = await write('Going', 4);
      const session = await openPage();
      await handle(session.handlers, { type: 'keep', what: draft.id, text: 'Typed on' });
      await store.remove(draft);
      await handle(session.handlers, { type: 'save', id: draft.id, text: 'Typed on', base: 'Going' });
      const [kept] = app.reviews.unsent.of(store.place);
      assert.deepEqual([kept?.text, kept?.position?.new_line], ['Typed on', 4]);
      await handle(session.handlers, { type: 'sendLeft', key: kept?.key ?? '', text: 'Typed on' });
      await store.load();
      assert.deepEqual(
        store.drafts.map(({ note, position }) => [note, position?.new_line]),
        [['Typed on', 4]],
      );
      assert.deepEqual(app.reviews.unsent.of(store.place), []);
    });

    it('moves a draft to the line of the newest diff that it was written on', async () => {
      const draft = await write('Erased by a client', 4);
      await store.place.client.send(updateDraftNote, { ...place(), draft_note_id: draft.id, note: draft.note });
      const session = await openPage();
      await handle(session.handlers, { type: 'move', id: draft.id });
      assert.equal(store.drafts[0]?.position?.new_line, 4);
    });

    it('deletes a draft and brings it back where it stood', async () => {
      const draft = await write('To and fro', 6);
      const session = await openPage();
      await handle(session.handlers, { type: 'delete', id: draft.id });
      assert.equal(store.drafts.length, 0);
      await handle(session.handlers, { type: 'undoDelete', undoKey: 1 });
      assert.deepEqual(
        store.drafts.map(({ note, position }) => [note, position?.new_line]),
        [['To and fro', 6]],
      );
      await handle(session.handlers, { type: 'undoDelete', undoKey: 1 });
      assert.equal(store.drafts.length, 1, 'it comes back once');
    });

    it('opens one page a merge request, jumps to its drafts, and closes with its account', async () => {
      const draft = await write('Here', 4);
      await vscode.commands.executeCommand('graft.mergeRequests.openPage', subject);
      await vscode.commands.executeCommand('graft.reviews.openPage', subject);
      const tabs = (): string[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
      await poll(() => tabs().some((label) => label.startsWith('!5 ')), { what: 'the page' });
      assert.equal(tabs().length, 1);
      assert.equal(app.mergeRequestPages.focused?.subject.request.iid, iid);
      const session = await openPage();
      await handle(session.handlers, { type: 'jump', id: draft.id });
      await poll(() => vscode.window.activeTextEditor?.selection.active.line === 3, { what: 'the line' });
    });
  });
});
