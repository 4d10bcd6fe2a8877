import type { ProjectImport } from '../../wire/projectTransfer.ts';
import type { RequestContext } from '../handling.ts';
import { findPlace } from '../transfer/places.ts';
import { importOf } from '../transfer/transfers.ts';
import { levelIn } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';

const namesAbove = (visit: RequestContext, path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((part, index) => {
    const place = findPlace(visit.world, parts.slice(0, index + 1).join('/'));
    return place === undefined ? part : place.kind === 'group' ? place.group.name : place.owner.name;
  });
};

/** Name with those of its groups: `Acme / Tools / Orchard`. */
export const fullName = (visit: RequestContext, project: ProjectState): string =>
  [...namesAbove(visit, project.path), project.name].join(' / ');

/** Project fields in the records of exports and imports. */
export const identityRecord = (visit: RequestContext, project: ProjectState) => ({
  id: project.id,
  description: project.description === '' ? null : project.description,
  name: project.name,
  name_with_namespace: fullName(visit, project),
  path: project.path.slice(project.path.lastIndexOf('/') + 1),
  path_with_namespace: project.path,
  created_at: project.createdAt,
});

/** Only Maintainers and the importing user get the error message. */
export const importRecord = (visit: RequestContext, project: ProjectState): ProjectImport => {
  const { world, transfers, person } = visit;
  const job = importOf(transfers, project.id);
  const isMaintainer = person?.isAdmin === true || levelIn(world, person, project) >= levels.maintainer;
  const error = job?.error ?? null;
  return {
    ...identityRecord(visit, project),
    import_status: job?.state ?? 'none',
    import_type: job?.type ?? null,
    correlation_id: job?.correlationId ?? null,
    failed_relations: [...(job?.failedRelations ?? [])],
    import_error:
      error === null || isMaintainer || job?.personId === person?.id
        ? error
        : 'Ask a maintainer to check the import status for more details.',
    stats: job?.stats ?? null,
  };
};
