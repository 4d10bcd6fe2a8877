import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import { seedling } from '../../src/sandbox/sample/smallProjects.ts';
import type { MergeRequest } from '../../src/wire/mergeRequests.ts';
import type { JobRecord, PipelineRecord as Pipeline } from '../../src/wire/mergeRequestState.ts';
import { ask } from './asking.ts';
import { runGit, withSandbox } from './driving.ts';

const configuration = `# order of stages, not of jobs
stages: [check, test]

unit:
  stage: test
  script:
    - npm run test:flaky
'lint':
  stage: check
  script:
    - grep -n FIXME water.ts && exit 3 || true
    - npm run lint
deploy:
  stage: test
  when: manual
  script: ./deploy
pages:
  script: npm run docs
  rules:
    - if: $CI_COMMIT_BRANCH == "main"
`;

type PipelineRecord = Pipeline & { readonly sha: string };

describe('pipelines of pushes', () => {
  let ms = Date.parse('2026-11-28T10:00:00Z');
  const run = withSandbox({ plan: { ...acmePlan, projects: [seedling] }, now: () => new Date(ms) });
  const project = '/projects/acme%2Ftools%2Fseedling';
  const branch = 'thirsty';
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graft-pushed-'));
    const { url, tokens } = run().sandbox;
    const address = `${url.replace('://', `://x:${tokens.maintainer}@`)}/${seedling.path}.git`;
    await runGit(['clone', '--quiet', address, folder]);
    await runGit(['switch', '--quiet', '-c', branch], folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const push = async (message: string, files: Readonly<Record<string, string>>): Promise<string> => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    await runGit(['add', '--all'], folder);
    const who = ['-c', 'user.name=Maya', '-c', 'user.email=maya@acme.example'];
    await runGit([...who, 'commit', '--quiet', '-m', message], folder);
    await runGit(['push', '--quiet', 'origin', branch], folder);
    return runGit(['rev-parse', 'HEAD'], folder);
  };
  const pipelines = async () => (await run().get<PipelineRecord[]>(`${project}/pipelines?ref=${branch}`)).json;
  /** The newest pipeline once its jobs have had their time. */
  const ended = async () => {
    ms += 10_000;
    const [pipeline] = await pipelines();
    const { json } = await run().get<JobRecord[]>(`${project}/pipelines/${pipeline?.id}/jobs`);
    const states = json.toReversed().map(({ stage, name, status }) => `${stage} ${name} ${status}`);
    return { status: pipeline?.status, jobs: json, states };
  };
  const logOf = async ({ jobs }: Awaited<ReturnType<typeof ended>>, job: string) => {
    const id = jobs.find(({ name }) => name === job)?.id;
    return (await run().get(`${project}/jobs/${id}/trace`)).text.replaceAll(/^\S+ 01O |\u001b\[[\d;]*[mK]/gm, '');
  };

  it('start where the commit has a configuration and does not skip it, and fail by what was pushed', async () => {
    await push('Without', { 'note.txt': 'x' });
    await push('Not now [skip ci]', { '.gitlab-ci.yml': configuration });
    assert.deepEqual(await pipelines(), []);
    const sha = await push('Water more', { 'water.ts': 'export const litres = 5; // FIXME\n' });
    const [pipeline, ...others] = await pipelines();
    assert.deepEqual([pipeline?.sha, pipeline?.source, pipeline?.status, others.length], [sha, 'push', 'pending', 0]);
    const { status, states, jobs } = await ended();
    assert.deepEqual([status, ...states], ['failed', 'check lint failed', 'test unit skipped', 'test deploy manual']);
    const log = await logOf({ status, states, jobs }, 'lint');
    assert.match(log, /\$ grep .*\nwater\.ts:1:export .*\nERROR: Job failed: exit code 3\n$/);
  });

  it('pass with what was pushed or rebased then, or when tried again, and are merged if that is wanted', async () => {
    await push('Mend', { 'water.ts': 'export const litres = 5;\n' });
    const first = await ended();
    assert.deepEqual([first.status, ...first.states.slice(0, 2)], ['failed', 'check lint success', 'test unit failed']);
    const made = { source_branch: branch, target_branch: 'main', title: 'Water more' };
    const { iid } = (await run().post<MergeRequest>(`${project}/merge_requests`, made)).json;
    const listed = async () => (await run().get<PipelineRecord[]>(`${project}/merge_requests/${iid}/pipelines`)).json;
    assert.equal((await listed()).length, 2);
    await run().post(`${project}/jobs/${first.jobs.find(({ name }) => name === 'unit')?.id}/retry`, {});
    const again = await ended();
    assert.equal(again.status, 'success');
    assert.match(await logOf(again, 'unit'), /\$ npm run test:flaky\nJob succeeded\n$/);
    await run().post(`${project}/repository/commits`, {
      ...{ branch: 'main', commit_message: 'Say more' },
      actions: [{ action: 'update', file_path: 'README.md', content: 'More.\n' }],
    });
    await ask(run(), 'PUT', `${project}/merge_requests/${iid}/rebase`, {});
    const [rebased] = await listed();
    assert.deepEqual([rebased?.sha, rebased?.status], [await run().git('rev-parse', branch), 'pending']);
    await ask(run(), 'PUT', `${project}/merge_requests/${iid}/merge`, { json: { auto_merge: true } });
    const state = async () => (await run().get<MergeRequest>(`${project}/merge_requests/${iid}`)).json.state;
    assert.equal(await state(), 'opened');
    // a test that failed on the branch before is known to be flaky
    assert.equal((await ended()).status, 'success');
    assert.equal(await state(), 'merged');
  });
});
