import assert from 'node:assert/strict';
import { WithoutEffect } from '../../../src/model/writeOnce.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { isSquashed, squashing } from '../../../src/model/mergeRequests/squashing.ts';
import { keepCommits, merge, readMergeRequest } from '../../../src/model/mergeRequests/writing.ts';
import type { ReviewPlace } from '../../../src/model/reviews/drafts.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { sentTo, setFaultsAt } from '../../support/servers/sandboxControl.ts';

describe('what a merge does with the commits', () => {
  const always = { isOn: true, isChoice: false };
  const never = { isOn: false, isChoice: false };
  for (const [option, squash, onMerge, expected] of [
    ['default_off', false, false, { isOn: false, isChoice: true }],
    ['default_off', true, true, { isOn: true, isChoice: true }],
    ['default_on', false, false, { isOn: false, isChoice: true }],
    ['always', true, true, always],
    ['always', false, true, always],
    ['never', true, false, never],
    ['never', false, false, never],
    // before 16 the effective value is missing
    ['always', false, undefined, always],
    ['never', true, undefined, never],
    ['default_on', true, undefined, { isOn: true, isChoice: true }],
    [undefined, true, undefined, { isOn: true, isChoice: true }],
    [undefined, undefined, undefined, { isOn: false, isChoice: true }],
    // the branch rule overrides the project's setting
    ['default_off', false, true, always],
    ['never', true, true, { isOn: true, isChoice: true }],
    ['always', true, false, never],
  ] as const) {
    it(`is known for ${option}, squash ${squash}, squash_on_merge ${onMerge}`, () =>
      assert.deepEqual(squashing({ squash_option: option }, { squash, squash_on_merge: onMerge }), expected));
  }
});

describe('merging with squash and without', () => {
  const run = withSandbox({
    faults: true,
    plan: {
      ...acmePlan,
      projects: (['default_off', 'always'] as const).map((squashOption, index) => ({
        id: index + 1,
        path: `acme/${squashOption}`,
        squashOption,
        commits: [{ message: 'Start', files: { 'start.txt': 'x\n' } }],
      })),
    },
  });
  const servers = loopback();
  let made = 0;

  /** A merge request of two commits with `squash` set. */
  const recorded = async (project: 1 | 2 = 1): Promise<ReviewPlace> => {
    const branch = `squash-${(made += 1)}`;
    for (const name of ['one', 'two']) {
      const body = {
        branch,
        ...(name === 'one' ? { start_branch: 'main' } : {}),
        commit_message: name,
        actions: [{ action: 'create', file_path: `${branch}/${name}`, content: 'x' }],
      };
      assert.equal((await run().post(`/projects/${project}/repository/commits`, body)).status, 201);
    }
    const { json } = await run().post<MergeRequestDetail>(`/projects/${project}/merge_requests`, {
      source_branch: branch,
      target_branch: 'main',
      title: 'Both',
      squash: true,
    });
    const { url, tokens } = run().sandbox;
    const { client } = connect(servers, url, { token: tokens.maintainer });
    return { client, account: 'the maintainer', project, iid: json.iid };
  };
  const wish = { sha: undefined, way: 'now', removeSource: false } as const;

  it('writes the messages that are given', async () => {
    const given = { message: 'Bring both', squashMessage: 'One and two' };
    const merged = await merge(await recorded(), { ...wish, squash: true, ...given });
    const { merge_commit_sha: bringing, squash_commit_sha: squashed } =
      merged.kind === 'done' ? merged.value : assert.fail(merged.kind);
    for (const [sha, message] of [
      [bringing, given.message],
      [squashed, given.squashMessage],
    ] as const) {
      const { json } = await run().get<{ message: string }>(`/projects/1/repository/commits/${sha}`);
      assert.equal(json.message.trim(), message);
    }
  });

  it('does not call them kept where the project squashes in any case', async () => {
    await assert.rejects(keepCommits(await recorded(2)), WithoutEffect);
  });

  it('shows that commits were squashed although the wish was another', async () => {
    const merged = await merge(await recorded(), { ...wish, squash: false });
    assert.ok(merged.kind === 'done' && isSquashed(merged.value) === true);
  });

  for (const [fault, expected] of [
    ['resetBefore', 'notDone'],
    ['resetAfter', 'done'],
  ] as const) {
    it(`records it once, and is ${expected} after ${fault}`, async () => {
      const place = await recorded();
      const { url } = run().sandbox;
      await setFaultsAt(url, [{ operation: 'updateMergeRequest', fault, times: 1 }]);
      const before = await sentTo(url, 'updateMergeRequest');
      assert.equal((await keepCommits(place)).kind, expected);
      assert.equal((await sentTo(url, 'updateMergeRequest')) - before, 1);
      assert.equal(isSquashed(await readMergeRequest(place)), expected === 'notDone');
    });
  }
});
