import { eachPage } from '../../client/eachPage.ts';
import { deleteCommitNote, listCommitDiscussions, updateCommitNote } from '../../wire/commitConversations.ts';
import type { OwnNote } from '../ownNote.ts';
import type { ConversationSubject } from './commitConversation.ts';
import { orObeyed, type SentText, sentNote } from './commitConversationWriting.ts';

export interface CommitNote {
  readonly subject: ConversationSubject;
  readonly discussion: string;
  readonly id: number;
  /** Text last shown. */
  readonly seen: string;
}

/**
 * Edits or deletes the user's comment (C10, C10d, C10e). `obeyed` if the new text held only quick actions: GitLab then
 * deletes the comment.
 */
export const ownCommitNote = ({ subject, discussion, id, seen }: CommitNote): OwnNote<SentText> => {
  const { client, project, sha } = subject;
  const place = { id: project, sha, discussion_id: discussion, note_id: id };
  return {
    seen,
    found: { line: 'notAsked' },
    read: async (signal) => {
      client.stopSharing();
      const parameters = { id: project, sha, per_page: 100 };
      for await (const { items } of eachPage(client, listCommitDiscussions, parameters, { signal })) {
        const found = items.flatMap(({ notes }) => notes).find((each) => each.id === id);
        if (found !== undefined) return found.body;
      }
      return undefined;
    },
    write: (body, signal) => orObeyed(client.send(updateCommitNote, { ...place, body }, { signal }).then(sentNote)),
    remove: (signal) => client.send(deleteCommitNote, place, { signal }),
  };
};
