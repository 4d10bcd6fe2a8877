import * as v from 'valibot';
import type { Client } from '../../../../client/client.ts';
import { requestErrorFacts } from '../../../../client/errors.ts';
import { cancelGithubImport, type ImportedProject } from '../../../../wire/externalImport.ts';
import { getProjectImport, type ProjectImport } from '../../../../wire/projectTransfer.ts';
import type { Job, JobChange } from '../../jobs/job.ts';
import { type LookupOutcome, writeOnce } from '../../../writeOnce.ts';
import { changeByImport } from '../importState.ts';
import { findStartedImport } from './requestImport.ts';
import { withoutSecrets } from './secrets.ts';

export const serviceDetails = v.object({
  importType: v.string(),
  /** Possible full paths, until the answer is known. */
  mayLandAt: v.array(v.string()),
  asked: v.optional(v.object({ namespace: v.string(), path: v.string() })),
  /** Without credentials. */
  remembered: v.optional(v.unknown()),
});

export type ServiceDetails = v.InferOutput<typeof serviceDetails>;

export interface Lookup {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** Job change after X7, without credentials. */
export const changeByServiceImport = (found: ProjectImport, baseUrl: string): JobChange =>
  changeByImport(found, baseUrl, withoutSecrets);

/** Time limit after a lost answer. */
export const appearsWithinMs = 5 * 60_000;

export type LookupResult =
  | { readonly kind: 'found'; readonly change: JobChange }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'never' };

/** Finds an import without a known ID. */
export const findImport = async (
  job: Job,
  details: ServiceDetails,
  { client, signal }: Lookup,
  nowMs: number,
): Promise<LookupResult> => {
  const found = await findStartedImport(client, details.importType, details.mayLandAt, { signal });
  if (found !== undefined) return { kind: 'found', change: changeByServiceImport(found, job.baseUrl) };
  return { kind: nowMs - job.startedAtMs > appearsWithinMs ? 'never' : 'notYet' };
};

export const pollImport = async (job: Job, { client, signal }: Lookup): Promise<JobChange> =>
  changeByServiceImport(
    await client.send(getProjectImport, { id: job.subject.id ?? job.subject.path }, { signal }),
    job.baseUrl,
  );

/** `over`: already ended. */
export type Canceled =
  /** Undefined after a lost answer. */
  | { readonly kind: 'canceled'; readonly change: JobChange; readonly project: ImportedProject | undefined }
  | { readonly kind: 'over'; readonly change: JobChange; readonly words: string }
  | { readonly kind: 'notDone' | 'unknown'; readonly cause: unknown };

type Answered = Omit<Extract<Canceled, { kind: 'canceled' }>, 'kind'>;

/** May be only a path. */
const originOf = ({ provider_link: link }: ImportedProject): Pick<JobChange, 'originUrl'> =>
  typeof link === 'string' && link !== '' ? { originUrl: withoutSecrets(link) } : {};

/** H2, once; after a lost answer the status decides. Throws refusals, except for an ended import. */
export const cancelImport = async ({ client, signal }: Lookup, projectId: number): Promise<Canceled> => {
  const now = (): Promise<ProjectImport> => client.send(getProjectImport, { id: projectId }, { signal });
  const check = async (): Promise<LookupOutcome<Answered>> => {
    const found = await now();
    const change = changeByServiceImport(found, client.baseUrl);
    if (change.phase === 'canceled') return { found: { change, project: undefined } };
    return ['none', 'scheduled', 'started'].includes(found.import_status) ? 'absent' : 'unclear';
  };
  try {
    const written = await writeOnce(async (): Promise<Answered> => {
      const project = await client.send(cancelGithubImport, { project_id: projectId });
      return { change: { phase: 'canceled', state: { state: 'canceled' }, ...originOf(project) }, project };
    }, check);
    return written.kind === 'done' ? { kind: 'canceled', ...written.value } : written;
  } catch (error) {
    const facts = requestErrorFacts(error, 'refused');
    if (facts?.status !== 400 || !/cannot be canceled/i.test(facts.serverMessage ?? '')) throw error;
    return {
      kind: 'over',
      change: changeByServiceImport(await now(), client.baseUrl),
      words: facts.serverMessage ?? '',
    };
  }
};
