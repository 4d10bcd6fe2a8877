import assert from 'node:assert/strict';
import {
  afterExportPoll,
  startedSince,
  type ExportDetails,
  exportDetailsOf,
} from '../../../../src/model/transfers/exports/projectExport.ts';
import { isFormerArchive } from '../../../../src/model/transfers/exports/groupExport.ts';

const words = { failed: 'it failed', none: 'there is none', maybeUploaded: 'look there', uploaded: 'it is there' };
const look = (details: ExportDetails, state: string, nowMs = 0) => afterExportPoll(details, state, { nowMs, words });
const asked = (more: Partial<ExportDetails> = {}): ExportDetails => exportDetailsOf({ to: 'file', ...more });

/** Details after equal polls, and the last phase. */
const looks = (details: ExportDetails, states: readonly string[], everyMs = 2_000) => {
  let change = {} as ReturnType<typeof look>;
  for (const [index, state] of states.entries()) {
    change = look(exportDetailsOf(change.details ?? details), state, index * everyMs);
    if (change.phase === 'failed' || change.phase === 'succeeded') break;
  }
  return change;
};

describe('afterExportPoll', () => {
  it('fetches the archive once the export is finished', () => {
    assert.equal(looks(asked({ before: 'none' }), ['none', 'queued', 'started', 'finished']).phase, 'receiving');
  });

  it('is done when the server has uploaded the archive itself', () => {
    assert.equal(looks(asked({ to: 'address' }), ['started', 'finished']).phase, 'succeeded');
    assert.deepEqual(looks(asked({ to: 'address' }), ['started', 'none']).state, {
      state: 'uploaded',
      words: 'it is there',
    });
  });

  it('does not take a former export for this one at first sight', () => {
    const before = asked({ before: 'finished' });
    assert.equal(look(before, 'finished').phase, undefined);
    assert.equal(looks(before, ['finished', 'finished', 'finished']).phase, 'receiving');
    assert.equal(looks(before, ['finished', 'regeneration_in_progress', 'finished']).phase, 'receiving');
    assert.equal(look(asked({ before: 'failed' }), 'failed').phase, undefined);
    assert.equal(look(asked({ before: 'none' }), 'failed').phase, 'failed');
  });

  it('takes the former archive at once where it is wanted', () => {
    assert.equal(look(asked({ isFormer: true }), 'finished').phase, 'receiving');
  });

  it('gives a long queue its time, and an archive that is gone not', () => {
    assert.equal(looks(asked(), Array<string>(100).fill('none')).phase, undefined);
    assert.equal(looks(asked(), Array<string>(100).fill('none'), 10_000).phase, 'failed');
    assert.deepEqual(looks(asked(), ['started', 'none', 'none', 'none']).error?.words, 'there is none');
    assert.equal(looks(asked(), ['started', 'none', 'started', 'none']).phase, undefined);
  });

  it('says that it cannot know what became of an upload nobody saw', () => {
    const change = looks(asked({ to: 'address' }), Array<string>(100).fill('none'), 10_000);
    assert.deepEqual([change.phase, change.error?.words], ['failed', 'look there']);
  });

  it('goes on with a state it does not know', () => {
    assert.deepEqual(look(asked(), 'waiting_for_disk'), { state: { state: 'waiting_for_disk' } });
  });
});

describe('startedSince', () => {
  for (const [before, now, expected] of [
    ['none', 'queued', { found: 'queued' }],
    ['finished', 'regeneration_in_progress', { found: 'regeneration_in_progress' }],
    ['none', 'finished', { found: 'finished' }],
    ['finished', 'finished', 'unclear'],
    ['none', 'none', 'absent'],
    ['finished', 'none', 'absent'],
  ] as const) {
    it(`says of ${before} and then ${now}: ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(startedSince(before, now), expected);
    });
  }
});

describe('isFormerArchive', () => {
  it('knows the archive of an earlier export by its age', () => {
    assert.ok(isFormerArchive(60_000, 10_000));
    assert.ok(!isFormerArchive(9_000, 10_000));
    assert.ok(!isFormerArchive(12_000, 10_000));
    assert.ok(!isFormerArchive(undefined, 10_000));
  });
});
