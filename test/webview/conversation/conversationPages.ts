import type { FromCommitPage, ToCommitPage } from '../../../src/messages/commitPage.ts';
import type {
  ConversationView,
  NoteView,
  ThreadPlaceView,
  ThreadView,
  ToConversation,
} from '../../../src/messages/conversation.ts';
import { commitPageKind } from '../commitPage/commitPages.ts';
import { commitView, fileView } from '../commitPage/sampleViews.ts';
import { usePages, type OpenedPage, type OpenPage, type PageKind } from '../pageHarness.ts';

/** The commit page with its conversation, in a real browser. */
export type ConversationPage = OpenedPage<ToCommitPage | ToConversation, FromCommitPage>;

/** Gives the tests of a suite the commit page with what conversations need. */
export const useConversationPages = (
  own: Pick<PageKind, 'pictures'> = {},
): OpenPage<ToCommitPage | ToConversation, FromCommitPage> => usePages({ ...commitPageKind, ...own });

/** A commit that changes two files: in the first, line 11 becomes lines 11 to 13. */
export const theCommit: readonly ToCommitPage[] = [
  { type: 'commit', commit: commitView() },
  {
    type: 'files',
    files: [fileView(), fileView({ newPath: 'src/token.ts' })],
    restart: false,
    complete: true,
  },
];

/** A place in the first file. */
export const at = (
  newLine: number | undefined,
  oldLine?: number,
  own: Partial<ThreadPlaceView> = {},
): ThreadPlaceView => ({
  oldPath: 'src/upload.ts',
  newPath: 'src/upload.ts',
  oldLine,
  newLine,
  isInThisDiff: true,
  ...own,
});

let notes = 0;

/** A note, with members of the test's own. */
export const note = (body: string, own: Partial<NoteView> = {}): NoteView => ({
  id: String((notes += 1)),
  author: 'Jonas Weber',
  username: 'jonas',
  isMine: false,
  canChange: false,
  at: '2026-11-18T10:30:00.000Z',
  isEdited: false,
  isSystem: false,
  labels: [],
  body,
  ...own,
});

/** A thread of those notes. */
export const thread = (id: string, place: ThreadPlaceView | undefined, ...said: readonly NoteView[]): ThreadView => ({
  id,
  place,
  canReply: true,
  resolution: undefined,
  notes: said,
});

/** The message that brings a conversation. */
export const conversation = (threads: readonly ThreadView[], own: Partial<ConversationView> = {}): ToConversation => ({
  type: 'conversation',
  isRefreshing: false,
  view: {
    state: 'ready',
    value: {
      threads,
      places: { project: 'https://gitlab.example.com/harbor/uploads', instance: 'https://gitlab.example.com' },
      readOnly: undefined,
      ...own,
    },
  },
});
