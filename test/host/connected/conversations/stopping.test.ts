import assert from 'node:assert/strict';
import type { App } from '../../../../src/host/app.ts';
import { ConversationOfPage } from '../../../../src/host/commits/conversationOfPage.ts';
import type { ToConversation } from '../../../../src/messages/conversation.ts';
import { git } from '../../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signIn,
  signOut,
} from '../../../support/inHost.ts';
import { poll } from '../../../support/poll.ts';

describe('the conversation a page reads', function () {
  this.timeout(60_000);
  let app: App;
  let posted: ToConversation[] = [];
  let page: ConversationOfPage;

  before(async () => {
    app = await activated();
    await signIn(app);
  });

  after(() => signOut(app));

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

  it('is given up, read after all, and stays when reading it again is given up', async () => {
    posted = [];
    const sha = git(sandbox().repository, 'rev-parse', 'main~7');
    const parts = { conversations: app.conversations, texts: app.commentTexts, log: app.log };
    page = new ConversationOfPage({ open: app.project.open ?? assert.fail('no project'), sha }, parts, (message) =>
      posted.push(message),
    );
    await setFaults([{ operation: 'listCommitDiscussions', fault: 'hang' }]);
    await forgetRequests();
    page.start();
    await isAsked();
    await page.receive({ type: 'stopConversation' });
    const { view } = last() ?? assert.fail('nothing was said');
    assert.ok(view.state === 'failed' && view.failure.stopped === true && view.failure.retryable);
    await setFaults([]);
    await page.receive({ type: 'refreshConversation' });
    assert.equal(last()?.view.state, 'ready');
    await setFaults([{ operation: 'listCommitDiscussions', fault: 'hang' }]);
    const again = page.receive({ type: 'refreshConversation' });
    await page.receive({ type: 'stopConversation' });
    await again;
    assert.equal(last()?.view.state, 'ready', 'what was read before is shown');
    assert.equal(last()?.isRefreshing, false);
  });
});
