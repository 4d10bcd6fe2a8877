import assert from 'node:assert/strict';
import { type ReviewPlace, ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import { MergeRequestChanges, type MergeRequestFiles } from '../../../src/model/reviews/mergeRequestFiles.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { listMergeRequests } from '../../../src/wire/mergeRequests.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { type Driven, withSandbox } from '../../sandbox/driving.ts';
import { forgetRequestsAt, sentTo, setFaultsAt } from '../../support/servers/sandboxControl.ts';

export interface Reviewing {
  readonly run: () => Driven;
  readonly setFaults: (...faults: readonly FaultRequest[]) => Promise<void>;
  readonly count: (operation: string) => Promise<number>;
  /** The sample's merge request with drafts and threads. */
  readonly place: (as?: string, iid?: number) => Promise<ReviewPlace>;
  readonly store: (as?: string, iid?: number) => Promise<ReviewDrafts>;
  readonly files: (place: ReviewPlace) => Promise<Extract<MergeRequestFiles, { kind: 'ready' }>>;
}

export const reviewed = 5;

/** Call inside `describe`. */
export const reviewing = (): Reviewing => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  const setFaults = (...faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);

  beforeEach(async () => {
    await setFaults();
    await forgetRequestsAt(run().sandbox.url);
  });

  const place = async (as = 'maintainer', iid = reviewed): Promise<ReviewPlace> => {
    const { sandbox } = run();
    const token = sandbox.tokens[as as keyof typeof sandbox.tokens];
    const { client } = connect(servers, sandbox.url, { token });
    const { items } = await client.send(listMergeRequests, { id: sandbox.project, per_page: 1 });
    return { client, account: as, project: items[0]?.project_id ?? 0, iid };
  };
  return {
    run,
    setFaults,
    count: (operation) => sentTo(run().sandbox.url, operation),
    place,
    store: async (as, iid) => new ReviewDrafts(await place(as, iid)),
    async files(at) {
      const files = await new MergeRequestChanges().read(at);
      assert.equal(files.kind, 'ready');
      return files;
    },
  };
};
