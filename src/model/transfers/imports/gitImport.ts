import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { getProjectImport, importGitRepository, type ProjectImport } from '../../../wire/projectTransfer.ts';
import { type LookupOutcome, type WriteOutcome, writeOnce } from '../../writeOnce.ts';
import { errorWithoutAddresses } from './addresses.ts';
import type { ImportAccount } from './projectImport.ts';

/** The password is in memory only. */
export interface WantedRepository {
  readonly project: { readonly id: number; readonly path: string };
  /** Without credentials. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export type GitRefusal = 'inProgress' | 'hasRepository';

/** Both are 409. */
export const gitRefusal = (error: unknown): GitRefusal | undefined => {
  const facts = requestErrorFacts(error, 'refused');
  if (facts?.status !== 409) return undefined;
  return /repository/i.test(facts.serverMessage ?? '') ? 'hasRepository' : 'inProgress';
};

/** X7. */
export const readImport = (
  client: Client,
  project: number,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ProjectImport> => client.send(getProjectImport, { id: project }, options);

const isOpen = ({ import_status: status }: ProjectImport): boolean => status === 'scheduled' || status === 'started';

/**
 * X10, once. After a lost answer the status decides; after an earlier import it stays unclear until that changes. Throws
 * refusals without credentials.
 */
export const startGitImport = async (
  { client, capabilities }: ImportAccount,
  wanted: WantedRepository,
): Promise<WriteOutcome<undefined>> => {
  const { project, url, user, password } = wanted;
  const secrets = [user, password];
  const before = await readImport(client, project.id);
  const check = async (): Promise<LookupOutcome<undefined>> => {
    const now = await readImport(client, project.id);
    if (isOpen(now) && !isOpen(before)) return { found: undefined };
    if (now.import_status !== before.import_status || now.correlation_id !== before.correlation_id)
      return { found: undefined };
    return now.import_status === 'none' ? 'absent' : 'unclear';
  };
  try {
    const written = await writeOnce(
      () =>
        capabilities.send(
          importGitRepository,
          {
            id: project.id,
            import_url: url,
            ...(user === '' ? {} : { import_url_user: user }),
            ...(password === '' ? {} : { import_url_password: password }),
          },
          project.path,
        ),
      check,
    );
    return written.kind === 'done' ? written : { ...written, cause: errorWithoutAddresses(written.cause, secrets) };
  } catch (error) {
    throw errorWithoutAddresses(error, secrets);
  }
};
