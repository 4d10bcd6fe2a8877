import type { Client } from '../../../client/client.ts';
import { exportGroup } from '../../../wire/groupTransfer.ts';
import { writeOnce, type WriteOutcome } from '../../writeOnce.ts';

/** G1, once. A lost answer stays unclear, as there is no status. */
export const requestGroupExport = async (client: Client, group: number): Promise<WriteOutcome<unknown>> =>
  writeOnce(
    () => client.send(exportGroup, { id: group }),
    async () => 'unclear',
  );

/** Thousands of projects take an hour or two. */
export const maxGroupExportMs = 6 * 60 * 60_000;

/** HTTP dates are whole seconds. */
const toleranceMs = 3_000;

/** The server returns the previous archive until it has started the new one. `ageMs` is by the server's clock. */
export const isFormerArchive = (ageMs: number | undefined, sinceAskedMs: number): boolean =>
  ageMs !== undefined && ageMs > sinceAskedMs + toleranceMs;
