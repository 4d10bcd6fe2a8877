import assert from 'node:assert/strict';
import { compareProjects } from '../../../../src/model/transfers/move/compare.ts';
import { type ComparedPart, type Comparison, verdictOf } from '../../../../src/model/transfers/move/comparison.ts';
import { whyNotRead } from '../../../../src/model/transfers/move/projectFacts.ts';
import { answerJson, connect, failureOf } from '../../../client/connect.ts';
import { wireCommit } from '../../../client/samples.ts';
import { loopback } from '../../../client/loopback.ts';
import { moving } from './moving.ts';

const never = new AbortController().signal;

const resultOf = ({ parts }: Comparison, part: ComparedPart) => parts.find((one) => one.part === part)?.result;

describe('compareProjects', () => {
  const { source, target, clients } = moving();
  const orchard = 'acme/orchard';

  const compared = async (signal = never): Promise<Comparison> => {
    const both = clients();
    return compareProjects(
      { client: both.source, project: orchard },
      { client: both.target, project: orchard },
      { signal, now: () => 17 },
    );
  };

  it('says that two that are the same are the same, with what was looked at', async () => {
    const comparison = await compared();
    assert.equal(verdictOf(comparison), 'same', JSON.stringify(comparison));
    assert.equal(comparison.atMs, 17);
    assert.deepEqual(resultOf(comparison, 'tags'), {
      kind: 'same',
      count: (await source.run().git('tag', '--list')).split('\n').length,
    });
  });

  it('names branches and tags that moved, are missing or were added', async () => {
    const { git } = target.run();
    const main = await git('rev-parse', 'refs/heads/main');
    const [older, first] = [await git('rev-parse', 'main~1'), await git('rev-parse', 'refs/heads/release/1.0')];
    await git('update-ref', 'refs/heads/release/1.0', older);
    await git('update-ref', 'refs/heads/added', older);
    const tag = (await git('tag', '--list')).split('\n')[0] ?? '';
    const object = await git('rev-parse', `refs/tags/${tag}`);
    await git('update-ref', '-d', `refs/tags/${tag}`);
    try {
      const comparison = await compared();
      const branches = resultOf(comparison, 'branches');
      assert.equal(branches?.kind, 'different');
      assert.deepEqual(branches.first, [
        { name: 'release/1.0', source: first, target: older },
        { name: 'added', target: older },
      ]);
      const tags = resultOf(comparison, 'tags');
      assert.equal(tags?.kind, 'different');
      assert.deepEqual(
        tags.first.map(({ name, target: there }) => [name, there]),
        [[tag, undefined]],
      );
      assert.equal(verdictOf(comparison), 'different');
    } finally {
      await git('update-ref', 'refs/heads/release/1.0', first);
      await git('update-ref', '-d', 'refs/heads/added');
      await git('update-ref', `refs/tags/${tag}`, object);
      assert.equal(await git('rev-parse', 'refs/heads/main'), main);
    }
  });

  it('compares protection rules by roles, and people by their number', async () => {
    const { post } = target.run();
    const added = await post('/projects/acme%2Forchard/protected_branches', { name: 'wild/*', push_access_level: 30 });
    assert.equal(added.status, 201);
    try {
      const rules = resultOf(await compared(), 'protectedBranches');
      assert.equal(rules?.kind, 'different');
      const [only, ...more] = rules.first;
      assert.deepEqual(more, []);
      assert.equal(only?.name, 'wild/*');
      assert.equal(only.source, undefined);
      assert.ok(typeof only.target === 'object');
      assert.deepEqual([only.target.push, only.target.merge], [[30], [40]]);
      assert.deepEqual(only.target.named, { users: 0, groups: 0, deployKeys: 0, others: 0 });
    } finally {
      const { owner } = target.run().sandbox.tokens;
      await fetch(`${target.run().sandbox.url}/api/v4/projects/acme%2Forchard/protected_branches/wild%2F%2A`, {
        method: 'DELETE',
        headers: { 'private-token': owner },
      });
    }
  });

  it('compares counts by state', async () => {
    const both = clients();
    const comparison = await compareProjects(
      { client: both.source, project: orchard },
      { client: both.target, project: 'acme/tools/seedling' },
      { signal: never },
    );
    const requests = resultOf(comparison, 'mergeRequests');
    assert.equal(requests?.kind, 'different');
    assert.ok(requests.first.every(({ source: one, target: other }) => one !== other));
    assert.ok(requests.first.some(({ name }) => name === 'opened'));
  });

  for (const side of ['source', 'target'] as const) {
    it(`never calls the same what could not be read at the ${side}`, async () => {
      await { source, target }[side].setFaults([{ operation: '*', fault: 'status', status: 500 }]);
      const comparison = await compared();
      assert.equal(verdictOf(comparison), 'incomplete');
      for (const { part, result } of comparison.parts) {
        assert.equal(result.kind, 'notCompared', part);
        assert.deepEqual(
          result.reasons.map((reason) => [reason.kind, reason.side]),
          [['notRead', side]],
        );
      }
    });
  }

  it('reads the rest when one list is limited away', async () => {
    await target.setFaults([{ operation: 'R9', fault: 'status', status: 429 }]);
    const comparison = await compared();
    assert.deepEqual(resultOf(comparison, 'tags'), {
      kind: 'notCompared',
      reasons: [{ kind: 'notRead', side: 'target', status: 429, words: 'Retry later' }],
    });
    assert.equal(resultOf(comparison, 'branches')?.kind, 'same');
    assert.equal(verdictOf(comparison), 'incomplete');
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    await source.setFaults([{ operation: 'R3', fault: 'hang' }]);
    const comparing = failureOf(compared(abort.signal));
    while ((await source.asked('R2')) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    assert.equal((await comparing).facts.failure, 'cancelled');
  });
});

describe('compareProjects with servers that do not count', () => {
  const net = loopback();
  const client = async (total: string | undefined, items: number) => {
    const { origin } = await net.serve(({ target }, response) => {
      const headers: Record<string, string> = { ...(total === undefined ? {} : { 'x-total': total }) };
      if (target.includes('/merge_requests')) headers['x-next-page'] = '2';
      const branch = { name: 'main', commit: wireCommit() };
      if (target.includes('/branches'))
        answerJson(
          response,
          Array.from({ length: items }, () => branch),
          { headers },
        );
      else if (target.includes('/merge_requests')) answerJson(response, [], { headers });
      else answerJson(response, { message: '403 Forbidden' }, { status: 403 });
    });
    return { client: connect(net, origin).client, project: 1 };
  };

  it('does not compare lists of more than ten thousand, nor what is not counted', async () => {
    const one = await client('10001', 1);
    const comparison = await compareProjects(one, one, { signal: never });
    const branches = resultOf(comparison, 'branches');
    assert.equal(branches?.kind, 'notCompared');
    assert.deepEqual(branches.reasons[0], { kind: 'tooMany', side: 'source', limit: 10_000 });
    const uncounted = await client(undefined, 0);
    const requests = resultOf(await compareProjects(uncounted, uncounted, { signal: never }), 'mergeRequests');
    assert.equal(requests?.kind, 'notCompared');
    assert.deepEqual(
      requests.reasons.map(({ kind }) => kind),
      ['notCounted', 'notCounted'],
    );
  });

  it('has words for what is no request at all', () => {
    assert.deepEqual(whyNotRead(new TypeError('oops')), { words: 'oops' });
  });
});
