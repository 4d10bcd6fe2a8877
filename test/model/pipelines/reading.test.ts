import assert from 'node:assert/strict';
import { newestPipeline, readStages, stagesOf, tallyOf } from '../../../src/model/pipelines/reading.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';

describe('the pipeline of a branch', () => {
  const run = withSandbox();
  const servers = loopback();
  const find = (name: string, filter: { iids: number[] } | { source_branch: string } = { source_branch: name }) => {
    const { client } = connect(servers, run().sandbox.url, { token: run().sandbox.tokens.reporter ?? null });
    return newestPipeline({ client, project: 101 }, { name, filter });
  };

  it('is that of its merge request, else its own, else none', async () => {
    const found = async (...named: Parameters<typeof find>) => {
      const { request, pipeline } = (await find(...named)) ?? {};
      return [request, pipeline?.ref];
    };
    assert.deepEqual(await found('feature/ripeness-forecast'), [5, 'feature/ripeness-forecast']);
    assert.deepEqual(await found('mr-origin-5', { iids: [5] }), [5, 'feature/ripeness-forecast']);
    assert.deepEqual(await found('main'), [undefined, 'main']);
    assert.equal(await find('no-such-branch'), undefined);
  });

  it('has jobs by stage, each as it ran last, with the pipeline that one of them has started', async () => {
    const stages = await readStages((await find('feature/ripeness-forecast')) ?? assert.fail('no pipeline'));
    const names = stages.map(({ name, jobs }) => [name, ...jobs.map((job) => job.name)].join(' '));
    assert.deepEqual(names, ['check lint', 'test unit seedling', 'deploy pages']);
    assert.equal(stages[1]?.jobs[1]?.downstream_pipeline?.project_id, 102);
    const { ended, all, failed } = tallyOf(stages);
    assert.deepEqual([ended, all, failed.map(({ name }) => name)], [3, 3, ['unit', 'seedling']]);
  });

  it('keeps a stage where it was when all its jobs were run again', () => {
    const job = (id: number, name: string, stage: string) => ({ id, name, stage, status: 'success' });
    const stages = stagesOf([job(1, 'a', 'one'), job(2, 'b', 'two'), job(3, 'a', 'one')]);
    assert.deepEqual(
      stages.map(({ name, jobs }) => `${name} ${jobs[0]?.id}`),
      ['one 3', 'two 2'],
    );
  });
});
