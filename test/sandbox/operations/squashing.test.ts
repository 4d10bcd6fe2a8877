import assert from 'node:assert/strict';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import type { SquashOption } from '../../../src/sandbox/world/records.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import type { Project } from '../../../src/wire/projects.ts';
import { ask } from '../transfer/asking.ts';
import { withSandbox } from '../driving.ts';

const options: readonly SquashOption[] = ['default_off', 'default_on', 'never', 'always'];

describe('MR14 to MR16: squashing as the project and the merge request have it', () => {
  const run = withSandbox({
    plan: {
      ...acmePlan,
      projects: options.map((squashOption, index) => ({
        id: index + 1,
        path: `acme/${squashOption}`,
        visibility: 'public',
        squashOption,
        commits: [{ message: 'Start', files: { 'start.txt': 'x\n' } }],
      })),
    },
  });
  const projectOf = (option: SquashOption): string => `/projects/acme%2F${option}`;
  let made = 0;

  /** A developer's merge request of two commits into `main`. */
  const create = async (option: SquashOption, rest: object = {}): Promise<MergeRequestDetail> => {
    const branch = `branch-${(made += 1)}`;
    for (const name of ['one', 'two']) {
      const { status } = await run().post(
        `${projectOf(option)}/repository/commits`,
        {
          branch,
          ...(name === 'one' ? { start_branch: 'main' } : {}),
          commit_message: `Write ${name}`,
          actions: [{ action: 'create', file_path: `${branch}/${name}.txt`, content: 'x\n' }],
        },
        'developer',
      );
      assert.equal(status, 201);
    }
    const given = { source_branch: branch, target_branch: 'main', title: 'Write both', ...rest };
    const { json, status } = await run().post<MergeRequestDetail>(
      `${projectOf(option)}/merge_requests`,
      given,
      'developer',
    );
    assert.equal(status, 201);
    return json;
  };
  const put = async (option: SquashOption, iid: number, path: string, json: object) => {
    const answer = await ask<MergeRequestDetail>(run(), 'PUT', `${projectOf(option)}/merge_requests/${iid}${path}`, {
      json,
    });
    return { status: answer.status, ...answer.json };
  };
  const flags = ({ squash, squash_on_merge: onMerge }: MergeRequestDetail) => [squash, onMerge];
  const brought = async (option: SquashOption, merged: MergeRequestDetail): Promise<number> => {
    const commits = `${projectOf(option)}/repository/commits?ref_name=${merged.merge_commit_sha}^..${merged.merge_commit_sha}`;
    return (await run().get<readonly unknown[]>(commits)).json.length - 1;
  };

  for (const option of options) {
    it(`says that the project squashes as ${option}, and gives new merge requests that`, async () => {
      assert.equal((await run().get<Project>(projectOf(option))).json.squash_option, option);
      const isOn = option === 'default_on' || option === 'always';
      assert.deepEqual(flags(await create(option)), [isOn, isOn]);
      const chosen = await create(option, { squash: !isOn });
      assert.deepEqual(flags(chosen), [!isOn, option === 'always' || option === 'default_off']);
    });
  }

  it('squashes where the merge says so, but not where the project never does', async () => {
    const one = await create('default_off');
    assert.equal(await brought('default_off', await put('default_off', one.iid, '/merge', { squash: true })), 1);
    const other = await create('never');
    assert.equal(await brought('never', await put('never', other.iid, '/merge', { squash: true })), 2);
  });

  it('does not merge without squashing where the project asks for it', async () => {
    const { iid } = await create('always', { squash: false });
    const refused = await put('always', iid, '/merge', { squash: false });
    assert.deepEqual([refused.status, (refused as { message?: unknown }).message], [422, 'Branch cannot be merged']);
    assert.equal(await brought('always', await put('always', iid, '/merge', { squash: true })), 1);
  });

  it('writes the squashed commit in the name of who made the merge request', async () => {
    const { iid } = await create('always');
    const { squash_commit_sha: sha } = await put('always', iid, '/merge', {});
    const commit = `${projectOf('always')}/repository/commits/${sha}`;
    const { json } = await run().get<{ readonly author_name: string; readonly committer_name: string }>(commit);
    const nameOf = (username: string) => acmePlan.people.find((person) => person.username === username)?.name;
    assert.deepEqual([json.author_name, json.committer_name], [nameOf('developer'), nameOf('maintainer')]);
  });
});
