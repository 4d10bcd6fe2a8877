import assert from 'node:assert/strict';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import { BoundedList } from '../../../src/model/commits/boundedList.ts';
import { type HistoryPlace, historyStart, readHistory } from '../../../src/model/commits/commitHistory.ts';
import type { CommitLine } from '../../../src/model/commits/commitLine.ts';
import { serve } from '../../bench/processes.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';

const pages = 1_000;
const perPage = 100;
/** Normal growth; all commits would take forty megabytes. */
const mostGrowthBytes = 6 * 1024 * 1024;

describe('a history of 100,000 commits', function () {
  this.timeout(120_000);
  const servers = loopback();
  let server: Awaited<ReturnType<typeof serve>>;

  before(async () => {
    server = await serve(path.join(import.meta.dirname, 'generatedHistory.ts'), String(pages));
  });

  after(() => server.stop());

  it('is paged through to its end in bounded memory', async () => {
    const { client } = connect(servers, server.firstLine);
    const source = { client, project: 1, perPage, changes: async () => [] };
    const list = new BoundedList<CommitLine, HistoryPlace>({
      first: historyStart({}),
      most: 1_000,
      load: (place, signal) => readHistory(source, place, signal),
      keyOf: ({ id }) => id,
      changed: () => {},
    });
    await list.refresh();
    for (let page = 0; page < 30; page += 1) await onward(list);
    const before = heapAfterCollection();
    let most = 0;
    while (await onward(list)) most = Math.max(most, list.state.items.length);
    const growth = heapAfterCollection() - before;
    assert.equal(list.state.before + list.state.items.length, pages * perPage);
    assert.ok(most <= 1_000, `${most} commits were held`);
    assert.ok(growth < mostGrowthBytes, `the heap grew by ${growth} bytes`);
  });
});

const onward = async (list: BoundedList<CommitLine, HistoryPlace>): Promise<boolean> => {
  const { after, phase, error } = list.state;
  if (phase === 'failed') throw error;
  if (after === undefined) return false;
  await (after === 'sheet' ? list.later() : list.loadMore());
  return true;
};

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

const heapAfterCollection = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};
