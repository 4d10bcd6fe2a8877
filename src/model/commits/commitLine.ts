import type { Commit } from '../../wire/commits.ts';
import { type MessageFacts, messageFacts } from '../text/messageFacts.ts';

/** Part of a commit kept in long lists. */
export interface CommitLine extends Pick<Commit, 'id' | 'title' | 'author_name' | 'created_at' | 'parent_ids'> {
  readonly facts?: MessageFacts | undefined;
  /** `Key: value` lines, if requested. */
  readonly trailers?: string;
  /** While following renames. */
  readonly path?: string;
}

export const commitLine = (commit: Commit, path?: string): CommitLine => {
  const trailers = trailerLines(commit);
  return {
    id: commit.id,
    title: commit.title,
    author_name: commit.author_name,
    created_at: commit.created_at,
    parent_ids: commit.parent_ids,
    facts: messageFacts(commit.message),
    ...(trailers === '' ? {} : { trailers }),
    ...(path === undefined ? {} : { path }),
  };
};

const trailerLines = ({ trailers, extended_trailers: extended }: Commit): string => {
  const lists: Readonly<Record<string, string | readonly string[]>> = extended ?? trailers;
  return Object.entries(lists)
    .flatMap(([key, values]) => [values].flat().map((value) => `${key}: ${value}`))
    .join('\n');
};
