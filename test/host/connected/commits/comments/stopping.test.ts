import assert from 'node:assert/strict';
import { ConversationOfPage } from '../../../../../src/host/commits/commitPage/conversationOfPage.ts';
import { type CommitSubject, placeOfSubject } from '../../../../../src/host/commits/subject.ts';
import type { ToConversation } from '../../../../../src/messages/conversation.ts';
import { handle } from '../../../../../src/messages/page.ts';
import { git } from '../../../../support/git.ts';
import { forgetRequests, receivedRequests, sandbox, setFaults, signedIn } from '../../../../support/window/inHost.ts';
import { poll } from '../../../../support/poll.ts';

describe('the conversation a page reads', function () {
  this.timeout(60_000);
  const app = signedIn();
  let posted: ToConversation[] = [];
  let page: ConversationOfPage;

  afterEach(async () => {
    page.dispose();
    await setFaults([]);
  });

  const last = (): Extract<ToConversation, { type: 'conversation' }> | undefined =>
    posted.findLast((message) => message.type === 'conversation');
  const isAsked = (): Promise<unknown> =>
    poll(async () => (await receivedRequests()).some(({ operation }) => operation === 'listCommitDiscussions'), {
      what: 'the question',
    });

  /** Opens a commit page without subscriptions. */
  const open = (revision: string): CommitSubject => {
    posted = [];
    const sha = git(sandbox().repository, 'rev-parse', revision);
    const parts = { conversations: app().conversations, texts: app().commentTexts, log: app().log };
    const subject = { open: app().project.open ?? assert.fail('no project'), sha };
    page = new ConversationOfPage(subject, parts, (message) => posted.push(message));
    return subject;
  };

  it('is asked for anew on demand, whatever answers are still awaited', async () => {
    const subject = open('main~8');
    await setFaults([{ operation: 'listCommitDiscussions', fault: 'hang', times: 1 }]);
    await forgetRequests();
    page.start();
    // an editor shows the same commit
    const editor = new AbortController();
    const shown = app().conversations.read(placeOfSubject(subject), { signal: editor.signal });
    await isAsked();
    await handle(page.handlers, { type: 'refreshConversation' });
    assert.equal(last()?.view.state, 'ready');
    editor.abort();
    await assert.rejects(shown, /cancelled/);
  });

  it('is given up, read after all, and stays when reading it again is given up', async () => {
    open('main~7');
    await setFaults([{ operation: 'listCommitDiscussions', fault: 'hang' }]);
    await forgetRequests();
    page.start();
    await isAsked();
    await handle(page.handlers, { type: 'stopConversation' });
    const { view } = last() ?? assert.fail('nothing was said');
    assert.ok(view.state === 'failed' && view.failure.stopped === true && view.failure.retryable);
    await setFaults([]);
    await handle(page.handlers, { type: 'refreshConversation' });
    assert.equal(last()?.view.state, 'ready');
    await setFaults([{ operation: 'listCommitDiscussions', fault: 'hang' }]);
    const again = handle(page.handlers, { type: 'refreshConversation' });
    await handle(page.handlers, { type: 'stopConversation' });
    await again;
    assert.equal(last()?.view.state, 'ready', 'what was read before is shown');
    assert.equal(last()?.isRefreshing, false);
  });
});
