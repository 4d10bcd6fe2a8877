import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { isStale } from '../../model/board/cells.ts';
import { type EmptyDryRun, type MissingRow, missingRows } from '../../model/board/missing.ts';
import { filteredRows, type MissingFilter } from '../../model/board/missingFilter.ts';
import { mostListed, readHistories, type ReadRef, readRefs, TooFarApart } from '../../model/board/missingRanges.ts';
import { boardCommit } from '../../model/board/sources.ts';
import { listBranches } from '../../wire/projects.ts';
import type { BoardArea } from './area.ts';
import { branchRow } from '../kit/branchRow.ts';
import { explain } from '../kit/explain.ts';
import { visible } from '../kit/format.ts';
import { historiesInClone } from '../kit/historiesInClone.ts';
import { cancellable, type Report } from '../kit/progress.ts';
import { requireProject } from '../kit/requireProject.ts';
import { searchPick } from '../kit/searchPick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { chooseBranches } from './chooseBranches.ts';
import { testNew } from './intents.ts';
import { changeFilter, filterWords } from './missingFilters.ts';
import { showMissing } from './missingList.ts';

/** What was compared, and what came of it. */
interface Compared {
  readonly source: ReadRef;
  readonly branches: readonly ReadRef[];
  readonly rows: readonly MissingRow[];
  readonly where: 'clone' | 'server';
}

/** Asks for branches and lists which commits of another branch they lack; adds those that are ticked to a board. */
export const missingOnBranches = async (area: BoardArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const chosen = await chooseBranches(open, area.context.workspaceState, [], {
    title: t('Which branches may lack commits?'),
  });
  if (chosen === undefined) return;
  const own = open.project.empty_repo === true ? undefined : (open.project.default_branch ?? undefined);
  // a branch lacks nothing of itself
  const given = own === undefined || (chosen.length === 1 && chosen[0] === own) ? undefined : own;
  const source = given ?? (await chooseSource(open, chosen));
  if (source !== undefined) await compare(area, open, source, chosen);
};

const compare = async (
  area: BoardArea,
  open: OpenProject,
  source: string,
  chosen: readonly string[],
): Promise<void> => {
  const { t } = vscode.l10n;
  const names = chosen.filter((name) => name !== source);
  const title = t('Comparing {0} with {1}…', visible(names.join(', ')), visible(source));
  const compared = await retried(area, title, (signal, report) =>
    readCompared(area, open, { source, branches: names }, signal, report),
  );
  if (compared === undefined) return;
  if (compared.rows.length === 0) {
    const words = t('All commits of {0} are on {1}.', visible(source), visible(names.join(', ')));
    void vscode.window.showInformationMessage(words);
    return;
  }
  await choose(area, open, compared, chosen);
};

/** Shows what was found until commits are added, another source is chosen or the list is closed. */
const choose = async (
  area: BoardArea,
  open: OpenProject,
  compared: Compared,
  chosen: readonly string[],
): Promise<void> => {
  const { t } = vscode.l10n;
  const { source } = compared;
  const branches = compared.branches.map(({ name }) => name);
  const place = { client: open.client, project: open.project.id, source, branches: compared.branches };
  let filter: MissingFilter = {};
  let rows = compared.rows;
  let ticked: readonly MissingRow[] = [];
  for (;;) {
    const title = t('Commits of {0} that {1} may lack', visible(source.name), visible(branches.join(', ')));
    const words = filterWords(filter);
    const answer = await showMissing({
      title: words === '' ? title : t('{0} · {1}', title, visible(words)),
      words:
        compared.where === 'clone'
          ? t('Compared in your clone. Tick commits to add them to a board.')
          : t('Compared on the server. Tick commits to add them to a board.'),
      rows,
      branches,
      where: compared.where,
      isFiltered: words !== '',
      ticked: new Set(ticked.map(({ commit }) => commit.id)),
      openCommit: (sha) => area.commitPages.show({ open, sha }),
    });
    if (answer === undefined) return;
    // what the filter hides stays ticked
    const hidden = ticked.filter((row) => !rows.includes(row));
    ticked = compared.rows.filter((row) => hidden.includes(row) || answer.rows.includes(row));
    if (answer.does === 'add') return addToBoard(area, open, ticked, branches);
    if (answer.does === 'source') {
      const other = await chooseSource(open, chosen);
      if (other !== undefined) return compare(area, open, other, chosen);
      continue;
    }
    const wanted = await changeFilter(filter);
    if (wanted === undefined) continue;
    const fitting = await retried(area, t('Filtering the commits…'), (signal) =>
      filteredRows(compared.rows, wanted, place, signal),
    );
    if (fitting !== undefined) [filter, rows] = [wanted, fitting];
  }
};

const addToBoard = async (
  area: BoardArea,
  open: OpenProject,
  rows: readonly MissingRow[],
  branches: readonly string[],
): Promise<void> => {
  const session = area.boards.pages.create(open);
  session.board.addCommits(
    rows.toReversed().map(({ commit }) => boardCommit({ ...commit, parent_ids: [...commit.parent_ids] })),
  );
  session.board.addBranches(branches);
  await testNew(session);
};

/** Asks for the branch whose commits may be missing on others. Undefined when closed. */
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

const readCompared = async (
  area: BoardArea,
  open: OpenProject,
  names: { readonly source: string; readonly branches: readonly string[] },
  signal: AbortSignal,
  report: Report,
): Promise<Compared> => {
  const { t } = vscode.l10n;
  const { client, project } = open;
  // what the refs led to a moment ago is no ground for a list
  client.beginAnew();
  const [source, ...branches] = await readRefs(client, project.id, [names.source, ...names.branches], signal);
  if (source === undefined) throw new Error('no source');
  const inClone = await historiesInClone(area, { open, source, branches }, signal, (done) =>
    report({ message: t('{0} of {1} branches compared', done, branches.length), increment: 100 / branches.length }),
  );
  const histories = await readHistories({ client, project: project.id }, source, branches, {
    signal,
    known: inClone,
    report: ({ commits, diffs }) =>
      report({
        message: diffs === 0 ? t('{0} commits read', commits) : t('{0} commits and {1} diffs read', commits, diffs),
      }),
  });
  const rows = missingRows(source.sha, histories, emptyDryRuns(area, open));
  return { source, branches, rows, where: inClone.length === branches.length ? 'clone' : 'server' };
};

/** What the boards of this window have found by dry runs that still hold. */
const emptyDryRuns = (area: BoardArea, open: OpenProject): EmptyDryRun => {
  const boards = area.boards.pages.all.filter(
    (session) => session.open.project.id === open.project.id && session.open.account.id === open.account.id,
  );
  return (sha, branch) =>
    boards.some(({ board }) => {
      const cell = board.cell({ sha, branch });
      return cell.result?.kind === 'alreadyThere' && !isStale(cell, board.column(branch));
    });
};

/** Does work under a notification; says in a sentence why it failed, and tries again when asked to. */
const retried = async <T>(
  area: BoardArea,
  title: string,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T | undefined> => {
  const { t } = vscode.l10n;
  for (;;) {
    try {
      return await cancellable(title, work);
    } catch (error) {
      if (isCancelled(error)) return undefined;
      area.log.error('Missing commits could not be read.', error);
      const retry = t('Retry');
      const words =
        error instanceof TooFarApart
          ? t('The branches are more than {0} commits apart. Open an up-to-date clone to compare them.', mostListed)
          : t('The branches could not be compared. {0}', explain(error));
      if ((await vscode.window.showErrorMessage(words, retry)) !== retry) return undefined;
    }
  }
};
