import { posix } from 'node:path';
import * as vscode from '../vscode.ts';
import { applyShown, appliableSuggestions, type Suggested } from '../../model/reviews/applySuggestion.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import { pathOf } from '../../model/reviews/samePlace.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import type { Discussion } from '../../wire/notes.ts';
import { askText } from '../kit/askText.ts';
import { explain } from '../kit/explain.ts';
import { visible, visibleLabel } from '../kit/format.ts';
import { type Review, reviewAndSend, type Sent } from '../kit/review.ts';
import type { ReviewsArea } from './area.ts';
import { commentCalledOn } from './ownText.ts';

/** Scheme of the two sides of a suggestion: the text is in the address. */
const suggestionScheme = 'graft-suggestion';

type Part = 'change' | 'message';

/** The message of the commit; undefined for that of the project. */
interface Wish {
  readonly message: string | undefined;
}

/** Commits the suggestion of a comment to the source branch, after a preview. */
export const applySuggestion = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const called = commentCalledOn(area, argument);
  if (called?.comment.subject.kind !== 'note') {
    void vscode.window.showInformationMessage(
      t('Use this command on a comment with a suggestion in the changes of a merge request.'),
    );
    return;
  }
  const { store } = called;
  await applyOneOf(area, store, { notes: [called.comment.subject.note], changed: () => store.load() });
};

/** The same for one of the suggestions of some notes. `changed` is called once the server may have changed something. */
export const applyOneOf = async (
  area: ReviewsArea,
  store: ReviewDrafts,
  { notes, changed }: { readonly notes: Discussion['notes']; readonly changed: () => Promise<void> },
): Promise<void> => {
  const { t } = vscode.l10n;
  const { client, project, iid, account } = store.place;
  if (area.reviews.saysReadOnly(account)) return;
  const suggestions = appliableSuggestions(notes);
  if (suggestions.length === 0) {
    void vscode.window.showInformationMessage(
      t('GitLab cannot apply this suggestion: it is applied already, or its lines have changed.'),
    );
    return;
  }
  const chosen = suggestions.length === 1 ? suggestions[0] : await chooseSuggestion(iid, suggestions);
  if (chosen === undefined) return;
  const request = await client.send(getMergeRequest, { id: project, merge_request_iid: iid });
  await reviewAndSend<Wish, Part>(
    area,
    { message: undefined },
    {
      show: ({ message }) => reviewOf(chosen, { iid, branch: request.source_branch, message }),
      change: async (wish, part) => {
        if (part === 'message') return { message: await askMessage(wish.message) };
        await showChange(chosen);
        return wish;
      },
      send: async ({ message }) => {
        try {
          return await send(store, chosen, message);
        } finally {
          await changed();
          area.reviews.view.heard(store.place);
        }
      },
    },
  );
};

const chooseSuggestion = async (iid: number, suggestions: readonly Suggested[]): Promise<Suggested | undefined> => {
  const rows = suggestions.map((suggested) => ({
    label: visibleLabel(linesOf(suggested)),
    description: visibleLabel((suggested.suggestion.to_content ?? '').split('\n', 1)[0]?.trim() ?? ''),
    suggested,
  }));
  const title = vscode.l10n.t('Apply which suggestion to !{0}?', iid);
  return (await vscode.window.showQuickPick(rows, { title }))?.suggested;
};

const linesOf = ({ note, suggestion: { from_line: first, to_line: last } }: Suggested): string => {
  const { t } = vscode.l10n;
  const path = pathOf(note.position) ?? '';
  return first === last ? t('Line {0} of {1}', first, path) : t('Lines {0} to {1} of {2}', first, last, path);
};

const reviewOf = (
  chosen: Suggested,
  { iid, branch, message }: { readonly iid: number; readonly branch: string; readonly message: string | undefined },
): Review<Part> => {
  const { t } = vscode.l10n;
  return {
    title: t('Apply Suggestion to !{0}', iid),
    start: {
      label: t('Commit to {0}', branch),
      value: linesOf(chosen),
      detail: t('The server makes the commit and resolves the thread.'),
      icon: 'git-commit',
    },
    rows: [
      {
        part: 'change',
        icon: 'diff',
        label: t('Show change'),
        value: (chosen.suggestion.to_content ?? '').trim().split('\n', 1)[0] ?? '',
      },
      { part: 'message', icon: 'edit', label: t('Commit message'), value: message ?? t('as set in the project') },
    ],
    notes: changedLines(chosen),
  };
};

/** Most lines of a change that are shown in the list; the diff editor has all. */
const mostLines = 10;

const changedLines = ({ suggestion: { from_content: from, to_content: to } }: Suggested): readonly string[] => {
  const marked = (text: string | null | undefined, mark: string): readonly string[] =>
    (text ?? '')
      .split('\n')
      .flatMap((line, index, all) => (index === all.length - 1 && line === '' ? [] : `${mark} ${line}`));
  const lines = [...marked(from, '−'), ...marked(to, '+')];
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
};

const askMessage = async (message: string | undefined): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const answer = await askText({
    title: t('Commit Message'),
    prompt: t('Leave it empty for the message that is set in the project.'),
    value: message ?? '',
    problem: () => undefined,
  });
  return answer === undefined ? message : answer === '' ? undefined : answer;
};

/** Shows the lines as they are beside those of the suggestion. */
const showChange = async ({ note, suggestion }: Suggested): Promise<void> => {
  const path = pathOf(note.position) ?? '';
  const uri = (text: string | null | undefined): vscode.Uri =>
    vscode.Uri.from({ scheme: suggestionScheme, path: `/${visible(path)}`, query: text ?? '' });
  const { from_content: from, to_content: to } = suggestion;
  const title = vscode.l10n.t('Suggestion: {0}', posix.basename(path));
  await vscode.commands.executeCommand('vscode.diff', uri(from), uri(to), title, { preview: true });
};

const send = async (store: ReviewDrafts, chosen: Suggested, message: string | undefined): Promise<Sent> => {
  const { t } = vscode.l10n;
  const applied = await applyShown(store, chosen, message);
  switch (applied.kind) {
    case 'done':
      vscode.window.setStatusBarMessage(t('$(check) Suggestion applied'), 4_000);
      return 'done';
    case 'changed':
      void vscode.window.showWarningMessage(
        t('Nothing was sent: the suggestion has changed, or it cannot be applied any more.'),
      );
      return 'left';
    case 'notDone':
      void vscode.window.showWarningMessage(
        t('The connection dropped: the suggestion is not applied. {0}', explain(applied.cause)),
      );
      return 'left';
    case 'unknown':
      void vscode.window.showWarningMessage(
        t('The connection dropped. We can’t tell whether the suggestion was applied. {0}', explain(applied.cause)),
      );
      return 'unclear';
  }
};
