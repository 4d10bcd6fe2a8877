import type { Client } from '../../client/client.ts';
import { listCommits } from '../../wire/commits.ts';
import { getChangelog, listTags } from '../../wire/projects.ts';
import { undoneBy } from '../pick/traces.ts';
import { trailersLost } from '../trailers.ts';

/** The project whose changelog is read. */
export interface ChangelogPlace {
  readonly client: Client;
  readonly project: number;
}

/** Whether a changelog can be made for a text: a version such as `2.0.1` or `v2.0.1-rc1`. */
export const isVersion = (text: string): boolean => /^v?\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(text);

/** A changelog that was made, and not saved, by the server (R17). */
export interface Changelog {
  readonly version: string;
  /** Markdown, with references such as `group/project@sha` where it has links. */
  readonly notes: string;
  /** How many changes it lists. */
  readonly changes: number;
  /** Commits it would list if a cherry-pick had not cut their trailer off, newest first. */
  readonly lost: readonly { readonly sha: string; readonly title: string }[];
}

/**
 * The version that comes next on a branch: a patch of the newest one of its series, such as 2.0.3 on `release/2.0` with the
 * tag v2.0.2, and the first one, 2.0.0, where it has none. On a branch without numbers the patch of the highest version
 * of all; undefined where there is none. Reads the hundred latest tags (R9); pre-releases do not count.
 */
export const nextVersion = async (
  { client, project }: ChangelogPlace,
  branch: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const [, major, minor] = /(?:^|[^\d.])v?(\d+)\.(\d+)(?:[^\d]|$)/.exec(branch) ?? [];
  const series = major === undefined || minor === undefined ? undefined : `${major}.${minor}.`;
  const [newest] = await versionTags({ client, project }, series, signal);
  if (newest === undefined) return series === undefined ? undefined : `${series}0`;
  const [first = 0, second = 0, patch = 0] = newest.numbers;
  return `${first}.${second}.${patch + 1}`;
};

/** A tag such as `v2.0.1`, and the commit it stands at. */
interface VersionTag {
  readonly sha: string;
  readonly numbers: readonly number[];
}

const numbersOf = (version: string): readonly number[] | undefined =>
  /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

const higherFirst = (one: readonly number[], other: readonly number[]): number =>
  one.map((each, index) => (other[index] ?? 0) - each).find((each) => each !== 0) ?? 0;

/** The versions among the hundred latest tags, the highest first; of one series where that is given. */
const versionTags = async (
  { client, project }: ChangelogPlace,
  series: string | undefined,
  signal: AbortSignal,
): Promise<readonly VersionTag[]> => {
  const search = series === undefined ? {} : { search: series };
  const { items } = await client.send(listTags, { id: project, per_page: 100, ...search }, { signal });
  return items
    .flatMap(({ name, commit }): VersionTag[] => {
      const numbers = numbersOf(name);
      const isOfSeries = series === undefined || `${numbers?.[0]}.${numbers?.[1]}.` === series;
      return numbers === undefined || !isOfSeries || !commit ? [] : [{ sha: commit.id, numbers }];
    })
    .toSorted((one, other) => higherFirst(one.numbers, other.numbers));
};

/** Has the server make the changelog of a version up to a commit. Nothing is written. */
export const readChangelog = async (
  { client, project }: ChangelogPlace,
  { version, to }: { readonly version: string; readonly to: string },
  signal: AbortSignal,
): Promise<Changelog> => {
  const { notes } = await client.send(getChangelog, { id: project, version, to }, { signal });
  const lost = await readLost({ client, project }, { version, to }, signal);
  return { version, notes, changes: notes.match(/^[-*] /gm)?.length ?? 0, lost };
};

/** Commits since the version before whose trailer a cherry-pick has cut off, among the hundred newest that stand. */
const readLost = async (
  place: ChangelogPlace,
  { version, to }: { readonly version: string; readonly to: string },
  signal: AbortSignal,
): Promise<Changelog['lost']> => {
  const wanted = numbersOf(version.split(/[-+]/, 1)[0] ?? '') ?? [];
  const isBefore = ({ numbers }: VersionTag): boolean => higherFirst(numbers, wanted) > 0;
  const series = `${wanted[0]}.${wanted[1]}.`;
  const before =
    (await versionTags(place, series, signal)).find(isBefore) ??
    (await versionTags(place, undefined, signal)).find(isBefore);
  if (before === undefined) return [];
  const range = { id: place.project, ref_name: `${before.sha}..${to}`, per_page: 100 };
  const { items } = await place.client.send(listCommits, range, { signal });
  const undone: string[] = [];
  const standing = items.filter((commit) => {
    // newest first: what takes back a commit comes before it, unless it was taken back itself
    if (undone.some((sha) => commit.id.startsWith(sha))) return false;
    undone.push(...undoneBy(commit));
    return true;
  });
  return standing
    .filter(({ message }) => trailersLost(message).some(({ key }) => key === 'Changelog'))
    .map(({ id, title }) => ({ sha: id, title }));
};

/** The notes with addresses where they have references to commits and merge requests of projects on a server. */
export const withAddresses = (notes: string, server: string): string =>
  notes.replace(
    /\]\(([\w.-]+(?:\/[\w.-]+)+)([@!])([0-9a-f]+)\)/g,
    (_whole, project: string, sign: string, of: string) =>
      `](${server}/${project}/-/${sign === '@' ? 'commit' : 'merge_requests'}/${of})`,
  );
