import { globalId } from '../../wire/graphql.ts';
import { commitRecord } from '../operations/commitRecord.ts';
import type { CommitObject } from '../git/commitObject.ts';
import type { ProjectState } from '../world/records.ts';
import type { Session } from './session.ts';

/** The Global ID holds the SHA. */
export const commitNode = (session: Session, project: ProjectState, commit: CommitObject) => {
  const record = commitRecord(session, project, commit);
  return {
    id: globalId('Commit', commit.sha),
    sha: commit.sha,
    shortId: record.short_id,
    title: record.title,
    fullTitle: record.title,
    message: record.message,
    authorName: record.author_name,
    authorEmail: record.author_email,
    authoredDate: record.authored_date,
    committedDate: record.committed_date,
    webUrl: record.web_url,
  };
};
