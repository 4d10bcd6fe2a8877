import * as v from 'valibot';
import type { Client } from '../../../../client/client.ts';
import { requestFailure } from '../../../../client/errors.ts';
import { cancelGithubImport, type ImportedProject } from '../../../../wire/externalImport.ts';
import { getProjectImport, type ProjectImport } from '../../../../wire/projectTransfer.ts';
import type { Job, JobChange } from '../../jobs/job.ts';
import { type Found, writeOnce } from '../../../writeOnce.ts';
import { changeByImport } from '../importState.ts';
import { findBegunImport } from './begin.ts';
import { withoutSecrets } from './secrets.ts';

/** What a job of an import from another service remembers besides. */
export const serviceDetails = v.object({
  /** What `import_type` says of it. */
  importType: v.string(),
  /** Full paths where it may have landed while the server's answer is not known. */
  mayLandAt: v.array(v.string()),
  /** Where it was asked to go. */
  asked: v.optional(v.object({ namespace: v.string(), path: v.string() })),
  /** What it takes to ask for it again, without credentials. */
  remembered: v.optional(v.unknown()),
});

/** What a job of an import from another service remembers besides. */
export type ServiceDetails = v.InferOutput<typeof serviceDetails>;

/** How a look is made. */
export interface Looking {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** What the state of an import (X7) changes of its job. Addresses in the server's words lose their credentials. */
export const changeByServiceImport = (found: ProjectImport, baseUrl: string): JobChange =>
  changeByImport(found, baseUrl, withoutSecrets);

/** How long a project may take to appear after the answer to its beginning was lost. */
export const appearsWithinMs = 5 * 60_000;

/** What became of an import whose beginning is not certain: found, not there yet, or given up. */
export type LookedFor =
  | { readonly kind: 'found'; readonly change: JobChange }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'never' };

/** Looks for an import whose number is not known, at the paths where it may have landed. */
export const lookForImport = async (
  job: Job,
  details: ServiceDetails,
  { client, signal }: Looking,
  nowMs: number,
): Promise<LookedFor> => {
  const found = await findBegunImport(client, details.importType, details.mayLandAt, { signal });
  if (found !== undefined) return { kind: 'found', change: changeByServiceImport(found, job.baseUrl) };
  return { kind: nowMs - job.startedAtMs > appearsWithinMs ? 'never' : 'notYet' };
};

/** Reads how far an import is whose project is known. */
export const pollImport = async (job: Job, { client, signal }: Looking): Promise<JobChange> =>
  changeByServiceImport(
    await client.send(getProjectImport, { id: job.subject.id ?? job.subject.path }, { signal }),
    job.baseUrl,
  );

/** How a cancel ended: canceled, over already with what the server says now, or not known. */
export type Canceled =
  /** `project` as the server tells it; undefined when its answer was lost. */
  | { readonly kind: 'canceled'; readonly change: JobChange; readonly project: ImportedProject | undefined }
  | { readonly kind: 'over'; readonly change: JobChange; readonly words: string }
  | { readonly kind: 'notDone' | 'unknown'; readonly cause: unknown };

type Answered = Omit<Extract<Canceled, { kind: 'canceled' }>, 'kind'>;

/** Where the other service has the repository; some servers tell the path alone. */
const originOf = ({ provider_link: link }: ImportedProject): Pick<JobChange, 'originUrl'> =>
  typeof link === 'string' && link !== '' ? { originUrl: withoutSecrets(link) } : {};

/**
 * Cancels an import from GitHub (H2), once; after a lost answer its state is read. That it had come to its end already
 * is an answer; other refusals are thrown.
 */
export const cancelImport = async ({ client, signal }: Looking, projectId: number): Promise<Canceled> => {
  const now = (): Promise<ProjectImport> => client.send(getProjectImport, { id: projectId }, { signal });
  const look = async (): Promise<Found<Answered>> => {
    const found = await now();
    const change = changeByServiceImport(found, client.baseUrl);
    if (change.phase === 'canceled') return { found: { change, project: undefined } };
    return ['none', 'scheduled', 'started'].includes(found.import_status) ? 'absent' : 'unclear';
  };
  try {
    const written = await writeOnce(async (): Promise<Answered> => {
      const project = await client.send(cancelGithubImport, { project_id: projectId });
      return { change: { phase: 'canceled', state: { state: 'canceled' }, ...originOf(project) }, project };
    }, look);
    return written.kind === 'done' ? { kind: 'canceled', ...written.value } : written;
  } catch (error) {
    const facts = requestFailure(error, 'refused');
    if (facts?.status !== 400 || !/cannot be canceled/i.test(facts.serverMessage ?? '')) throw error;
    return {
      kind: 'over',
      change: changeByServiceImport(await now(), client.baseUrl),
      words: facts.serverMessage ?? '',
    };
  }
};
