import type { getChangelog } from '../../wire/projects.ts';
import type { CommitObject } from '../git/commitObject.ts';
import { listCommitHashes, readTrailers } from '../git/history.ts';
import { listTagRefs } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { ok, openCode, type Handler } from '../handling.ts';
import { badParameters, refusal } from '../refusals.ts';
import type { ProjectState } from '../world/records.ts';

const trailer = 'Changelog';
const maxCommits = 10_000;

/**
 * R17, by GitLab's default template. Omits commits reverted within the range. Categories are in the order of their
 * newest commits.
 */
export const handleGetChangelog: Handler<typeof getChangelog> = async (visit) => {
  const { project, repository } = openCode(visit);
  const { version, from, to } = visit.parameters();
  if (partsOf(version) === undefined) throw badParameters(['version is invalid']);
  const start = from ?? (await tagBefore(repository, version));
  if (start === undefined) {
    throw failed('The commit start range is unspecified, and no previous tag could be found to use instead');
  }
  const commits = await commitsOf(repository, `${start}..${to ?? project.defaultBranch}`);
  const trailers = await readTrailers(
    repository,
    commits.map(({ sha }) => sha),
  );
  const reverted = new Set(commits.flatMap(({ message }) => revertedBy(message)));
  const categories = new Map<string, CommitObject[]>();
  for (const commit of commits) {
    const category = trailers.get(commit.sha)?.find(([key]) => key === trailer)?.[1];
    if (category === undefined || reverted.has(commit.sha)) continue;
    categories.set(category, [...(categories.get(category) ?? []), commit]);
  }
  const date = visit.now().toISOString().slice(0, 10);
  const body = [...categories].map(([title, entries]) => categoryText(project, title, entries)).join('\n');
  const heading = `## ${version.replace(/^v/, '')} (${date})\n\n`;
  return ok({ notes: `${heading}${body === '' ? 'No changes.\n' : body}` });
};

const failed = (reason: string): Error => refusal(422, `Failed to generate the changelog: ${reason}`);

const categoryText = (project: ProjectState, title: string, entries: readonly CommitObject[]): string => {
  const count = entries.length === 1 ? '1 change' : `${entries.length} changes`;
  return `### ${title} (${count})\n\n${entries.map((entry) => entryText(project, entry)).join('')}`;
};

const entryText = (project: ProjectState, { sha, message }: CommitObject): string => {
  const [title = ''] = message.split('\n');
  const request = project.mergeRequests.find(
    ({ mergeCommitSha, squashCommitSha, sha: head, state }) =>
      state === 'merged' && [mergeCommitSha, squashCommitSha, head].includes(sha),
  );
  const link = request === undefined ? '' : ` ([merge request](${project.path}!${request.iid}))`;
  return `- [${title}](${project.path}@${sha})${link}\n`;
};

const revertedBy = (message: string): readonly string[] =>
  [...message.matchAll(/^This reverts commit ([0-9a-f]{40})/gm)].flatMap(([, sha]) => sha ?? []);

/** Newest first; empty for unknown refs. */
const commitsOf = async (repository: Repository, range: string): Promise<readonly CommitObject[]> => {
  const shas = await listCommitHashes(repository, {
    revision: range,
    all: false,
    firstParent: false,
    topological: false,
    skip: 0,
    most: maxCommits,
  });
  return Promise.all(shas.map((sha) => readCommit(repository, sha)));
};

/** Highest stable version tag below `version`. */
const tagBefore = async (repository: Repository, version: string): Promise<string | undefined> => {
  const wanted = partsOf(version) ?? [0, 0, 0];
  const below = (await listTagRefs(repository))
    .flatMap(({ name, sha }) => {
      // skips pre-releases
      const parts = name.includes('-') ? undefined : partsOf(name);
      return parts === undefined || compare(parts, wanted) >= 0 ? [] : [{ parts, sha }];
    })
    .toSorted((one, other) => compare(other.parts, one.parts));
  return below[0]?.sha;
};

type Version = readonly [number, number, number];

const partsOf = (name: string): Version | undefined => {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(name) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch)];
};

const compare = (one: Version, other: Version): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
