import { GraphQLError } from 'graphql';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import type { DesignVersionState, IssueState } from '../world/issueRecords.ts';
import { connection, type PageArguments } from './connections.ts';

type DesignArguments = PageArguments & {
  readonly atVersion?: string | null;
  readonly filenames?: readonly string[] | null;
};

/** The versions up to one, newest first; all of them when none is named. */
const versionsUpTo = (issue: IssueState, atVersion: string | null | undefined): readonly DesignVersionState[] => {
  if (atVersion == null) return issue.versions;
  const index = issue.versions.findIndex(({ id }) => String(id) === parseGlobalId(atVersion)?.id);
  if (index === -1) throw new GraphQLError('Could not find version');
  return issue.versions.slice(index);
};

/** The designs of an issue: those that exist in the version looked at. */
export const designCollectionNode = (issue: IssueState) => ({
  designs: ({ atVersion, filenames, ...page }: DesignArguments) => {
    const versions = versionsUpTo(issue, atVersion);
    const designs = issue.designs.filter(({ filename }) => {
      const last = versions.find(({ events }) => filename in events)?.events[filename];
      return last !== undefined && last !== 'DELETION' && (filenames == null || filenames.includes(filename));
    });
    return connection(designs, page, {
      keyOf: ({ id }) => id,
      nodeOf: ({ id, filename }) => ({
        id: globalId('DesignManagement::Design', id),
        filename,
        fullPath: `designs/issue-${issue.iid}/${filename}`,
        event: (atVersion == null ? undefined : versions[0]?.events[filename]) ?? 'NONE',
      }),
    });
  },
  versions: (page: PageArguments) =>
    connection(issue.versions, page, {
      keyOf: ({ id }) => id,
      nodeOf: ({ id, sha, createdAt }) => ({ id: globalId('DesignManagement::Version', id), sha, createdAt }),
    }),
});
