import type { downloadProjectExport, exportProject, getProjectExport } from '../../wire/projectTransfer.ts';
import { ok, openProject, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { limitAction } from '../rateLimits.ts';
import { forbidden, invalidRecord, refusal } from '../refusals.ts';
import { repositorySize } from '../transfer/allowances.ts';
import { beginExport, exportOf } from '../transfer/exports.ts';
import { levelIn } from '../world/access.ts';
import { levels, type Person, type ProjectState } from '../world/records.ts';
import type { ExportJob } from '../world/transferRecords.ts';
import { downloadReply } from './downloads.ts';
import { identityRecord } from './transferRecords.ts';

const openOwn = (visit: RequestContext): { readonly project: ProjectState; readonly person: Person } => {
  const person = requireUser(visit);
  if (!visit.transfers.settings.allowances.projectExport) throw refusal(404, '404 Not Found');
  const project = openProject(visit);
  if (!person.isAdmin && levelIn(visit.world, person, project) < levels.maintainer) throw forbidden();
  return { project, person };
};

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** X1. For Maintainers. Keeps the previous archive until the new one is ready. */
export const handleExportProject: Handler<typeof exportProject> = async (visit) => {
  const { project, person } = openOwn(visit);
  limitAction(visit, 'project_export');
  const { description, upload } = visit.parameters();
  if (upload !== undefined && !isAddress(upload.url)) {
    throw invalidRecord({ url: ['is blocked: Only allowed schemes are http, https'] });
  }
  const { largestExport } = visit.transfers.settings.allowances;
  if (largestExport > 0 && (await repositorySize(visit.world.repository(project).directory)) > largestExport) {
    throw refusal(400, 'The project size exceeds the export limit.');
  }
  await beginExport(visit.transfers, {
    kind: 'project',
    subjectId: project.id,
    personId: person.id,
    description: description ?? null,
    upload: upload === undefined ? null : { url: upload.url, method: upload.http_method ?? 'PUT' },
  });
  return { kind: 'json', status: 202, body: { message: '202 Accepted' } };
};

const statusOf = (job: ExportJob | undefined): string => {
  if (job === undefined) return 'none';
  const isAtWork = job.state === 'queued' || job.state === 'started';
  return isAtWork && job.file !== null ? 'regeneration_in_progress' : job.state;
};

/** X2. Status of the caller's own export; links once it is finished. */
export const handleGetProjectExport: Handler<typeof getProjectExport> = async (visit) => {
  const { project, person } = openOwn(visit);
  visit.parameters();
  const status = statusOf(exportOf(visit.transfers, 'project', project.id, person.id));
  return ok({
    ...identityRecord(visit, project),
    export_status: status,
    ...(status === 'finished'
      ? {
          _links: {
            api_url: `${visit.url}/api/v4/projects/${project.id}/export/download`,
            web_url: `${visit.url}/${project.path}/download_export`,
          },
        }
      : {}),
  });
};

/** X3. The caller's own export only. */
export const handleDownloadProjectExport: Handler<typeof downloadProjectExport> = async (visit) => {
  const { project, person } = openOwn(visit);
  limitAction(visit, 'project_download_export', project.id);
  visit.parameters();
  return downloadReply(visit, { kind: 'project', subjectId: project.id, personId: person.id, path: project.path });
};
