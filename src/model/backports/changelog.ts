import type { Client } from '../../client/client.ts';
import { getChangelog, listTags } from '../../wire/projects.ts';

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
  const search = series === undefined ? {} : { search: series };
  const tags = await client.send(listTags, { id: project, per_page: 100, ...search }, { signal });
  const versions = tags.items
    .map(({ name }) => /^v?(\d+)\.(\d+)\.(\d+)$/.exec(name)?.slice(1).map(Number))
    .filter((numbers) => numbers !== undefined)
    .filter(([first, second]) => series === undefined || `${first}.${second}.` === series)
    .toSorted((one, other) => one.map((each, index) => (other[index] ?? 0) - each).find((each) => each !== 0) ?? 0);
  const [newest] = versions;
  if (newest === undefined) return series === undefined ? undefined : `${series}0`;
  const [first = 0, second = 0, patch = 0] = newest;
  return `${first}.${second}.${patch + 1}`;
};

/** Has the server make the changelog of a version up to a commit. Nothing is written. */
export const readChangelog = async (
  { client, project }: ChangelogPlace,
  { version, to }: { readonly version: string; readonly to: string },
  signal: AbortSignal,
): Promise<Changelog> => {
  const { notes } = await client.send(getChangelog, { id: project, version, to }, { signal });
  return { version, notes, changes: notes.match(/^[-*] /gm)?.length ?? 0 };
};

/** The notes with addresses where they have references to commits and merge requests of projects on a server. */
export const withAddresses = (notes: string, server: string): string =>
  notes.replace(
    /\]\(([\w.-]+(?:\/[\w.-]+)+)([@!])([0-9a-f]+)\)/g,
    (_whole, project: string, sign: string, of: string) =>
      `](${server}/${project}/-/${sign === '@' ? 'commit' : 'merge_requests'}/${of})`,
  );
