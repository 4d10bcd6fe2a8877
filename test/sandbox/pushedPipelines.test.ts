import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acmePlan } from '../../src/sandbox/sample/acme.ts';
import { seedling } from '../../src/sandbox/sample/smallProjects.ts';
import type { JobRecord, PipelineRecord as Pipeline } from '../../src/wire/mergeRequestState.ts';
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

  it('start where the commit has a configuration and does not skip it, and fail by what was pushed', async () => {
    await push('Without', { 'note.txt': 'x' });
    await push('Not now [skip ci]', { '.gitlab-ci.yml': configuration });
    assert.deepEqual(await pipelines(), []);
    const sha = await push('Water more', { 'water.ts': 'export const litres = 5; // FIXME\n' });
    const made = (await pipelines()).map((one) => [one.sha, one.source, one.status]);
    assert.deepEqual(made, [[sha, 'push', 'pending']]);
    const { status, states, jobs } = await ended();
    const lint = jobs.find(({ name }) => name === 'lint')?.id;
    assert.deepEqual([status, ...states], ['failed', 'check lint failed', 'test unit skipped', 'test deploy manual']);
    const { text } = await run().get(`${project}/jobs/${lint}/trace`);
    assert.match(text, /\$ grep [^]*water\.ts:1:export [^]*ERROR: Job failed: exit code 3/);
  });

  it('pass with what was pushed then, or when tried again', async () => {
    await push('Mend', { 'water.ts': 'export const litres = 5;\n' });
    const first = await ended();
    assert.deepEqual([first.status, ...first.states.slice(0, 2)], ['failed', 'check lint success', 'test unit failed']);
    await run().post(`${project}/jobs/${first.jobs.find(({ name }) => name === 'unit')?.id}/retry`, {});
    assert.equal((await ended()).status, 'success');
  });
});
