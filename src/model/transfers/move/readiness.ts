import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { getGroup } from '../../../wire/groups.ts';
import { getApplicationSettings, getUser } from '../../../wire/instance.ts';
import { exportProject, importProject } from '../../../wire/projectTransfer.ts';
import { getProject, type Project } from '../../../wire/projects.ts';
import type { AccountCapabilities } from '../../accountCapabilities.ts';
import type { Availability } from '../../capabilities.ts';
import { type PathHolder, pathHolder } from '../imports/pathHolder.ts';
import type { Release } from '../../release.ts';
import { includesRole, ownRole, roles } from '../../role.ts';

/** Compatibility of an archive. */
export type ReleaseFit = 'same' | 'newer' | 'muchNewer' | 'older' | 'unknown';

/** Promised by GitLab. */
const promisedMinors = 2;

/** Newer releases can read an archive; beyond two minor releases it isn't guaranteed. */
export const releaseFit = (source: Release | undefined, target: Release | undefined): ReleaseFit => {
  if (source === undefined || target === undefined) return 'unknown';
  const [major, minor] = [target[0] - source[0], target[1] - source[1]];
  if (major === 0 && minor === 0) return 'same';
  if (major < 0 || (major === 0 && minor < 0)) return 'older';
  return major === 0 && minor <= promisedMinors ? 'newer' : 'muchNewer';
};

export interface MoveReadiness {
  readonly project: Project;
  readonly mayExport: boolean | undefined;
  readonly canExport: Availability;
  readonly canImport: Availability;
  /** Reported to administrators only. */
  readonly isImportAllowed: boolean | undefined;
  readonly sourceRelease: Release | undefined;
  readonly targetRelease: Release | undefined;
  readonly fit: ReleaseFit;
  readonly taken: PathHolder | undefined;
  /** Limits that of the project. Undefined for personal namespaces. */
  readonly targetVisibility: string | undefined;
  /** Required for mapping users. */
  readonly isTargetAdmin: boolean;
}

export interface WantedMove {
  readonly source: { readonly client: Client; readonly capabilities: AccountCapabilities; readonly project: number };
  readonly target: {
    readonly client: Client;
    readonly capabilities: AccountCapabilities;
    readonly namespace: string;
    readonly isGroup: boolean;
    readonly path: string;
  };
}

/** Reads only. Throws if a server can't be reached. */
export const moveReadiness = async ({ source, target }: WantedMove, signal: AbortSignal): Promise<MoveReadiness> => {
  const [[project, mayExport], { is_admin: isTargetAdmin }, taken, targetVisibility, isImportAllowed] =
    await Promise.all([
      readSource(source, signal),
      target.client.send(getUser, {}, { signal }),
      pathHolder(target.client, `${target.namespace}/${target.path}`, { signal }),
      target.isGroup ? visibilityOf(target.client, target.namespace, signal) : undefined,
      importAllowed(target.client, signal),
      source.capabilities.ready({ signal }),
      target.capabilities.ready({ signal }),
    ]);
  const [sourceRelease, targetRelease] = [source.capabilities.known.release, target.capabilities.known.release];
  return {
    project,
    mayExport,
    canExport: source.capabilities.of(exportProject, project.path_with_namespace),
    canImport: target.capabilities.of(importProject, target.namespace),
    sourceRelease,
    targetRelease,
    isImportAllowed,
    fit: releaseFit(sourceRelease, targetRelease),
    taken,
    targetVisibility,
    isTargetAdmin: isTargetAdmin === true,
  };
};

const readSource = async (
  { client, project: id }: WantedMove['source'],
  signal: AbortSignal,
): Promise<readonly [project: Project, mayExport: boolean | undefined]> => {
  const [project, user] = await Promise.all([
    client.send(getProject, { id }, { signal }),
    client.send(getUser, {}, { signal }),
  ]);
  const mayExport =
    user.is_admin === true || includesRole(await ownRole(client, project, user.id, { signal }), roles.maintainer);
  return [project, mayExport];
};

const importAllowed = async (client: Client, signal: AbortSignal): Promise<boolean | undefined> => {
  try {
    const { import_sources: sources } = await client.send(getApplicationSettings, {}, { signal });
    return sources?.includes('gitlab_project');
  } catch (error) {
    if (requestErrorFacts(error, 'forbidden', 'insufficientScope', 'notFound') === undefined) throw error;
    return undefined;
  }
};

const visibilityOf = async (client: Client, path: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    return (await client.send(getGroup, { id: path, with_projects: false }, { signal })).visibility ?? undefined;
  } catch (error) {
    if (requestErrorFacts(error, 'notFound', 'forbidden') === undefined) throw error;
    return undefined;
  }
};

const order = ['private', 'internal', 'public'];

/** Project visibility, at most the group's. */
export const visibilityThere = (project: string | undefined, group: string | undefined): string | undefined => {
  if (project === undefined || group === undefined) return project;
  return order.indexOf(project) <= order.indexOf(group) ? project : group;
};
