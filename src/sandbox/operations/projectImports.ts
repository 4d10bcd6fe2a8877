import type {
  getProjectImport,
  importProject,
  importProjectFromS3,
  importRelation,
  importRemoteProject,
  listRelationImports,
  RelationImport,
} from '../../wire/projectTransfer.ts';
import { ok, openProject, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { limitAction } from '../rateLimits.ts';
import { badParameters, forbidden, notFound, refusal } from '../refusals.ts';
import { beginImport } from '../transfer/imports.ts';
import { findPlace, isPathName, mayImportInto, personalPlace, type Place } from '../transfer/places.ts';
import { beginRelationImport } from '../transfer/relationImports.ts';
import { remoteComplaint, type RemoteSource } from '../transfer/sources.ts';
import { canSee, levelIn } from '../world/access.ts';
import { levels, type Person, type ProjectState } from '../world/records.ts';
import type { ImportSource, RelationImportJob } from '../world/transferRecords.ts';
import { importRecord } from './transferRecords.ts';
import { archiveFile } from './uploadedArchive.ts';

/** Throws 403 where an administrator has disabled imports of archives. */
const importer = (visit: RequestContext): Person => {
  const person = requireUser(visit);
  if (!visit.transfers.settings.allowances.importSources.includes('gitlab_project')) throw forbidden();
  return person;
};

interface Destination {
  readonly namespace?: number | string | undefined;
  readonly namespace_id?: number | undefined;
  readonly namespace_path?: string | undefined;
  readonly name?: string | undefined;
  readonly path: string;
  readonly overwrite?: boolean | undefined;
  readonly override_params?: Readonly<Record<string, unknown>> | undefined;
}

const openPlace = (visit: RequestContext, person: Person, given: Destination): Place => {
  const named = [given.namespace, given.namespace_id, given.namespace_path].filter((value) => value !== undefined);
  if (named.length > 1) throw badParameters(['namespace, namespace_id, namespace_path are mutually exclusive']);
  const [wanted] = named;
  if (wanted === undefined) {
    if (person.isBot === true) throw refusal(400, 'Namespace is not valid');
    return personalPlace(person);
  }
  const place = findPlace(visit.world, wanted);
  // forbidden looks like missing
  if (place === undefined || !mayImportInto(visit.world, person, place)) throw notFound('Namespace');
  return place;
};

interface Opened {
  readonly person: Person;
  readonly place: Place;
  readonly path: string;
  readonly replaces: ProjectState | undefined;
}

const openDestination = (visit: RequestContext, person: Person, given: Destination): Opened => {
  const place = openPlace(visit, person, given);
  const path = given.path.slice(given.path.lastIndexOf('/') + 1);
  if (!isPathName(path)) throw refusal(400, "Path can contain only letters, digits, '_', '-' and '.'");
  const full = `${place.path}/${path}`.toLowerCase();
  const taken = visit.world.state.projects.find((project) => project.path.toLowerCase() === full);
  const mayReplace =
    taken !== undefined && (person.isAdmin || levelIn(visit.world, person, taken) >= levels.maintainer);
  if (taken !== undefined && !(given.overwrite === true && mayReplace)) {
    throw refusal(400, 'Path has already been taken');
  }
  return { person, place, path, replaces: taken };
};

const begin = async (
  visit: RequestContext,
  given: Destination,
  { person, place, path, replaces }: Opened,
  source: ImportSource,
) => {
  const project = await beginImport(visit.transfers, {
    place,
    path,
    name: given.name ?? path,
    person,
    type: 'gitlab_project',
    source,
    overrides: given.override_params ?? {},
    replaces,
  });
  if (project === undefined) {
    if (source.kind === 'file') await visit.transfers.dropUpload(source.file);
    throw refusal(400, 'Path has already been taken');
  }
  return { kind: 'json', status: 201, body: importRecord(visit, project) } as const;
};

/** X4. Creates an empty project at once; the content follows. */
export const handleImportProject: Handler<typeof importProject> = async (visit) => {
  const person = importer(visit);
  limitAction(visit, 'project_import');
  const given = visit.parameters();
  const archive = archiveFile(given.file, 'project');
  const opened = openDestination(visit, person, given);
  return begin(visit, given, opened, { kind: 'file', file: await visit.transfers.keepUpload(archive) });
};

const fromAfar = async (visit: RequestContext, given: Destination, opened: Opened, source: RemoteSource) => {
  const complaint = await remoteComplaint(visit.transfers, source);
  if (complaint !== undefined) throw refusal(400, complaint);
  return begin(visit, given, opened, source);
};

/** X5. Checks the remote file before it responds; downloads it later. */
export const handleImportRemoteProject: Handler<typeof importRemoteProject> = async (visit) => {
  const person = importer(visit);
  limitAction(visit, 'project_import');
  const given = visit.parameters();
  const opened = openDestination(visit, person, given);
  return fromAfar(visit, given, opened, { kind: 'url', url: given.url });
};

/** X6. Like X5, with a signed S3 request. */
export const handleImportProjectFromS3: Handler<typeof importProjectFromS3> = async (visit) => {
  const person = importer(visit);
  limitAction(visit, 'project_import');
  const given = visit.parameters();
  const opened = openDestination(visit, person, given);
  const storage = visit.transfers.settings.services.s3;
  if (storage === undefined) throw refusal(400, 'Failed to open the file: there is no object storage here');
  const key = given.file_key.split('/').map(encodeURIComponent).join('/');
  return fromAfar(visit, given, opened, {
    kind: 's3',
    url: `${storage}/${encodeURIComponent(given.bucket_name)}/${key}`,
    region: given.region,
    accessKeyId: given.access_key_id,
    secretAccessKey: given.secret_access_key,
  });
};

/** X7. Requires authentication, also for public projects. */
export const handleGetProjectImport: Handler<typeof getProjectImport> = async (visit) => {
  requireUser(visit);
  const project = openProject(visit);
  visit.parameters();
  return ok(importRecord(visit, project));
};

const relationRecord = (visit: RequestContext, job: RelationImportJob): RelationImport => ({
  id: job.id,
  project_path: visit.world.state.projects.find(({ id }) => id === job.projectId)?.path ?? '',
  relation: job.relation,
  status: job.state,
  created_at: job.createdAt,
  updated_at: job.updatedAt,
});

/** X8. For Maintainers; one relation at a time. */
export const handleImportRelation: Handler<typeof importRelation> = async (visit) => {
  const person = importer(visit);
  limitAction(visit, 'project_import');
  const { path, file, relation } = visit.parameters();
  const archive = archiveFile(file, 'project');
  const { world, transfers } = visit;
  const project = world.state.projects.find((candidate) => candidate.path.toLowerCase() === path.toLowerCase());
  if (project === undefined || !canSee(world, person, project)) throw refusal(404, 'Project not found');
  if (!person.isAdmin && levelIn(world, person, project) < levels.maintainer) {
    throw refusal(403, 'You are not authorized to perform this action');
  }
  const upload = await transfers.keepUpload(archive);
  const job = await beginRelationImport(transfers, { projectId: project.id, relation, file: upload });
  if (job === undefined) {
    await transfers.dropUpload(upload);
    throw refusal(409, 'A relation import is already in progress for this project');
  }
  return { kind: 'json', status: 201, body: relationRecord(visit, job) };
};

/** X9. Oldest first. */
export const handleListRelationImports: Handler<typeof listRelationImports> = async (visit) => {
  const person = requireUser(visit);
  const project = openProject(visit);
  if (!person.isAdmin && levelIn(visit.world, person, project) < levels.maintainer) throw forbidden();
  visit.parameters();
  const jobs = visit.transfers.state.relationImports.filter(({ projectId }) => projectId === project.id);
  return ok(jobs.map((job) => relationRecord(visit, job)));
};
