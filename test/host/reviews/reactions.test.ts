import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { MergeRequestSession } from '../../../src/host/mergeRequests/session.ts';
import type { ReviewComment } from '../../../src/host/reviews/comments.ts';
import { NoteReactions } from '../../../src/host/reviews/reactions.ts';
import type { ConversationView } from '../../../src/messages/conversation.ts';
import type { ToMergeRequestPage } from '../../../src/messages/mergeRequestPage.ts';
import { handle } from '../../../src/messages/page.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import type { Discussion } from '../../../src/wire/notes.ts';
import { receivedRequests, forgetRequests, sandbox, setFaults } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import { api, comment, openDiff, pageWithoutTab, reviewWindow, storeOf } from './reviewHands.ts';

const text = 'Worth a reaction';
const file = 'reacted.txt';

describe('reactions to comments', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const user = hands();
  let app: App;
  let iid = 0;
  let note = 0;

  before(async () => {
    app = window();
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

  /** Gives a reaction in the browser, or takes it back. */
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
  /** Waits until the comment is drawn with a reaction; answers the comment. */
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

  it('are on the page of the merge request, given and taken back there', async () => {
    const open = app.project.open ?? assert.fail('no project is open');
    const { client, project } = open;
    const request = await client.send(getMergeRequest, { id: project.id, merge_request_iid: iid });
    let view: ConversationView | undefined;
    const page = pageWithoutTab<ToMergeRequestPage>((message) => {
      if (message.type === 'conversation' && message.view.state === 'ready') view = message.view.value;
    });
    const session = new MergeRequestSession({ open, request }, app, page);
    const shows = (name: string, people: readonly string[], isMine: boolean) =>
      poll(
        () => {
          const reactions = view?.threads.flatMap(({ notes }) => notes.flatMap((each) => each.reactions ?? [])) ?? [];
          const { people: shown = [], isMine: mine = false } = reactions.find((each) => each.name === name) ?? {};
          return shown.join() === people.join() && mine === isMine;
        },
        { what: `${name} of ${people.join()}` },
      );
    await handle(session.handlers, { type: 'ready' });
    await shows('tada', ['Deniz Aydın'], false);
    assert.deepEqual(
      view?.offered?.map(({ name }) => name),
      ['thumbsup', 'thumbsdown', 'smile', 'tada', 'heart', 'rocket', 'eyes'],
    );
    await handle(session.handlers, { type: 'react', note, name: 'tada', isGiven: true });
    await shows('tada', ['Deniz Aydın', 'Maya Lindqvist'], true);
    await handle(session.handlers, { type: 'react', note, name: 'tada', isGiven: false });
    await shows('tada', ['Deniz Aydın'], false);
    session.dispose();
  });

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

  it('are not asked of servers before 16.1, nor where nothing shows the threads', async () => {
    const asked: string[] = [];
    const withRelease = (release: string, major: number, minor: number) =>
      new NoteReactions({
        accounts: app.accounts,
        log: app.log,
        clients: {
          ...app.clients,
          capabilitiesOf: () =>
            ({ ready: async () => undefined, known: { release: [major, minor, 0] } }) as unknown as ReturnType<
              App['clients']['capabilitiesOf']
            >,
          graphqlOf: (account) => {
            asked.push(release);
            return app.clients.graphqlOf(account);
          },
        },
      });
    const store = storeOf(app, iid);
    withRelease('16.1, unseen', 16, 1).threadsRead(store);
    withRelease('16.0', 16, 0).show(store)();
    withRelease('16.1', 16, 1).show(store)();
    await poll(() => asked.length > 0, { what: 'the question' });
    assert.deepEqual(asked, ['16.1']);
  });
});
