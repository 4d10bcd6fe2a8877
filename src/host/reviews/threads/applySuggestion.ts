import { posix } from 'node:path';
import * as vscode from '../../vscode.ts';
import { applyShown, appliableSuggestions, type Suggested } from '../../../model/reviews/applySuggestion.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import { getMergeRequest } from '../../../wire/mergeRequestReview.ts';
import type { Discussion } from '../../../wire/notes.ts';
import { askText } from '../../kit/questions/askText.ts';
import { visible, visibleLabel } from '../../kit/words/format.ts';
import { lostWriteMessage } from '../../kit/words/lostWrites.ts';
import { type Summary, confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import type { ReviewsArea } from '../area.ts';
import { commentCalledOn } from '../drafts/unpublishedText.ts';

/** Scheme of both sides of a suggestion's diff; the text is in the URI. */
const suggestionScheme = 'graft-suggestion';

type Part = 'others' | 'message' | `change ${number}`;

interface SuggestionChoice {
  /** Suggestions for one commit. */
  readonly chosen: readonly Suggested[];
  /** Commit message; undefined for the project's default. */
  readonly message: string | undefined;
}

/** Commits a comment's suggestion to the source branch, after a preview. */
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
  await applySuggestionsOf(area, store, { notes: [called.comment.subject.note], changed: () => store.load() });
};

/**
 * Applies one of the notes' suggestions, and optionally others of the merge request. `changed` is called once the server
 * may have changed something.
 */
export const applySuggestionsOf = async (
  area: ReviewsArea,
  store: ReviewDrafts,
  { notes, changed }: { readonly notes: Discussion['notes']; readonly changed: () => Promise<void> },
): Promise<void> => {
  const { t } = vscode.l10n;
  const { client, project, iid, account } = store.place;
  if (area.reviews.isReadOnly(account)) return;
  const suggestions = appliableSuggestions(notes);
  if (suggestions.length === 0) {
    void vscode.window.showInformationMessage(
      t('GitLab cannot apply this suggestion: it is applied already, or its lines have changed.'),
    );
    return;
  }
  const chosen = suggestions.length === 1 ? suggestions : await chooseSuggestions(iid, suggestions, []);
  if (chosen.length === 0) return;
  const all = appliableSuggestions(store.discussions.flatMap((discussion) => discussion.notes));
  const mergeRequest = await client.send(getMergeRequest, { id: project, merge_request_iid: iid });
  await confirmAndSend<SuggestionChoice, Part>(
    area,
    { chosen, message: undefined },
    {
      show: (choice) => reviewOf(choice, { iid, branch: mergeRequest.source_branch, all }),
      change: async (choice, part) => {
        if (part === 'message') return { ...choice, message: await askMessage(choice.message) };
        if (part === 'others') return { ...choice, chosen: await chooseSuggestions(iid, all, choice.chosen) };
        const shown = choice.chosen[Number(part.slice('change '.length))];
        if (shown) await showChange(shown);
        return choice;
      },
      send: async (choice) => {
        try {
          return await send(store, choice);
        } finally {
          await changed();
          area.reviews.view.refreshPlace(store.place);
        }
      },
    },
  );
};

/** The ticked suggestions; `before` when none is ticked. */
const chooseSuggestions = async (
  iid: number,
  all: readonly Suggested[],
  before: readonly Suggested[],
): Promise<readonly Suggested[]> => {
  const rows = all.map((suggested) => ({
    label: visibleLabel(linesOf(suggested)),
    description: visibleLabel(firstLine(suggested)),
    picked: before.some(({ suggestion: { id } }) => id === suggested.suggestion.id),
    suggested,
  }));
  const title = vscode.l10n.t('Apply which suggestions to !{0}?', iid);
  const ticked = (await vscode.window.showQuickPick(rows, { title, canPickMany: true })) ?? [];
  return ticked.length > 0 ? ticked.map(({ suggested }) => suggested) : before;
};

const firstLine = ({ suggestion: { to_content: text } }: Suggested): string =>
  (text ?? '').trim().split('\n', 1)[0] ?? '';

const linesOf = ({ note, suggestion: { from_line: first, to_line: last } }: Suggested): string => {
  const { t } = vscode.l10n;
  const path = pathOf(note.position) ?? '';
  return first === last ? t('Line {0} of {1}', first, path) : t('Lines {0} to {1} of {2}', first, last, path);
};

const reviewOf = (
  { chosen, message }: SuggestionChoice,
  { iid, branch, all }: { readonly iid: number; readonly branch: string; readonly all: readonly Suggested[] },
): Summary<Part> => {
  const { many, t } = vscode.l10n;
  const count = chosen.length;
  const [only, ...others] = chosen;
  return {
    title: many(count, 'Apply Suggestion to !{1}', 'Apply {0} Suggestions to !{1}', String(iid)),
    start: {
      label: t('Commit to {0}', branch),
      value: chosen.map(linesOf).join(', '),
      detail: many(
        count,
        'The server makes the commit and resolves the thread.',
        'The server makes one commit and resolves the threads.',
      ),
      icon: 'git-commit',
    },
    rows: [
      ...chosen.map((each, index) => ({
        part: `change ${index}` as const,
        icon: 'diff',
        label: count === 1 ? t('Show change') : linesOf(each),
        value: firstLine(each),
      })),
      ...(all.length > 1
        ? [
            {
              part: 'others' as const,
              icon: 'checklist',
              label: t('More suggestions'),
              value: t('{0} of {1} in this commit', count, all.length),
            },
          ]
        : []),
      { part: 'message', icon: 'edit', label: t('Commit message'), value: message ?? t('as set in the project') },
    ],
    notes: only && others.length === 0 ? changedLines(only) : [],
  };
};

/** Limit of lines shown in the list. */
const maxLines = 10;

const changedLines = ({ suggestion: { from_content: from, to_content: to } }: Suggested): readonly string[] => {
  const marked = (text: string | null | undefined, mark: string): readonly string[] =>
    (text ?? '')
      .split('\n')
      .flatMap((line, index, all) => (index === all.length - 1 && line === '' ? [] : `${mark} ${line}`));
  const lines = [...marked(from, '−'), ...marked(to, '+')];
  return lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines;
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

const showChange = async ({ note, suggestion }: Suggested): Promise<void> => {
  const path = pathOf(note.position) ?? '';
  const uri = (text: string | null | undefined): vscode.Uri =>
    vscode.Uri.from({ scheme: suggestionScheme, path: `/${visible(path)}`, query: text ?? '' });
  const { from_content: from, to_content: to } = suggestion;
  const title = vscode.l10n.t('Suggestion: {0}', posix.basename(path));
  await vscode.commands.executeCommand('vscode.diff', uri(from), uri(to), title, { preview: true });
};

const send = async (store: ReviewDrafts, { chosen, message }: SuggestionChoice): Promise<Sent> => {
  const { many, t } = vscode.l10n;
  const applied = await applyShown(store, chosen, message);
  switch (applied.kind) {
    case 'done':
      vscode.window.setStatusBarMessage(
        many(chosen.length, '$(check) Suggestion applied', '$(check) {0} suggestions applied'),
        4_000,
      );
      return 'done';
    case 'changed':
      void vscode.window.showWarningMessage(
        t('Nothing was sent: a suggestion has changed, or cannot be applied any more.'),
      );
      return 'left';
    default:
      void vscode.window.showWarningMessage(lostWriteMessage('suggestion', applied));
      return applied.kind === 'unknown' ? 'unclear' : 'left';
  }
};
