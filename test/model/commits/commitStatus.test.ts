import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import {
  coverageProblem,
  lengthProblem,
  readCoverage,
  readStatuses,
  setStatus,
  statusBefore,
  type StatusReport,
  targetUrlProblem,
} from '../../../src/model/commits/commitStatus.ts';
import { never, sending } from '../composer/sending.ts';

describe('setStatus', () => {
  const { client, project, tip, theirs, setFaults, writes } = sending();

  const report = async (change: Partial<StatusReport> = {}): Promise<StatusReport> => ({
    project: project(),
    sha: await tip(),
    name: 'security',
    state: 'running',
    ...change,
  });
  const read = async (as: Client, of: StatusReport, all = true): Promise<Awaited<ReturnType<typeof readStatuses>>> =>
    readStatuses(as, of, { all, name: of.name }, never);

  it('sets a status and changes it in place, and the list shows it by name, ref and with those before', async () => {
    await theirs('status.txt', `${Date.now()}`);
    const one = await report({ description: 'Scanning', targetUrl: 'https://ci.example/1', coverage: 12.5 });
    const set = await setStatus(client(), one, never);
    assert.partialDeepStrictEqual(set, { kind: 'done', confirmed: 'answered', value: { status: 'running' } });
    const [known] = await read(client(), one);
    assert.partialDeepStrictEqual(known, {
      description: 'Scanning',
      target_url: 'https://ci.example/1',
      coverage: 12.5,
    });
    await setStatus(client(), { ...one, state: 'success', description: 'Clean' }, never);
    const after = await read(client(), one);
    assert.equal(after.length, 1);
    assert.partialDeepStrictEqual(after, [{ status: 'success', description: 'Clean', id: known?.id }]);
    await setStatus(client(), { ...one, state: 'failed' }, never);
    assert.equal((await read(client(), one)).length, 2);
    assert.equal((await read(client(), one, false)).length, 1);
    assert.equal(statusBefore(await read(client(), one, false), { name: 'security' })?.status, 'failed');
    assert.deepEqual(await readStatuses(client(), one, { all: true, ref: 'not/this' }, never), []);
    assert.deepEqual(await readStatuses(client(), one, { all: true, stage: 'nothing' }, never), []);
  });

  it('gives the server’s words for a step that cannot be', async () => {
    await theirs('status.txt', `${Date.now()}`);
    const one = await report();
    await setStatus(client(), one, never);
    await assert.rejects(setStatus(client(), one, never), (error) =>
      /Cannot transition status via :run from :running/.test(requestErrorFacts(error)?.serverMessage ?? ''),
    );
  });

  it('finds a status whose answer was lost, once, and says when there is none', async () => {
    await theirs('status.txt', `${Date.now()}`);
    const one = await report();
    const before = await writes();
    await setFaults([{ operation: 'setCommitStatus', fault: 'resetBefore' }]);
    assert.partialDeepStrictEqual(await setStatus(client(), one, never), { kind: 'notDone' });
    await setFaults([{ operation: 'setCommitStatus', fault: 'resetAfter' }]);
    assert.partialDeepStrictEqual(await setStatus(client(), one, never), { kind: 'done', confirmed: 'found' });
    assert.equal(await writes(), before + 2);
    await setFaults([{ operation: 'setCommitStatus', fault: 'resetBefore' }]);
    assert.partialDeepStrictEqual(await setStatus(client(), one, never), { kind: 'unknown' });
  });
});

describe('the check of a status report', () => {
  it('takes web addresses only', () => {
    for (const address of ['', 'https://ci.example/7', 'http://10.0.0.1:8080/a?b=c']) {
      assert.equal(targetUrlProblem(address), undefined, address);
    }
    for (const address of ['ci.example', 'javascript:alert(1)', 'ftp://ci.example', 'https://']) {
      assert.equal(targetUrlProblem(address), 'notHttp', address);
    }
    assert.equal(targetUrlProblem(`https://ci.example/${'x'.repeat(255)}`), 'tooLong');
    assert.equal(lengthProblem('x'.repeat(255)), undefined);
    assert.equal(lengthProblem('x'.repeat(256)), 'tooLong');
  });

  it('takes a coverage from 0 to 100', () => {
    for (const text of ['0', '100', '98.5', '98,5', ' 50 % ', '']) assert.equal(coverageProblem(text), undefined, text);
    for (const text of ['-1', '100.1', 'all', '1e9']) assert.equal(coverageProblem(text), 'notPercent', text);
    assert.equal(readCoverage('98,5 %'), 98.5);
    assert.equal(readCoverage(' '), undefined);
  });
});
