import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { getProjectImport, type ProjectImport } from '../../../wire/projectTransfer.ts';
import type { Job, JobChange } from '../jobs/job.ts';
import { withoutQueries } from '../../withoutQueries.ts';
import { changeByImport } from './importState.ts';
import { type OverrideReport, readOverrideReport } from './overrides.ts';
import { findProjectImport } from './projectImport.ts';

/** Saved state, without queries of addresses and without keys. */
export const projectImportDetails = v.object({
  from: v.picklist(['file', 'url', 's3']),
  namespace: v.string(),
  path: v.string(),
  name: v.optional(v.string()),
  overrides: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** Project ID. */
  replaces: v.optional(v.number()),
  /** The server may have the complete request. */
  isSent: v.boolean(),
  /** Differing overrides and unverifiable ones, once finished. */
  notTaken: v.optional(
    v.array(
      v.object({ key: v.string(), wanted: v.union([v.string(), v.number(), v.boolean(), v.null()]), got: v.string() }),
    ),
  ),
  untold: v.optional(v.array(v.string())),
});

export type ProjectImportDetails = v.InferOutput<typeof projectImportDetails>;

/** Job change after X7, without queries of addresses. */
export const changeByArchiveImport = (found: ProjectImport, baseUrl: string): JobChange =>
  changeByImport(found, baseUrl, withoutQueries);

export type ProjectImportState =
  | { readonly kind: 'change'; readonly change: JobChange; readonly overrides: OverrideReport | undefined }
  | { readonly kind: 'notYet' }
  /** `notSent`: incomplete request. */
  | { readonly kind: 'never'; readonly why: 'notSent' | 'neverCame' };

/** Time limits after a lost answer; an overwriting project appears at its end. */
const appearsWithinMs = 5 * 60_000;
const replacesWithinMs = 6 * 60 * 60_000;

/** X7, by ID or path; compares overrides once finished. Throws if the server can't be reached. */
export const pollProjectImport = async (
  job: Pick<Job, 'subject' | 'baseUrl' | 'story' | 'startedAtMs'>,
  details: ProjectImportDetails,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
  nowMs: number,
): Promise<ProjectImportState> => {
  const found =
    job.subject.id === undefined
      ? await findProjectImport(client, { ...details, replaces: details.replaces }, { signal })
      : await client.send(getProjectImport, { id: job.subject.id }, { signal });
  if (found !== undefined) {
    const change = changeByArchiveImport(found, job.baseUrl);
    const overrides =
      change.phase === 'succeeded'
        ? await readOverrideReport(client, found.id, details.overrides, { signal })
        : undefined;
    return { kind: 'change', change, overrides };
  }
  if (!details.isSent) return { kind: 'never', why: 'notSent' };
  const sinceMs = job.story.findLast(({ state }) => state === 'sent')?.atMs ?? job.startedAtMs;
  const patienceMs = details.replaces === undefined ? appearsWithinMs : replacesWithinMs;
  return nowMs - sinceMs > patienceMs ? { kind: 'never', why: 'neverCame' } : { kind: 'notYet' };
};
