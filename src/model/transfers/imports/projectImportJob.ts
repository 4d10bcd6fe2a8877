import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { getProjectImport, type ProjectImport } from '../../../wire/projectTransfer.ts';
import type { Job, JobChange } from '../jobs/job.ts';
import { withoutQueries } from '../../withoutQueries.ts';
import { changeByImport } from './importState.ts';
import { type OverrideReport, readOverrideReport } from './overrides.ts';
import { findProjectImport } from './projectImport.ts';

/** What a job of a project import remembers besides; never an address with its query, never a key. */
export const projectImportDetails = v.object({
  from: v.picklist(['file', 'url', 's3']),
  namespace: v.string(),
  path: v.string(),
  name: v.optional(v.string()),
  overrides: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** Number of the project that is replaced. */
  replaces: v.optional(v.number()),
  /** Whether the server may have got the whole request. */
  isSent: v.boolean(),
  /** Members of the project that are otherwise than asked for, and those nobody can tell of; once it has finished. */
  notTaken: v.optional(
    v.array(
      v.object({
        key: v.string(),
        wanted: v.union([v.string(), v.number(), v.boolean(), v.null()]),
        got: v.string(),
      }),
    ),
  ),
  untold: v.optional(v.array(v.string())),
});

/** What a job of a project import remembers besides. */
export type ProjectImportDetails = v.InferOutput<typeof projectImportDetails>;

/** What the state of an import (X7) changes of its job. Addresses lose their queries. */
export const changeByArchiveImport = (found: ProjectImport, baseUrl: string): JobChange =>
  changeByImport(found, baseUrl, withoutQueries);

/** What a look at an import showed. */
export type ProjectImportState =
  | { readonly kind: 'change'; readonly change: JobChange; readonly overrides: OverrideReport | undefined }
  /** It may still appear. */
  | { readonly kind: 'notYet' }
  /** It was never begun; `notSent`: the server never got all of it, `neverCame`: it has not appeared in good time. */
  | { readonly kind: 'never'; readonly why: 'notSent' | 'neverCame' };

/** How long a project may take to appear after the answer was lost; one that replaces another appears at its end. */
const appearsWithinMs = 5 * 60_000;
const replacesWithinMs = 6 * 60 * 60_000;

/**
 * Looks at an import (X7): at its project, or where that is not known yet, at its path. Once it has finished, what
 * was to be set is compared. Throws when the server cannot be asked.
 */
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
