import assert from 'node:assert/strict';
import type { JobRecord, PipelineRecord } from '../../../src/wire/mergeRequestState.ts';
import { type As, orchard, withSandbox } from '../driving.ts';

describe('CI7 to CI12: pipelines and jobs that run here', () => {
  const run = withSandbox();
  const act = (path: string, as?: As, json = {}) => run().post<PipelineRecord>(`${orchard}/${path}`, json, as);

  it('are refused by role, by the protection of their ref, and by state', async () => {
    const start = async (ref: string, as: As) => (await act('pipeline', as, { ref })).status;
    assert.deepEqual([await start('release/2.0', 'reporter'), await start('release/2.0', 'developer')], [403, 400]);
    const { id } = (await act('pipeline', 'developer', { ref: 'feature/ripeness-forecast' })).json;
    const jobs = (await run().get<JobRecord[]>(`${orchard}/pipelines/${id}/jobs`)).json;
    const lint = jobs.find(({ name }) => name === 'lint')?.id ?? 0;
    assert.equal((await act(`jobs/${lint}/cancel`, 'reporter')).status, 403);
    const refused = [await act(`jobs/${lint}/retry`, 'developer'), await act(`jobs/${lint}/play`, 'developer')];
    assert.deepEqual(
      refused.map(({ status, text }) => `${status} ${text}`),
      ['403 {"message":"403 Forbidden - Job is not retryable"}', '400 {"message":"400 Bad request - Unplayable Job"}'],
    );
  });
});
