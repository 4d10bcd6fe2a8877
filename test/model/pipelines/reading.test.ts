import assert from 'node:assert/strict';
import { newestPipeline, readStages, stagesOf, tallyOf } from '../../../src/model/pipelines/reading.ts';
import { readFailedTests, readTestCounts, testOutput } from '../../../src/model/pipelines/testReport.ts';
import type { PipelineRecord } from '../../../src/wire/mergeRequestState.ts';
import { createPipeline } from '../../../src/wire/pipelines.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';

describe('the pipeline of a branch', () => {
  const run = withSandbox();
  const servers = loopback();
  const find = (name: string, filter: { iids: number[] } | { source_branch: string } = { source_branch: name }) => {
    const { client } = connect(servers, run().sandbox.url, { token: run().sandbox.tokens.reporter ?? null });
    return newestPipeline({ client, project: 101 }, { name, filter });
  };

  it('is that of its merge request, else its own, else none', async () => {
    const found = async (...named: Parameters<typeof find>) => {
      const { mergeRequest, pipeline } = (await find(...named)) ?? {};
      return [mergeRequest, pipeline?.ref];
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

  it('has a report of its tests: their counts, those that failed, and what was not read yet or is broken', async () => {
    let nowMs = Date.parse('2026-11-20T10:00:00Z');
    const sandbox = await startSandbox({ now: () => new Date(nowMs) });
    servers.defer(() => sandbox.close());
    const { client } = connect(servers, sandbox.url, { token: sandbox.tokens.developer ?? null });
    const report = async (pipeline: PipelineRecord) => {
      const place = { client, project: 101, pipeline };
      const { all, failed, errors, skipped, awaited, broken } = await readTestCounts(place, await readStages(place));
      const tests = (await readFailedTests(place, pipeline.id)).map((test) =>
        [test.status, test.suite, test.name, test.file, testOutput(test).replaceAll(/\s+/g, ' ')].join('|'),
      );
      return [[all, failed, errors, skipped, awaited, broken].join(' '), ...tests];
    };
    const { pipeline } = (await find('feature/ripeness-forecast')) ?? assert.fail('no pipeline');
    const wrong = (line: number) =>
      `\u001b[31mAssertionError\u001b[0m: expected 0 but got 12 at src/inventory/crate.ts:${line}:5`;
    assert.deepEqual(await report(pipeline), [
      '12 3 1 1 0 0',
      `failed|unit|weighs an empty crate|test/stock.test.ts|${wrong(12)}`,
      `failed|unit|weighs a full crate|test/stock.test.ts|${wrong(13)}`,
      'error|unit|rounds half a gram|test/rounding.test.ts|{ "message": "Timeout of 2000 ms", "type": "Error" }',
    ]);
    const variables = [{ key: 'FAIL', value: 'lint' }];
    const made = await client.send(createPipeline, { id: 101, ref: 'feature/ripeness-forecast', variables });
    const broken = 'broken|lint|lint||JUnit XML parsing failed: 1:1: FATAL: Document is empty';
    nowMs += 3_000;
    assert.deepEqual(await report(made), ['0 0 0 0 1 0', broken]);
    nowMs += 1_000;
    client.stopSharing();
    assert.deepEqual(await report(made), ['0 0 0 0 0 1', broken]);
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
