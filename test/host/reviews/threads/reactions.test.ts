import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { ReviewComment } from '../../../../src/host/reviews/threads/comments.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../../../src/wire/mergeRequestReview.ts';
import type { Discussion } from '../../../../src/wire/notes.ts';
import { receivedRequests, forgetRequests, sandbox, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, comment, openDiff, reviewWindow, storeOf } from '../reviewHands.ts';

const text = 'Worth a reaction';
const file = 'reacted.txt';

describe('reactions to comments', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;
  let iid = 0;
  let note = 0;

  before(async () => {
    const branch = 'reacted';
    await api('developer', 'POST', 'repository/commits', {
      branch,
      start_branch: 'main',
      commit_message: 'Something to react to',
      actions: [{ action: 'create', file_path: file, content: 'one\ntwo\n' }],
    });
    const request = { source_branch: branch, target_branch: 'main', title: 'React to it' };
    ({ iid } = await api<MergeRequestDetail>('developer', 'POST', 'merge_requests', request));
    const { diff_refs: refs } = await storeOf(app, iid).place.client.send(getMergeRequest, {
      id: storeOf(app, iid).place.project,
      merge_request_iid: iid,
    });
    const position = { ...refs, position_type: 'text', old_path: file, new_path: file, new_line: 1 };
    const path = `merge_requests/${iid}/discussions`;
    const { notes } = await api<Discussion>('developer', 'POST', path, { body: text, position });
    note = notes[0]?.id ?? assert.fail('no note');
    await react('AwardEmojiAdd', 'tada');
  });

  afterEach(() => setFaults([]));

  after(() => api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' }));

  /** Toggles a reaction through the API. */
  const react = async (what: 'AwardEmojiAdd' | 'AwardEmojiRemove', name: string): Promise<void> => {
    const { url, tokens } = sandbox();
    const field = what.replace(/^A/, 'a');
    const query = `mutation M($input: ${what}Input!) { ${field}(input: $input) { errors } }`;
    const answer = await fetch(`${url}/api/graphql`, {
      method: 'POST',
      headers: { 'private-token': tokens['developer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input: { awardableId: `gid://gitlab/Note/${note}`, name } } }),
    });
    assert.deepEqual(await answer.json(), { data: { [field]: { errors: [] } } });
  };
  const words = ({ label = '' }: ReviewComment): readonly string[] => label.split(' · ');
  const withReaction = (reaction: string): Promise<ReviewComment> =>
    poll(
      async () => {
        const { comment: shown } = await comment(app, text);
        return words(shown).includes(reaction) ? shown : undefined;
      },
      { what: reaction },
    );
  const names: Readonly<Record<string, RegExp>> = { '🎉': /^tada$/, '🚀': /^rocket$/, '👀': /^eyes$/ };
  const press = async (shown: ReviewComment, label: string): Promise<void> => {
    const reacting = vscode.commands.executeCommand('graft.reviews.react', shown);
    await user.enter(await user.picker(/^Add a reaction/), names[label]);
    await reacting;
  };

  it('are drawn with the comment, given and taken back', async () => {
    await openDiff(app, file, { iid });
    const shown = await withReaction('🎉 1');
    assert.deepEqual(words(shown), ['🎉 1']);
    await press(shown, '🎉');
    const given = await withReaction('🎉 2');
    await press(given, '🎉');
    await press(await withReaction('🎉 1'), '🚀');
    assert.deepEqual(words(await withReaction('🚀 1')), ['🎉 1', '🚀 1']);
    assert.deepEqual(user.said(), []);
  });

  it('are not drawn while the comment is being edited, but afterwards', async () => {
    const shown = await withReaction('🎉 1');
    app.reviews.threads.edit(shown, 'What is typed');
    await react('AwardEmojiAdd', 'heart');
    const store = storeOf(app, iid);
    await store.load();
    await poll(() => store.state.reactions?.get(note)?.some(({ name }) => name === 'heart'), { what: 'the heart' });
    const [edited] = app.reviews.threads.edited;
    assert.equal(edited?.comment.body, 'What is typed');
    assert.equal(edited.comment.mode, vscode.CommentMode.Editing);
    app.reviews.threads.endEdit(store.place, shown);
    await withReaction('❤️ 1');
  });

  it('stay as they were while they cannot be read, as do the threads; what is refused is said', async () => {
    const shown = await withReaction('🎉 1');
    await setFaults([{ operation: 'graphql', fault: 'status', status: 403, body: { message: 'No GraphQL today' } }]);
    await forgetRequests();
    const store = storeOf(app, iid);
    await store.load();
    await poll(async () => (await receivedRequests()).some(({ operation }) => operation === 'graphql'), {
      what: 'the question for reactions',
    });
    assert.equal(store.state.phase, 'ready');
    await withReaction('🎉 1');
    assert.deepEqual(user.said(), []);
    const pressed = press(shown, '👀');
    await user.hears(/No GraphQL today/);
    await pressed;
    assert.ok(!words((await comment(app, text)).comment).some((each) => each.startsWith('👀')));
  });
});
