import * as vscode from '../vscode.ts';
import { isCommentBox } from '../kit/commentBox.ts';
import type { ReviewComment } from './comments.ts';
import { reviewController, type ReviewThreads } from './threads.ts';

/** How long a box may take to open. */
const openingMs = 5_000;

/** The boxes of comments that can be seen: they are text editors to extensions, and are written into as such. */
export const boxesInSight = (): readonly vscode.TextEditor[] =>
  vscode.window.visibleTextEditors.filter(({ document }) => isCommentBox(document));

/** The number VS Code gave the thread a box replies to; undefined for the box of a new thread and of an edited comment. */
export const threadNumber = ({ uri }: vscode.TextDocument): number | undefined => {
  const [, number] = new RegExp(`-${reviewController.replace('.', '\\.')}\\.(\\d+)\\.md$`).exec(uri.path) ?? [];
  return number === undefined ? undefined : Number(number);
};

/** Whether a comment is edited in a box: such an address names neither extension nor thread. */
const isEditBox = ({ uri }: vscode.TextDocument): boolean => uri.path.startsWith('/commentinput-') && uri.query === '';

/** Older editors do not tell whose a box is. */
const isOfOthers = ({ uri: { authority } }: vscode.TextDocument): boolean =>
  authority !== '' && authority !== reviewController;

/** The box of a new thread that opens beside those that were there; undefined when none does. */
export const nextBox = (before: readonly vscode.TextEditor[]): Promise<vscode.TextEditor | undefined> =>
  new Promise((resolve) => {
    const known = new Set(before.map(({ document }) => document));
    const end = (box: vscode.TextEditor | undefined): void => {
      clearTimeout(timer);
      followed.dispose();
      resolve(box);
    };
    const look = (): void => {
      const box = boxesInSight().find(
        ({ document }) => !known.has(document) && !isEditBox(document) && threadNumber(document) === undefined,
      );
      if (box !== undefined) end(box);
    };
    const timer = setTimeout(() => end(undefined), openingMs);
    const followed = vscode.window.onDidChangeVisibleTextEditors(look);
    look();
  });

/** The box a button was pressed in: VS Code gives its thread and text. Undefined where several boxes could be meant. */
export const boxOfReply = (
  threads: ReviewThreads,
  { thread, text }: vscode.CommentReply,
): vscode.TextEditor | undefined => {
  const boxes = boxesInSight().filter(
    ({ document }) =>
      !isOfOthers(document) &&
      !isEditBox(document) &&
      document.getText() === text &&
      (threadNumber(document) !== undefined) === thread.comments.length > 0,
  );
  if (boxes.length < 2) return boxes[0];
  return boxes.find(({ document }) => numberedThread(threads, document) === thread);
};

/**
 * The thread a box is in: that it replies to, or that of the comment edited in it, of which `draftId` is the draft when
 * that is known. Undefined when nothing tells.
 */
export const threadOfBox = (
  threads: ReviewThreads,
  box: vscode.TextDocument,
  draftId: number | undefined,
): vscode.CommentThread | undefined => {
  if (isOfOthers(box)) return undefined;
  if (!isEditBox(box)) return numberedThread(threads, box);
  const { edited } = threads;
  const found =
    edited.length === 1
      ? edited[0]
      : edited.find(({ comment }) => {
          const { subject } = comment as ReviewComment;
          return subject.kind === 'draft' && subject.draft.id === draftId;
        });
  return found?.thread;
};

/**
 * VS Code numbers threads as they are made, names the number in the address of a box, and does not tell it: so boxes are
 * put beside threads in the order of both, where there are as many.
 */
const numberedThread = (threads: ReviewThreads, box: vscode.TextDocument): vscode.CommentThread | undefined => {
  const numbers = [...new Set(boxesInSight().flatMap(({ document }) => threadNumber(document) ?? []))];
  const all = threads.withBox;
  const at = numbers.sort((one, other) => one - other).indexOf(threadNumber(box) ?? -1);
  return numbers.length === all.length ? all[at] : undefined;
};
