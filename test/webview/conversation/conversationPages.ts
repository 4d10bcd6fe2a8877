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

export type ConversationPage = OpenedPage<ToCommitPage | ToConversation, FromCommitPage>;

export const useConversationPages = (
  own: Pick<PageKind, 'pictures'> = {},
): OpenPage<ToCommitPage | ToConversation, FromCommitPage> => usePages({ ...commitPageKind, ...own });

/** In the first of two files line 11 becomes lines 11 to 13. */
export const theCommit: readonly ToCommitPage[] = [
  { type: 'commit', commit: commitView() },
  { type: 'files', files: [fileView(), fileView({ newPath: 'src/token.ts' })], restart: false, complete: true },
];

/** A position in the first file. */
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

export const note = (body: string, own: Partial<NoteView> = {}): NoteView => ({
  id: String((notes += 1)),
  author: 'Jonas Weber',
  username: 'jonas',
  isOwn: false,
  canChange: false,
  at: '2026-11-18T10:30:00.000Z',
  isEdited: false,
  isSystem: false,
  labels: [],
  body,
  ...own,
});

export const thread = (id: string, place: ThreadPlaceView | undefined, ...said: readonly NoteView[]): ThreadView => ({
  id,
  place,
  canReply: true,
  resolution: undefined,
  notes: said,
});

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
