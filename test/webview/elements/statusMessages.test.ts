import assert from 'node:assert/strict';
import {
  countByState,
  jobMessage,
  mergeRequestMessage,
  pipelineMessage,
} from '../../../src/webview/elements/statusMessages.ts';

describe('words of states', () => {
  it('knows the states of pipelines', () => {
    assert.deepEqual(pipelineMessage('success'), { word: 'Passed', icon: 'pass', tone: 'good' });
  });

  it('keeps the word of a state it does not know', () => {
    assert.deepEqual(pipelineMessage('on_fire'), { word: 'On fire', icon: 'question', tone: 'quiet' });
    assert.equal(pipelineMessage('constructor').word, 'Constructor');
    assert.equal(mergeRequestMessage('').word, 'Unknown');
  });

  it('tells a failure that is allowed from one that is not', () => {
    assert.equal(jobMessage({ status: 'failed', allowFailure: true }).tone, 'warning');
    assert.equal(jobMessage({ status: 'failed', allowFailure: false }).tone, 'bad');
    assert.equal(jobMessage({ status: 'success', allowFailure: true }).tone, 'good');
  });

  it('counts jobs by state, worst first', () => {
    const job = (status: string, allowFailure = false) => ({ status, allowFailure });
    const counts = countByState([job('success'), job('failed', true), job('success'), job('failed'), job('running')]);
    assert.deepEqual(
      counts.map(({ words, count }) => `${count} ${words.word}`),
      ['1 Failed', '1 Failed, allowed to fail', '1 Running', '2 Passed'],
    );
  });
});
