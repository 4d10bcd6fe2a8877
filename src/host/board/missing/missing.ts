import * as vscode from '../../vscode.ts';
import { isStale } from '../../../model/board/cells.ts';
import { type EmptyDryRun, missingRows } from '../../../model/board/missing.ts';
import { readHistories, readRefs } from '../../../model/board/missingRanges.ts';
import { boardCommit, maxCommits } from '../../../model/board/sources.ts';
import { listBranches } from '../../../wire/projects.ts';
import type { BoardArea } from '../area.ts';
import { branchRow } from '../../kit/questions/branchRow.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { historiesInClone } from '../../kit/git/historiesInClone.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { chooseBranches } from '../chooseBranches.ts';
import { testNew } from '../intents.ts';
import { changeFilter } from './missingFilters.ts';
import type { Compared, MissingCommit } from './missingRows.ts';
import { branchesOf, type Comparison } from './missingView.ts';

/** Asks for branches and shows the commits of another branch they lack. */
export const missingOnBranches = async (area: BoardArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const chosen = await chooseBranches(open, area.context.workspaceState, [], {
    title: t('Which branches may lack commits?'),
  });
  if (chosen === undefined) return;
  const own = open.project.empty_repo === true ? undefined : (open.project.default_branch ?? undefined);
  // a branch can't be compared with itself
  const given = own === undefined || (chosen.length === 1 && chosen[0] === own) ? undefined : own;
  const source = given ?? (await chooseSource(open, chosen));
  if (source !== undefined) await area.boards.missing.show({ open, source, chosen, filter: {} });
};

/** Runs an action on the current comparison; without one asks for branches. */
export const withCompared =
  (act: (area: BoardArea, comparison: Comparison, row?: unknown) => unknown) =>
  async (area: BoardArea, row?: unknown): Promise<void> => {
    const { comparison } = area.boards.missing;
    await (comparison === undefined ? missingOnBranches(area) : act(area, comparison, row));
  };

/** Asks for another source branch and keeps the targets. */
export const compareOther = async (area: BoardArea, { open, chosen }: Comparison): Promise<void> => {
  const source = await chooseSource(open, chosen);
  if (source !== undefined) await area.boards.missing.show({ open, source, chosen, filter: {} });
};

export const filterMissing = async (area: BoardArea, comparison: Comparison): Promise<void> => {
  const filter = await changeFilter(comparison.filter);
  if (filter !== undefined) await area.boards.missing.filter(filter);
};

/**
 * Opens a tested board with the ticked commits, or with the row's own if it isn't ticked. Asks whether to use an open board
 * of the project.
 */
export const addMissing = async (area: BoardArea, comparison: Comparison, row?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const { missing, pages } = area.boards;
  const { ticked } = missing;
  const isAlone = isCommit(row) && !ticked.some(({ commit }) => commit.id === row.commit.id);
  const rows = isAlone ? [row] : ticked;
  if (rows.length === 0 || rows.length > maxCommits) {
    void vscode.window.showInformationMessage(
      rows.length === 0
        ? t('Tick the commits to add to a board.')
        : t('A board takes up to {0} commits. Tick fewer.', maxCommits),
    );
    return;
  }
  const used = pages.of(comparison.open).at(-1);
  const onto = { label: t('Add to “{0}”', visibleLabel(used?.title ?? '')) };
  const chosen =
    used &&
    (await pickRow([onto, { label: t('New Board') }], {
      title: t('Add to Board'),
      placeholder: vscode.l10n.many(rows.length, '{0} commit', '{0} commits'),
    }));
  if (used && !chosen) return;
  const session = used && chosen === onto ? used : pages.create(comparison.open);
  pages.reveal(session.id);
  session.board.addCommits(
    rows.toReversed().map(({ commit }) => boardCommit({ ...commit, parent_ids: [...commit.parent_ids] })),
  );
  session.board.addBranches(branchesOf(comparison));
  if (!isAlone) missing.untick();
  await testNew(session);
};

const isCommit = (row: unknown): row is MissingCommit =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'missingCommit';

/** Asks for the source branch. Undefined when cancelled. */
const chooseSource = (open: OpenProject, without: readonly string[]): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<string>({
    title: t('Commits of which branch may be missing?'),
    placeholder: t('Search the branches of {0}', open.project.path_with_namespace),
    empty: (text) => (text === '' ? t('The project has no branches.') : t('No branch matches “{0}”.', text)),
    search: async (text, signal) => {
      const parameters = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const { items } = await open.client.send(listBranches, parameters, { signal });
      const others = without.length === 1 ? items.filter(({ name }) => name !== without[0]) : items;
      return others.map((branch) => ({ ...branchRow(branch, []), value: branch.name }));
    },
  });
};

/** Compares histories: in the clone if it is up to date, otherwise on the server. */
export const readCompared = async (
  area: BoardArea,
  comparison: Comparison,
  signal: AbortSignal,
  report: (words: string) => void,
): Promise<Compared> => {
  const { t } = vscode.l10n;
  const { open } = comparison;
  const { client, project } = open;
  // a list needs the current tips
  client.stopSharing();
  const [source, ...branches] = await readRefs(
    client,
    project.id,
    [comparison.source, ...branchesOf(comparison)],
    signal,
  );
  if (source === undefined) throw new Error('no source');
  const { histories: inClone, lacking } = await historiesInClone(area, { open, source, branches }, signal, (done) =>
    report(t('{0} of {1} branches compared', done, branches.length)),
  );
  const histories = await readHistories({ client, project: project.id }, source, branches, {
    signal,
    known: inClone,
    report: ({ commits, diffs }) =>
      report(diffs === 0 ? t('{0} commits read', commits) : t('{0} commits and {1} diffs read', commits, diffs)),
  });
  const rows = missingRows(source.sha, histories, emptyDryRuns(area, open));
  const where = inClone.length === branches.length ? 'clone' : 'server';
  return { source, branches, rows, where, lacking, atMs: Date.now() };
};

/** Already-there results on open boards that aren't outdated. */
const emptyDryRuns = (area: BoardArea, open: OpenProject): EmptyDryRun => {
  const boards = area.boards.pages.of(open);
  return (sha, branch) =>
    boards.some(({ board }) => {
      const cell = board.cell({ sha, branch });
      return cell.result?.kind === 'alreadyThere' && !isStale(cell, board.column(branch));
    });
};
