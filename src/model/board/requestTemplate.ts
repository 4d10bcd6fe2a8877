import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** What names, titles and descriptions of new merge requests are made of; `{name}` stands for what {@link filled} knows. */
export interface RequestTemplate {
  readonly branch: string;
  readonly title: string;
  readonly description: string;
}

/** What a merge request of cherry-picks is about. */
export interface RequestSubject {
  /** The branch that is to have the commits. */
  readonly target: string;
  /** In the order in which they are picked; full hashes. */
  readonly commits: readonly { readonly sha: string; readonly title: string }[];
  /** The merge requests the commits came with, each once. */
  readonly originals: readonly MergeRequest[];
}

/** The merged request a commit came with, or else one that is open. */
export const originalOf = (requests: readonly MergeRequest[]): MergeRequest | undefined =>
  requests.find(({ state }) => state === 'merged') ?? requests.find(({ state }) => state === 'opened');

/**
 * A template with its placeholders filled in: `{branch}`, `{sha}` (eight digits of the first commit), `{title}` (of the
 * one merge request the commits came with, else of the first commit), `{original}` (`!12`, without one eight digits of each commit), `{description}` (of the one
 * merge request), `{commits}` (a list). Braces around other words stay.
 */
export const filled = (template: string, subject: RequestSubject): string => {
  const { target, commits, originals } = subject;
  const [first] = commits;
  const only = originals.length === 1 ? originals[0] : undefined;
  const values: Readonly<Record<string, string>> = {
    branch: target,
    sha: (first?.sha ?? '').slice(0, 8),
    title: only?.title ?? first?.title ?? '',
    original: (originals.length > 0
      ? originals.map(({ iid }) => `!${iid}`)
      : commits.map(({ sha }) => sha.slice(0, 8))
    ).join(', '),
    description: only?.description?.trim() ?? '',
    commits: commits.map(({ sha, title }) => `- ${sha} ${title}`).join('\n'),
  };
  return template.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => (Object.hasOwn(values, name) ? values[name] : whole) ?? '',
  );
};

/** A name for the new branch: as the template says, with nothing in it that would be a folder or that git refuses. */
export const branchNameOf = (template: string, subject: RequestSubject): string =>
  filled(template, { ...subject, target: subject.target.replaceAll('/', '-') }).replace(/[\s~^:?*[\\]+/g, '-');

/** The longest title servers take, in characters. */
const longestTitle = 255;

/** The title, in one line, cut where servers would refuse it. */
export const titleOf = (template: string, subject: RequestSubject): string => {
  const title = filled(template, subject).replace(/\s+/g, ' ').trim();
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
};

/** The description, without empty lines at its ends or more than one in between. */
export const descriptionOf = (template: string, subject: RequestSubject): string =>
  filled(template, subject)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
