import type { Client } from '../../../client/client.ts';
import { exportGroup } from '../../../wire/groupTransfer.ts';
import { writeOnce, type Written } from '../../writeOnce.ts';

/** Asks for an export of a group (G1), once. Nothing tells whether the server has begun when its answer is lost. */
export const beginGroupExport = async (client: Client, group: number): Promise<Written<unknown>> =>
  writeOnce(
    () => client.send(exportGroup, { id: group }),
    async () => 'unclear',
  );

/** How long an archive is waited for, in milliseconds; groups of thousands of projects take an hour or two. */
export const longestGroupExportMs = 6 * 60 * 60_000;

/** Times are told in whole seconds, and requests take theirs. */
const toleranceMs = 3_000;

/**
 * Says whether an archive was there before the export was asked for: the server gives the former one until it has begun
 * with the new one. `ageMs` is by the server's own clock, so that ours may be wrong.
 */
export const isFormerArchive = (ageMs: number | undefined, sinceAskedMs: number): boolean =>
  ageMs !== undefined && ageMs > sinceAskedMs + toleranceMs;
