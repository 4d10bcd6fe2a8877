import type { importGitRepository } from '../../wire/projectTransfer.ts';
import { listBranchRefs } from '../git/refs.ts';
import { openProject, signedIn, type Handler } from '../handling.ts';
import { forbidden, refusal } from '../refusals.ts';
import { beginGitImport } from '../transfer/imports.ts';
import { importOf } from '../transfer/importState.ts';
import { levelIn } from '../world/access.ts';
import { levels } from '../world/records.ts';
import { importRecord } from './transferRecords.ts';

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** X10. For maintainers of a project without a repository; whether the address answers shows later, by X7. */
export const handleImportGitRepository: Handler<typeof importGitRepository> = async (visit) => {
  const person = signedIn(visit);
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
