import type { cancelGithubImport, importFromGithub, importGithubGists } from '../../wire/externalImport.ts';
import { isAtLeast } from '../edition.ts';
import { jsonResponse } from '../exchange.ts';
import { ask, OutsideError, type Asking } from '../external/asking.ts';
import { beginGistImport } from '../external/gists.ts';
import { githubApi, readGithubRepository, type GithubRepository } from '../external/githubReading.ts';
import { ok, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { notFound, Refusal, refusal } from '../refusals.ts';
import { beginImport } from '../transfer/imports.ts';
import { findPlace, isPathName, mayImportInto, type Place } from '../transfer/places.ts';
import { changeImport, importOf } from '../transfer/transfers.ts';
import { canSee, levelIn } from '../world/access.ts';
import { levels } from '../world/records.ts';
import { importedProjectRecord, pathOf } from './externalImports.ts';

const refused = (status: number, errors: string): Refusal => new Refusal(jsonResponse(status, { errors }));

interface GithubAccess {
  readonly github_hostname?: string | undefined;
  readonly personal_access_token: string;
  readonly additional_access_tokens?: readonly string[] | undefined;
}

const askingGithub = (visit: RequestContext, given: GithubAccess): Asking => {
  const { github_hostname: hostname, personal_access_token: token, additional_access_tokens: further = [] } = given;
  const address = hostname ?? visit.transfers.settings.services.github;
  if (address === undefined) throw refused(422, 'Import failed due to a GitHub error: the service cannot be reached');
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw refused(400, `Invalid URL: ${address}`);
  }
  const { edition } = visit;
  const takesAsItIs = hostname !== undefined && isAtLeast(edition, '16.5') && !isAtLeast(edition, '17.2');
  return {
    address: githubApi(address, takesAsItIs ? 'takesAsItIs' : 'addsPath'),
    authorization: `Bearer ${token}`,
    furtherAuthorizations: further.map((secret) => `Bearer ${secret}`),
    signal: visit.transfers.settings.closing,
  };
};

/** Maps errors of GitHub to GitLab's responses. */
const asked = async <T>(request: () => Promise<T>): Promise<T> => {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.status === 401) {
      throw new Refusal(jsonResponse(401, { error: 'Access denied to your GitHub account.' }));
    }
    if (error.status === 429) throw new Refusal(jsonResponse(429, { error: 'Too Many Requests' }));
    throw refused(422, `Import failed due to a GitHub error: ${error.message}`);
  }
};

const openPlace = (visit: RequestContext, wanted: string): Place => {
  const place = findPlace(visit.world, wanted);
  if (place === undefined) throw refused(422, 'Namespace or group to import repository into does not exist.');
  if (!mayImportInto(visit.world, requireUser(visit), place)) {
    throw refused(422, 'You are not allowed to import projects in this namespace.');
  }
  return place;
};

/** H1. Reads the user and the repository before it responds, the rest later. */
export const handleImportFromGithub: Handler<typeof importFromGithub> = async (visit) => {
  const person = requireUser(visit);
  if (!visit.transfers.settings.allowances.importSources.includes('github')) {
    throw new Refusal(jsonResponse(403, { errors: ['The import source is disabled.'] }));
  }
  const given = visit.parameters();
  const asking = askingGithub(visit, given);
  const repository = await asked(async (): Promise<GithubRepository> => {
    await ask(asking, '/user');
    return readGithubRepository(asking, given.repo_id);
  });
  const place = openPlace(visit, given.target_namespace);
  const name = given.new_name ?? repository.name;
  const path = pathOf(name);
  if (!isPathName(path)) throw refused(422, "Path can contain only letters, digits, '_', '-' and '.'");
  const project = await beginImport(visit.transfers, {
    place,
    path,
    name,
    person,
    type: 'github',
    source: {
      kind: 'github',
      api: asking.address,
      token: given.personal_access_token,
      furtherTokens: given.additional_access_tokens ?? [],
      ...(given.pagination_limit === undefined ? {} : { pageSize: Math.min(100, Math.max(1, given.pagination_limit)) }),
      repositoryId: given.repo_id,
    },
    importSource: repository.full_name,
  });
  if (project === undefined) throw refused(422, 'Path has already been taken');
  return { kind: 'json', status: 201, body: importedProjectRecord(visit, project) };
};

/** H2. For Owners, while the import is scheduled or started. */
export const handleCancelGithubImport: Handler<typeof cancelGithubImport> = async (visit) => {
  const person = requireUser(visit);
  const { project_id: id } = visit.parameters();
  const { world, transfers } = visit;
  const project = world.state.projects.find((candidate) => candidate.id === id);
  const job = project === undefined ? undefined : importOf(transfers, project.id);
  if (project === undefined || job?.type !== 'github') throw notFound();
  if (!canSee(world, person, project)) throw refusal(404, 'Not Found');
  const isOwner = person.isAdmin || levelIn(world, person, project) >= levels.owner;
  if (!isOwner) throw refusal(403, 'Unauthorized access');
  if (job.state !== 'scheduled' && job.state !== 'started') {
    throw refusal(400, `The import cannot be canceled because it is ${job.state}`);
  }
  await changeImport(transfers, project.id, { state: 'canceled' });
  return ok(importedProjectRecord(visit, project));
};

/** H3. Checks the token before it responds; the body is the status. */
export const handleImportGithubGists: Handler<typeof importGithubGists> = async (visit) => {
  const person = requireUser(visit);
  const { personal_access_token: token } = visit.parameters();
  const asking = askingGithub(visit, { personal_access_token: token });
  await asked(() => ask(asking, '/user'));
  const isBegun = await beginGistImport(visit.transfers, { personId: person.id, api: asking.address, token });
  if (!isBegun) throw refused(422, 'Import already in progress');
  return { kind: 'nothing', status: 202, body: 202 };
};
