import type { Commit } from '../../wire/commits.ts';
import { type MessageFacts, messageFacts } from '../messageFacts.ts';

/**
 * What a list keeps of a commit: enough to draw its row and to open its files. The message and everything else is read
 * again when the user asks for it, because a list may be long.
 */
export interface CommitLine extends Pick<Commit, 'id' | 'title' | 'author_name' | 'created_at' | 'parent_ids'> {
  readonly facts?: MessageFacts | undefined;
  /** `Key: value` of each trailer, one a line, where they were asked for. */
  readonly trailers?: string;
  /** The path the history is followed under, where it is followed through renames. */
  readonly path?: string;
}

/** The line of a commit. */
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
