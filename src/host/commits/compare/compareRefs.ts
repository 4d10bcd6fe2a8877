import * as vscode from '../../vscode.ts';
import type { ComparedRefs } from '../../../model/commits/refComparison.ts';
import { findCommit } from '../../../model/git/namedRef.ts';
import type { CommitsArea } from '../area.ts';
import { shortSha } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { chooseRef } from './chooseRef.ts';
import type { Comparison } from './comparison.ts';
import { openVersions } from '../openCommit.ts';
import { showChanges } from '../../kit/pages/showChange.ts';
import { branchRef, shownRef } from '../../../wire/refName.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import type { CommitItem } from '../list/rows.ts';
import { type CommitSubject, givenSubject } from '../subject.ts';
import { chooseCommit } from '../chooseCommit.ts';

/** Asks for two branches, tags or commits and shows their comparison. */
export const compareRefs = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const from = await chooseRef(open, t('Compare (1 of 2): from which branch, tag or commit?'), {
    first: defaultBranch(open),
  });
  if (from === undefined) return;
  const to = await chooseRef(open, t('Compare (2 of 2): {0} with which branch, tag or commit?', shownRef(from)));
  if (to !== undefined) await show(area, open, { from, to, way: 'base' });
};

/** Compares the two selected commits, older first; a single one with a chosen ref. */
export const compareCommits = async (area: CommitsArea, argument: unknown, selection: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const rows = selectedRows(area, argument, selection);
  if (rows.length > 2) {
    void vscode.window.showInformationMessage(t('Two commits can be compared. Select one or two.'));
    return;
  }
  const [first, second] = rows;
  if (first && second) {
    const [newer, older] = inOrder(area, first, second);
    await show(area, newer.open, { from: older.commit.id, to: newer.commit.id, way: 'straight' });
    return;
  }
  const title = t('Compare which commit?');
  const one: CommitSubject | undefined = givenSubject(first ?? argument) ?? (await chooseCommit(area, title))?.subject;
  if (one === undefined) return;
  const other = await chooseRef(one.open, t('Compare {0} with which branch, tag or commit?', shortSha(one.sha)));
  if (other !== undefined) await show(area, one.open, { from: one.sha, to: other, way: 'straight' });
};

export const swapComparison = (area: CommitsArea): Promise<void> =>
  withComparison(area, ({ open, refs }) => show(area, open, { ...refs, from: refs.to, to: refs.from }));

/** Toggles two-dot and three-dot comparison. */
export const changeComparison = (area: CommitsArea): Promise<void> =>
  withComparison(area, ({ open, refs }) =>
    show(area, open, { ...refs, way: refs.way === 'base' ? 'straight' : 'base' }),
  );

export const toggleFilesFirst = (area: CommitsArea): Promise<void> =>
  withComparison(area, (comparison) => comparison.toggleFilesFirst());

export const endComparison = (area: CommitsArea): Promise<void> =>
  withComparison(area, () => area.commits.endComparison());

export const openComparedFiles = (area: CommitsArea): Promise<void> =>
  withComparison(area, async (comparison) => {
    const { t } = vscode.l10n;
    const { from, to } = comparison.names;
    if (comparison.files === undefined) await comparison.refresh();
    const { files } = comparison;
    if (files === undefined) {
      // the view shows the reason
      await area.commits.reveal();
      return;
    }
    if (files.length === 0) {
      void vscode.window.showInformationMessage(t('No file differs between {0} and {1}.', from, to));
      return;
    }
    const sides = files.map(({ place, change }) =>
      openVersions(place.open, change, { left: place.leftSha, right: place.toSha }),
    );
    await showChanges(t('{0} and {1}', from, to), sides);
  });

export const browseComparison = (area: CommitsArea): Promise<void> =>
  withComparison(area, async ({ open, refs }) => {
    const dots = refs.way === 'straight' ? '..' : '...';
    const [from, to] = await Promise.all([refs.from, refs.to].map((ref) => webRef(open, ref)));
    return openInBrowser(`${open.project.web_url}/-/compare/${from}${dots}${to}`);
  });

/** Ref for the server's compare page: the bare name, or the SHA where the page would resolve that to another commit. */
const webRef = async ({ client, project }: OpenProject, ref: string): Promise<string> => {
  const bare = shownRef(ref);
  const { signal } = new AbortController();
  const [meant, taken] = await Promise.all([ref, bare].map((name) => findCommit(client, project.id, name, signal)));
  return encodeURIComponent(meant === undefined || meant.id === taken?.id ? bare : meant.id);
};

const show = async (area: CommitsArea, open: OpenProject, refs: ComparedRefs): Promise<void> => {
  // the comparison is set before the view is visible: the next command refers to it
  const compared = area.commits.compare(open, refs);
  await Promise.all([area.commits.reveal(), compared]);
};

const withComparison = async (area: CommitsArea, work: (comparison: Comparison) => unknown): Promise<void> => {
  const { comparison } = area.commits;
  if (comparison) await work(comparison);
  else void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is compared. Choose “Compare…” first.'));
};

/** Undefined for empty repositories, whose default branch doesn't exist yet. */
const defaultBranch = ({ project }: OpenProject): string | undefined =>
  project.empty_repo === true || project.default_branch == null ? undefined : branchRef(project.default_branch);

/** Rows of the menu, or those selected in the view for a call from the palette. */
const selectedRows = (area: CommitsArea, argument: unknown, selection: unknown): readonly CommitItem[] => {
  if (Array.isArray(selection)) return selection.filter(isCommitItem);
  if (argument !== undefined) return isCommitItem(argument) ? [argument] : [];
  return area.commits.selectedAll.length === 2 ? area.commits.selectedAll : [];
};

const isCommitItem = (row: unknown): row is CommitItem =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'commit';

/** Newer first, by their order in the list. */
const inOrder = (area: CommitsArea, one: CommitItem, other: CommitItem): readonly [CommitItem, CommitItem] => {
  const { loaded } = area.commits;
  return loaded.indexOf(one) <= loaded.indexOf(other) ? [one, other] : [other, one];
};
