import * as v from 'valibot';
import type { Account } from '../../../../model/account.ts';
import { serviceDetails } from '../../../../model/transfers/imports/services/watching.ts';
import type { AskedPlace } from '../../../../model/transfers/imports/services/landing.ts';
import type { ImportPlace } from '../../../../model/transfers/imports/places.ts';
import type { JobKind } from '../../../../model/transfers/jobs/job.ts';
import type { TransfersArea } from '../../area.ts';

/** A repeated import, with its stored answers. */
export interface RepeatedImport {
  readonly account: Account;
  readonly asked: AskedPlace;
  readonly remembered: unknown;
}

/** Undefined if the row has another kind or its account was removed. */
export const repeatedImport = (area: TransfersArea, argument: unknown, kind: JobKind): RepeatedImport | undefined => {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { kind: row, id } = argument as { readonly kind?: unknown; readonly id?: unknown };
  const job = row === 'job' && typeof id === 'string' ? area.jobs.get(id) : undefined;
  const account = job?.kind === kind ? area.accounts.get(job.account) : undefined;
  const details = v.safeParse(serviceDetails, job?.details);
  if (account === undefined || !details.success || details.output.asked === undefined) return undefined;
  return { account, asked: details.output.asked, remembered: details.output.remembered };
};

/** Rebuilds the destination from its path. */
export const repeatedPlace = ({ account, asked }: RepeatedImport): ImportPlace => ({
  kind: asked.namespace === account.username ? 'user' : 'group',
  id: undefined,
  name: asked.namespace,
  path: asked.namespace,
  visibility: undefined,
});
