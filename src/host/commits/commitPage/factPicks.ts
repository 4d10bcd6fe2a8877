import * as vscode from '../../vscode.ts';
import type { CommitsArea } from '../area.ts';
import type { RefType } from './facts.ts';
import { branchRef, tagRef } from '../../../wire/refName.ts';
import { shortSha, visibleLabel } from '../../kit/words/format.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import { openMergeRequest } from '../../kit/openMergeRequest.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { signatureView } from './pageViews.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';
import { commitSubject } from '../chooseCommit.ts';

type FactRow<T> = vscode.QuickPickItem & { readonly value?: T };

/** Shows the branches and tags that contain a commit, filtered by kind on the server; choosing one filters the view. */
export const showRefs = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await commitSubject(area, argument, t('Branches and tags of which commit?'));
  if (!subject) return;
  let type: RefType = 'all';
  for (;;) {
    const chosen = await pickRef(area, subject, type);
    if (chosen === undefined) return;
    if (chosen.ref !== undefined) {
      await area.commits.reveal();
      return area.commits.setFilter({ ref: chosen.ref });
    }
    type = chosen.type;
  }
};

const pickRef = (
  area: CommitsArea,
  subject: CommitSubject,
  type: RefType,
): Promise<{ readonly ref?: string; readonly type: RefType } | undefined> => {
  const { t } = vscode.l10n;
  const sha = shortSha(subject.sha);
  const kinds = {
    all: { title: t('Branches and Tags with {0}', sha), row: t('Branches and tags') },
    branch: { title: t('Branches with {0}', sha), row: t('Branches only') },
    tag: { title: t('Tags with {0}', sha), row: t('Tags only') },
  };
  const none = {
    all: t('No branch and no tag contains this commit.'),
    branch: t('No branch contains this commit.'),
    tag: t('No tag contains this commit.'),
  };
  return pickFact({
    title: kinds[type].title,
    placeholder: t('Choose one to show its commits'),
    empty: none[type],
    read: async (signal) => {
      const { items, more } = await area.facts.refs(placeOfSubject(subject), signal, type);
      return [
        ...items.map((ref) => ({
          label: visibleLabel(ref.name),
          iconPath: new vscode.ThemeIcon(ref.type === 'tag' ? 'tag' : 'git-branch'),
          description: ref.type === 'tag' ? t('tag') : t('branch'),
          value: { ref: (ref.type === 'tag' ? tagRef : branchRef)(ref.name), type },
        })),
        ...(items.length === 0 ? [{ label: `$(info) ${none[type]}` }] : []),
        ...(more ? [{ label: t('There are more than these {0}.', items.length) }] : []),
        ...refTypes
          .filter((other) => other !== type)
          .map((other) => ({ label: `$(filter) ${kinds[other].row}`, value: { type: other } })),
      ];
    },
  });
};

const refTypes: readonly RefType[] = ['all', 'branch', 'tag'];

/** Shows the merge requests that contain a commit; opens the chosen one. */
export const showMergeRequests = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await commitSubject(area, argument, t('Merge requests of which commit?'));
  if (!subject) return;
  const chosen = await pickFact<MergeRequest>({
    title: t('Merge Requests with {0}', shortSha(subject.sha)),
    placeholder: t('Choose one to open its page'),
    empty: t('No merge request contains this commit.'),
    read: async (signal) => {
      const { items, more } = await area.facts.mergeRequests(placeOfSubject(subject), signal);
      return [
        ...items.map((mergeRequest) => ({
          label: visibleLabel(`!${mergeRequest.iid} ${mergeRequest.title}`),
          iconPath: new vscode.ThemeIcon(mergeRequest.state === 'merged' ? 'git-merge' : 'git-pull-request'),
          description: visibleLabel(
            [`${mergeRequest.state} → ${mergeRequest.target_branch}`, mergeRequest.author?.name]
              .filter(Boolean)
              .join(' · '),
          ),
          value: mergeRequest,
        })),
        ...(more ? [{ label: t('There are more than these {0}.', items.length) }] : []),
      ];
    },
  });
  if (chosen !== undefined) await openMergeRequest(subject.open, chosen);
};

/** Shows the signature of a commit; copies the chosen line. */
export const showSignature = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await commitSubject(area, argument, t('Signature of which commit?'));
  if (!subject) return;
  const copied = await pickFact<string>({
    title: t('Signature of {0}', shortSha(subject.sha)),
    placeholder: t('Choose a line to copy it'),
    empty: t('This commit is not signed.'),
    read: async (signal) => {
      const signature = await area.details.signature(placeOfSubject(subject), { signal });
      if (signature === 'unsigned') return [];
      const { tone, label, details } = signatureView(signature);
      const icon = new vscode.ThemeIcon(tone === 'verified' ? 'verified' : 'unverified');
      return [
        { label: visibleLabel(label), iconPath: icon, value: label },
        ...details.map(({ key, value }) => ({ label: key, description: visibleLabel(value), value })),
      ];
    },
  });
  if (copied === undefined) return;
  await vscode.env.clipboard.writeText(copied);
  vscode.window.setStatusBarMessage(t('$(check) Copied'), 2_000);
};

/** Quick pick over a list that is read once and filtered locally. Reports a failure to read. */
const pickFact = <T>(options: {
  readonly title: string;
  readonly placeholder: string;
  readonly empty: string;
  read(signal: AbortSignal): Promise<readonly FactRow<T>[]>;
}): Promise<T | undefined> => {
  let rows: readonly FactRow<T>[] | undefined;
  return searchPick<T>({
    title: options.title,
    placeholder: options.placeholder,
    empty: (text) =>
      text === '' || rows?.length === 0 ? options.empty : vscode.l10n.t('Nothing matches “{0}”.', text),
    search: async (text, signal) => {
      rows ??= await options.read(signal);
      const wanted = text.toLowerCase();
      return rows.filter(({ label, description = '' }) => `${label} ${description}`.toLowerCase().includes(wanted));
    },
  });
};
