import type { ProjectImport } from '../../../wire/projectTransfer.ts';
import type { JobChange, JobPhase } from '../jobs/job.ts';

const phases: ReadonlyMap<string, JobPhase> = new Map([
  ['finished', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Job change after X7; unknown states count as running. `clean` removes secrets from messages. */
export const changeByImport = (found: ProjectImport, baseUrl: string, clean: (words: string) => string): JobChange => {
  const {
    import_status: status,
    import_error: error,
    stats,
    correlation_id: correlationId,
    path_with_namespace: path,
  } = found;
  const phase = phases.get(status) ?? 'running';
  const words = error === undefined || error === null || error === '' ? undefined : clean(error);
  return {
    phase,
    subject: { type: 'project', path, id: found.id, webUrl: `${baseUrl}/${path}` },
    state: { state: status, ...(phase === 'failed' && words !== undefined ? { words } : {}) },
    failedRelations: found.failed_relations.map((relation) => ({
      ...relation,
      exception_message:
        typeof relation.exception_message === 'string' ? clean(relation.exception_message) : relation.exception_message,
    })),
    ...(stats === undefined || stats === null ? {} : { stats }),
    ...(correlationId === undefined || correlationId === null ? {} : { correlationId }),
    ...(phase === 'failed' && words !== undefined ? { error: { words } } : {}),
  };
};
