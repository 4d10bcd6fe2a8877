import type { ImportedProject, importFromBitbucket, importFromBitbucketServer } from '../../wire/externalImport.ts';
import type { importGitRepository } from '../../wire/projectTransfer.ts';
import { isAtLeast } from '../edition.ts';
import { jsonResponse } from '../exchange.ts';
import { OutsideError } from '../external/asking.ts';
import { readBitbucketRepository } from '../external/bitbucketReading.ts';
import { askingFor } from '../external/loading.ts';
import { listBranchRefs } from '../git/refs.ts';
import { openProject, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { forbidden, Refusal, refusal } from '../refusals.ts';
import type { ImportSourceName } from '../transfer/allowances.ts';
import { beginGitImport, beginImport } from '../transfer/imports.ts';
import { findPlace, isPathName, mayImportInto, personalPlace, type Place } from '../transfer/places.ts';
import { importOf } from '../transfer/transfers.ts';
import { levelIn } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';
import type { ImportSource } from '../world/transferRecords.ts';
import { fullName, importRecord } from './transferRecords.ts';

/** Record of newer releases. */
export const importedProjectRecord = (visit: RequestContext, project: ProjectState): ImportedProject => {
  const job = importOf(visit.transfers, project.id);
  const source = job?.importSource ?? null;
  return {
    id: project.id,
    name: project.name,
    full_path: `/${project.path}`,
    full_name: fullName(visit, project),
    refs_url: `/${project.path}/refs`,
    import_source: source,
    import_status: job?.state ?? 'none',
    human_import_status_name: job?.state ?? 'none',
    provider_link: source === null ? null : `/${source}`,
    relation_type: null,
    import_warning: null,
    ...(job?.state === 'failed' ? { import_error: job.error } : {}),
  };
};

/** GitLab's slug of a name: invalid characters become dashes. */
export const pathOf = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '');

const refused = (status: number, error: string): Refusal => new Refusal(jsonResponse(status, { message: { error } }));

const refuseClosed = (visit: RequestContext, source: ImportSourceName): void => {
  if (visit.transfers.settings.allowances.importSources.includes(source)) return;
  throw refused(403, 'The import source is disabled.');
};

const openPlace = (visit: RequestContext, wanted: string | undefined): Place => {
  const person = requireUser(visit);
  const place = wanted === undefined ? personalPlace(person) : findPlace(visit.world, wanted);
  if (place === undefined || !mayImportInto(visit.world, person, place)) {
    throw refused(401, "You don't have permission to import this project");
  }
  return place;
};

interface WantedRepository {
  readonly place: Place;
  readonly newName: string | undefined;
  readonly source: Extract<ImportSource, { kind: 'bitbucketServer' | 'bitbucket' }>;
}

/** From 15.1 to 16.9 `new_name` didn't change the path of imports from Bitbucket Server. */
const keepsSlug = ({ edition }: RequestContext, { kind }: WantedRepository['source']): boolean =>
  kind === 'bitbucketServer' && isAtLeast(edition, '15.1') && !isAtLeast(edition, '16.10');

const begin = async (visit: RequestContext, { place, newName, source }: WantedRepository) => {
  const { transfers } = visit;
  const service = source.kind === 'bitbucket' ? 'Bitbucket' : 'Bitbucket Server';
  let repository;
  try {
    repository = await readBitbucketRepository(
      askingFor(source, transfers.settings.closing),
      source.kind,
      source.repository,
    );
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.status === 404) throw refused(422, `Project ${source.repository} could not be found`);
    throw refused(400, `Import failed due to a ${service} error: ${error.message}`);
  }
  const name = newName ?? repository.name;
  const path = keepsSlug(visit, source)
    ? repository.source.slice(repository.source.lastIndexOf('/') + 1)
    : pathOf(name);
  const project = isPathName(path)
    ? await beginImport(transfers, {
        place,
        path,
        name,
        person: requireUser(visit),
        type: source.kind === 'bitbucket' ? 'bitbucket' : 'bitbucket_server',
        source,
        importSource: repository.source,
      })
    : undefined;
  if (project === undefined) throw refused(422, 'Path has already been taken');
  return { kind: 'json', status: 201, body: importedProjectRecord(visit, project) } as const;
};

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * H4. Like GitLab, reads only `new_namespace`; with `target_namespace` alone the project is created in the caller's
 * namespace.
 */
export const handleImportFromBitbucketServer: Handler<typeof importFromBitbucketServer> = async (visit) => {
  requireUser(visit);
  refuseClosed(visit, 'bitbucket_server');
  const given = visit.parameters();
  const address = given.bitbucket_server_url.replace(/(?<!\/)\/+$/, '');
  if (!isAddress(address)) throw refused(400, `Invalid URL: ${address}`);
  return begin(visit, {
    place: openPlace(visit, given.new_namespace),
    newName: given.new_name,
    source: {
      kind: 'bitbucketServer',
      address,
      username: given.bitbucket_server_username,
      token: given.personal_access_token,
      repository: `${given.bitbucket_server_project}/${given.bitbucket_server_repo}`,
    },
  });
};

/** H5. The address of Bitbucket Cloud is a setting of the sandbox. */
export const handleImportFromBitbucket: Handler<typeof importFromBitbucket> = async (visit) => {
  requireUser(visit);
  refuseClosed(visit, 'bitbucket');
  const given = visit.parameters();
  const address = visit.transfers.settings.services.bitbucket;
  if (address === undefined)
    throw refused(400, 'Import failed due to a Bitbucket error: the service cannot be reached');
  return begin(visit, {
    place: openPlace(visit, given.target_namespace),
    newName: given.new_name,
    source: {
      kind: 'bitbucket',
      address: address.replace(/(?<!\/)\/+$/, ''),
      username: given.bitbucket_username,
      token: given.bitbucket_app_password,
      repository: given.repo_path,
    },
  });
};

/** X10. For Maintainers, into a project without a repository; an unreachable URL shows later in X7. */
export const handleImportGitRepository: Handler<typeof importGitRepository> = async (visit) => {
  const person = requireUser(visit);
  const project = openProject(visit);
  if (!person.isAdmin && levelIn(visit.world, person, project) < levels.maintainer) throw forbidden();
  const { import_url: url, import_url_user: username, import_url_password: password } = visit.parameters();
  if (!isAddress(url)) throw refusal(422, 'Import url is blocked: Only allowed schemes are http, https');
  const former = importOf(visit.transfers, project.id)?.state;
  if (former === 'scheduled' || former === 'started') throw refusal(409, 'Import already in progress');
  if ((await listBranchRefs(visit.world.repository(project))).length > 0) {
    throw refusal(409, 'Project already has a repository');
  }
  await beginGitImport(visit.transfers, {
    project,
    person,
    source: { kind: 'git', url, username: username ?? '', password: password ?? '' },
  });
  return { kind: 'nothing', status: 201, body: importRecord(visit, project) };
};
