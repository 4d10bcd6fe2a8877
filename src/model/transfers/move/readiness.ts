import type { Client } from '../../../client/client.ts';
import { requestFailure } from '../../../client/errors.ts';
import { getGroup } from '../../../wire/groups.ts';
import { getApplicationSettings, getUser } from '../../../wire/instance.ts';
import { exportProject, importProject } from '../../../wire/projectTransfer.ts';
import { getProject, type Project } from '../../../wire/projects.ts';
import type { AccountCapabilities } from '../../accountCapabilities.ts';
import type { Availability } from '../../capabilities.ts';
import { type PathHolder, pathHolder } from '../imports/pathHolder.ts';
import type { Release } from '../../release.ts';

/** Whether an archive of one release can be read by another. */
export type ReleaseFit = 'same' | 'newer' | 'muchNewer' | 'older' | 'unknown';

/** Releases GitLab promises to read archives of: two minor ones back. */
const promisedMinors = 2;

/**
 * How the target's release fits the source's: archives are read by the same and newer releases; for more than two minor
 * releases in between (or another major one) GitLab promises nothing, but it mostly works.
 */
export const releaseFit = (source: Release | undefined, target: Release | undefined): ReleaseFit => {
  if (source === undefined || target === undefined) return 'unknown';
  const [major, minor] = [target[0] - source[0], target[1] - source[1]];
  if (major === 0 && minor === 0) return 'same';
  if (major < 0 || (major === 0 && minor < 0)) return 'older';
  return major === 0 && minor <= promisedMinors ? 'newer' : 'muchNewer';
};

const maintainer = 40;

/** Whether a user with these rights may export a project; undefined when the server does not say. */
const mayExport = ({ permissions }: Project, isAdmin: boolean): boolean | undefined => {
  if (isAdmin) return true;
  if (!permissions) return undefined;
  const { project_access: own, group_access: group } = permissions;
  return Math.max(own?.access_level ?? 0, group?.access_level ?? 0) >= maintainer;
};

/** What stands between a user and a move, or should be known before it begins. */
export interface MoveReadiness {
  readonly project: Project;
  readonly mayExport: boolean | undefined;
  /** Whether the servers have what is needed, as far as they said. */
  readonly canExport: Availability;
  readonly canImport: Availability;
  /** Whether the target lets archives be imported; undefined where it does not tell (only administrators are told). */
  readonly isImportAllowed: boolean | undefined;
  readonly sourceRelease: Release | undefined;
  readonly targetRelease: Release | undefined;
  readonly fit: ReleaseFit;
  /** What has the path already. */
  readonly taken: PathHolder | undefined;
  /** How visible the target's group is: nothing in it is more so. Undefined for a user's own place. */
  readonly targetVisibility: string | undefined;
  /** Whether people are matched with those of the target: only where an administrator imports. */
  readonly isTargetAdmin: boolean;
}

/** Where a move would go from and to. */
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

/** Reads what must be known before a move. Sends no write. Throws when one of the servers cannot be asked. */
export const moveReadiness = async ({ source, target }: WantedMove, signal: AbortSignal): Promise<MoveReadiness> => {
  const [project, isSourceAdmin, isTargetAdmin, taken, targetVisibility, isImportAllowed] = await Promise.all([
    source.client.send(getProject, { id: source.project }, { signal }),
    isAdmin(source.client, signal),
    isAdmin(target.client, signal),
    pathHolder(target.client, `${target.namespace}/${target.path}`, { signal }),
    target.isGroup ? visibilityOf(target.client, target.namespace, signal) : undefined,
    importAllowed(target.client, signal),
    source.capabilities.ready({ signal }),
    target.capabilities.ready({ signal }),
  ]);
  const [sourceRelease, targetRelease] = [source.capabilities.known.release, target.capabilities.known.release];
  return {
    project,
    mayExport: mayExport(project, isSourceAdmin),
    canExport: source.capabilities.of(exportProject, project.path_with_namespace),
    canImport: target.capabilities.of(importProject, target.namespace),
    sourceRelease,
    targetRelease,
    isImportAllowed,
    fit: releaseFit(sourceRelease, targetRelease),
    taken,
    targetVisibility,
    isTargetAdmin,
  };
};

const isAdmin = async (client: Client, signal: AbortSignal): Promise<boolean> =>
  (await client.send(getUser, {}, { signal })).is_admin === true;

const importAllowed = async (client: Client, signal: AbortSignal): Promise<boolean | undefined> => {
  try {
    const { import_sources: sources } = await client.send(getApplicationSettings, {}, { signal });
    return sources?.includes('gitlab_project');
  } catch (error) {
    if (requestFailure(error, 'forbidden', 'insufficientScope', 'notFound') === undefined) throw error;
    return undefined;
  }
};

const visibilityOf = async (client: Client, path: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    return (await client.send(getGroup, { id: path, with_projects: false }, { signal })).visibility ?? undefined;
  } catch (error) {
    if (requestFailure(error, 'notFound', 'forbidden') === undefined) throw error;
    return undefined;
  }
};

const order = ['private', 'internal', 'public'];

/** The visibility a project gets in a group: never more than the group's own. */
export const visibilityThere = (project: string | undefined, group: string | undefined): string | undefined => {
  if (project === undefined || group === undefined) return project;
  return order.indexOf(project) <= order.indexOf(group) ? project : group;
};
