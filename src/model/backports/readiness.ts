import { eachPage, everyItem } from '../../client/eachPage.ts';
import { isCancelled } from '../../client/errors.ts';
import { getCommit } from '../../wire/commits.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import { getBranch } from '../../wire/projects.ts';
import { listProtectedBranches, type ProtectedBranch } from '../../wire/protectedBranches.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { allowsForcePush } from '../git/forcePush.ts';
import { type Changelog, type ChangelogPlace, nextVersion, readChangelog } from './changelog.ts';
import type { BackportRules } from './projectFile.ts';
import { countStates, type QueueBranch, type QueueState } from './queue.ts';

/** In display order. */
export const checkNames = ['queue', 'requests', 'pipeline', 'protection', 'changelog'] as const;
export type CheckName = (typeof checkNames)[number];

export type ReadinessCheck =
  | {
      readonly name: 'queue';
      readonly state: 'ready' | 'notReady';
      readonly counts: readonly (readonly [QueueState, number])[];
    }
  /** Not in the project file. */
  | { readonly name: 'queue'; readonly state: 'notApplicable' }
  /** To the branch or in its milestones, newest first; `isCut` if there are more. */
  | {
      readonly name: 'requests';
      readonly state: 'ready' | 'notReady';
      readonly requests: readonly MergeRequest[];
      readonly isCut: boolean;
    }
  | {
      readonly name: 'pipeline';
      readonly state: 'ready' | 'notReady' | 'notApplicable';
      readonly status: string | null;
      readonly link: string | undefined;
    }
  | {
      readonly name: 'protection';
      readonly state: 'ready' | 'notReady';
      readonly rules: readonly ProtectedBranch[];
      readonly forcePush: boolean | undefined;
    }
  | { readonly name: 'changelog'; readonly state: 'ready' | 'notReady'; readonly changelog: Changelog }
  /** No tag gives the version. */
  | { readonly name: 'changelog'; readonly state: 'notApplicable' }
  | { readonly name: CheckName; readonly state: 'unknown'; readonly error: unknown };

export interface Readiness {
  readonly branch: string;
  /** SHA when read. */
  readonly tip: string;
  readonly checks: readonly ReadinessCheck[];
  readonly readAtMs: number;
}

export interface ReadinessSource {
  readonly rules: BackportRules | undefined;
  /** Or the error. */
  readonly queue: QueueBranch | { readonly error: unknown } | undefined;
}

/** Read-only. Failed checks are unknown. Throws if the branch can't be read, or when aborted. */
export const readReadiness = async (
  place: ChangelogPlace,
  branch: string,
  { rules, queue }: ReadinessSource,
  signal: AbortSignal,
): Promise<Readiness> => {
  place.client.stopSharing();
  const { commit } = await place.client.send(getBranch, { id: place.project, branch }, { signal });
  const at = { place, branch, tip: commit.id, signal };
  const making: Readonly<Record<CheckName, () => Promise<ReadinessCheck>>> = {
    queue: async () => checkQueue(queue),
    requests: () => checkMergeRequests(at, rules),
    pipeline: () => checkPipeline(at),
    protection: () => checkProtection(at),
    changelog: () => checkChangelog(at),
  };
  const checks = await Promise.all(
    checkNames.map((name) =>
      making[name]().catch((error: unknown): ReadinessCheck => {
        if (isCancelled(error) || signal.aborted) throw error;
        return { name, state: 'unknown', error };
      }),
    ),
  );
  return { branch, tip: commit.id, checks, readAtMs: Date.now() };
};

interface At {
  readonly place: ChangelogPlace;
  readonly branch: string;
  readonly tip: string;
  readonly signal: AbortSignal;
}

/** Blocks a release. */
const undone: readonly QueueState[] = ['wanted', 'conflict', 'refused', 'open'];

const checkQueue = (queue: ReadinessSource['queue']): ReadinessCheck => {
  if (queue === undefined) return { name: 'queue', state: 'notApplicable' };
  if (!('cells' in queue)) return { name: 'queue', state: 'unknown', error: queue.error };
  if (queue.error !== undefined) return { name: 'queue', state: 'unknown', error: queue.error };
  const counts = countStates(queue.cells);
  // unknown ones may be missing
  const isUndone = counts.some(([state]) => undone.includes(state) || state === 'unknown');
  return { name: 'queue', state: isUndone ? 'notReady' : 'ready', counts };
};

const checkMergeRequests = async (
  { place: { client, project }, branch, signal }: At,
  rules: BackportRules | undefined,
): Promise<ReadinessCheck> => {
  const milestones = [...(rules?.milestones ?? [])].filter(([, names]) => names.includes(branch));
  const lists = [{ target_branch: branch }, ...milestones.map(([milestone]) => ({ milestone }))].map((filter) =>
    client.send(listMergeRequests, { id: project, state: 'opened', per_page: 100, ...filter }, { signal }),
  );
  const pages = await Promise.all(lists);
  const byNumber = new Map(pages.flatMap(({ items }) => items).map((mergeRequest) => [mergeRequest.iid, mergeRequest]));
  const mergeRequests = [...byNumber.values()].toSorted((one, other) => other.iid - one.iid);
  const isCut = pages.some(({ next }) => next !== undefined);
  return { name: 'requests', state: mergeRequests.length === 0 ? 'ready' : 'notReady', requests: mergeRequests, isCut };
};

const checkPipeline = async ({ place: { client, project }, tip, signal }: At): Promise<ReadinessCheck> => {
  const { last_pipeline: pipeline } = await client.send(getCommit, { id: project, sha: tip }, { signal });
  const status = pipeline?.status ?? null;
  const state = status === 'success' ? 'ready' : status === null || status === 'skipped' ? 'notApplicable' : 'notReady';
  return { name: 'pipeline', state, status, link: pipeline?.web_url ?? undefined };
};

const checkProtection = async ({ place: { client, project }, branch, signal }: At): Promise<ReadinessCheck> => {
  const pages = eachPage(client, listProtectedBranches, { id: project, per_page: 100 }, { signal });
  const rules = (await everyItem(pages)).filter(({ name }) => matchesWildcard(name, branch));
  const forcePush = allowsForcePush(rules);
  const isReady = rules.length > 0 && forcePush !== true;
  return { name: 'protection', state: isReady ? 'ready' : 'notReady', rules, forcePush };
};

const checkChangelog = async ({ place, branch, tip, signal }: At): Promise<ReadinessCheck> => {
  const version = await nextVersion(place, branch, signal);
  if (version === undefined) return { name: 'changelog', state: 'notApplicable' };
  const changelog = await readChangelog(place, { version, to: tip }, signal);
  return { name: 'changelog', state: changelog.changes > 0 ? 'ready' : 'notReady', changelog };
};
