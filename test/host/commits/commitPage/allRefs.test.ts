import assert from 'node:assert/strict';
import { CommitPartReader } from '../../../../src/host/commits/commitPage/partReader.ts';
import { PageRefs } from '../../../../src/host/commits/commitPage/pageRefs.ts';
import { placeOfSubject } from '../../../../src/host/commits/subject.ts';
import type { RefsView, ToCommitPage } from '../../../../src/messages/commitPage.ts';
import { forgetRequests, receivedRequests, sandbox, setFaults, signedIn } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { onServer } from '../browsing.ts';

describe('the page of a commit that thousands of branches have', function () {
  this.timeout(120_000);
  const app = signedIn();
  let posted: RefsView[] = [];
  let refs: PageRefs;
  let first: RefsView;

  beforeEach(async () => {
    posted = [];
    const place = placeOfSubject({
      open: app().project.open ?? assert.fail('no project'),
      sha: sandbox().commits['clean'] ?? '',
    });
    const parts = new CommitPartReader(app().details);
    refs = new PageRefs(place, { parts, log: app().log }, (message: ToCommitPage) => {
      assert.ok(message.type === 'part' && message.part.name === 'refs' && message.part.view.state === 'ready');
      posted.push(message.part.view.value);
    });
    first = (await parts.read('refs', place, new AbortController().signal)).value;
    assert.equal(first.more, true);
    refs.replace(first);
    await forgetRequests();
  });

  afterEach(() => setFaults([]));

  const asked = async (): Promise<number> =>
    (await receivedRequests()).filter((request) => JSON.stringify(request).includes('listCommitRefs')).length;

  it('shows all of them once they are asked for, page by page, and says how many have come', async () => {
    await refs.loadAll();
    const all = posted.at(-1) ?? assert.fail('nothing was said');
    const expected = onServer('for-each-ref', '--format=%(refname)', '--contains', sandbox().commits['clean'] ?? '');
    const names = [...all.branches.map((name) => `refs/heads/${name}`), ...all.tags.map((name) => `refs/tags/${name}`)];
    assert.deepEqual(
      [...names].sort(),
      expected
        .split('\n')
        .filter((name) => /^refs\/(heads|tags)\//.test(name))
        .sort(),
    );
    assert.deepEqual([all.more, all.rest], [false, undefined]);
    const counts = posted.flatMap(({ rest }) => (rest?.state === 'loading' ? [rest.count] : []));
    assert.deepEqual(
      counts,
      [...counts].sort((one, other) => one - other),
    );
    assert.equal(await asked(), Math.ceil(names.length / 100));
  });

  it('keeps what it has when that is cancelled, and asks for no more', async () => {
    await setFaults([{ operation: 'listCommitRefs', fault: 'hang' }]);
    const loading = refs.loadAll();
    await poll(async () => (await asked()) === 1, { what: 'the request' });
    refs.cancel();
    await loading;
    assert.deepEqual(posted.at(-1), first);
    assert.equal(await asked(), 1);
  });
});
