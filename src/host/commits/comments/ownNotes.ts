import type { TextPlace } from '../../../messages/conversation.ts';
import { ownCommitNote } from '../../../model/commits/commitNotes.ts';
import type { SentText } from '../../../model/commits/commitConversationWriting.ts';
import type { OwnNote } from '../../../model/ownNote.ts';
import type { CommitPlace } from '../details.ts';

/** The user's own comment, with its text when editing began. */
export type NoteText = Extract<TextPlace, { kind: 'note' }>;

export const noteAt = (place: CommitPlace, { thread, id, base }: NoteText): OwnNote<SentText> =>
  ownCommitNote({ subject: place, discussion: thread, id, seen: base });
