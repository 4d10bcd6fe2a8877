import * as vscode from '../vscode.ts';
import { type BackportRules, projectFilePath } from '../../model/backports/projectFile.ts';
import { readProjectFile } from '../../model/backports/readProjectFile.ts';
import { getCommit } from '../../wire/commits.ts';
import type { CommandTable } from '../kit/commands.ts';
import { openMergeRequest } from '../kit/openMergeRequest.ts';
import { cancellable } from '../kit/progress.ts';
import { openProjectFile } from '../kit/pages/projectFile.ts';
import { refresh, requireProject } from '../kit/requireProject.ts';
import type { BackportsArea } from './area.ts';
import { showChangelog } from './changelogs.ts';
import { branchSubject, checkReadiness, openCheck } from './checkReadiness.ts';
import type { ReadinessCheckRow } from './readinessRows.ts';
import { changeLabels } from './changeLabels.ts';
import { newFile } from './newFile.ts';
import { showQueue } from './projectWithFile.ts';
import type { FileProblemRow, QueueCellRow } from './rows.ts';
import { call, showView } from '../kit/areaCommands.ts';

export const backportCommands: CommandTable<BackportsArea> = {
  'graft.backports.show': async (area) => {
    if (!(await requireProject(area))) return;
    showQueue();
    await showView('graft.backports');
  },
  'graft.backports.refresh': (area) => refresh(area, area.backports.view),
  'graft.backports.cancel': (area) => area.backports.queues.cancel(),
  'graft.backports.openFile': (area, row) => openFile(area, row),
  'graft.backports.readiness': checkReadiness,
  'graft.backports.openCheck': async (area, row) => {
    if (isCheckRow(row)) await openCheck(area, row.open, row.readiness, row.check);
    else await checkReadiness(area, row);
  },
  'graft.backports.changelog': async (area, row) => {
    const subject = await branchSubject(area, row, vscode.l10n.t('Changelog Preview'));
    if (subject) await showChangelog(area.backports.changelogs, subject.open, subject.branch);
  },
  'graft.backports.openRequest': (area, row) =>
    onCell(area, row, ({ open, cell }) => openMergeRequest(open, cell.mergeRequest)),
  'graft.backports.openBringing': (area, row) =>
    onCell(area, row, async ({ open, cell: { backport: brings } }) => {
      if (brings) await openMergeRequest(open, brings.mergeRequest);
    }),
  'graft.backports.backport': (area, row) => onCell(area, row, (cell) => backport(cell)),
  'graft.backports.changeLabels': (area, row) =>
    onCell(area, row, async (cell) => {
      const rules = rulesOf(area, cell);
      if (rules) await changeLabels(area, cell, rules);
    }),
};

/** Runs an action on a queue row; without a row shows the view. */
const onCell = async (area: BackportsArea, row: unknown, act: (row: QueueCellRow) => Promise<void>): Promise<void> => {
  if (isCellRow(row)) return act(row);
  await backportCommands['graft.backports.show']?.(area);
};

const isCellRow = (row: unknown): row is QueueCellRow =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'queueCell';

const isCheckRow = (row: unknown): row is ReadinessCheckRow =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'readinessCheck';

const isProblemRow = (row: unknown): row is FileProblemRow =>
  typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'fileProblem';

const rulesOf = ({ backports }: BackportsArea, { open }: QueueCellRow): BackportRules | undefined => {
  const { file } = backports.queues.of(open);
  return file?.kind === 'read' ? file.file.backports : undefined;
};

/** Opens the project file at a problem or at its start; a new one if the project has none. */
const openFile = async (area: BackportsArea, row: unknown): Promise<void> => {
  if (isProblemRow(row)) return openProjectFile(row.open, row.commit, row.problem);
  const open = await requireProject(area);
  if (open === undefined) return;
  const place = { client: open.client, project: open.project.id };
  const file = await cancellable(vscode.l10n.t('Reading {0}…', projectFilePath), (signal) =>
    readProjectFile(place, signal),
  );
  if (file?.kind === 'absent') await newFile(open);
  else if (file) await openProjectFile(open, file.commit);
};

/** Opens a board that tests the merge request's commits on the branch. */
const backport = async ({ open, cell }: QueueCellRow): Promise<void> => {
  const { t } = vscode.l10n;
  const { client, project } = open;
  if (cell.commits.length === 0)
    throw new Error(t('The server doesn’t report which commits of !{0} were merged.', cell.mergeRequest.iid));
  const commits = await cancellable(t('Reading the commits of !{0}…', cell.mergeRequest.iid), (signal) =>
    Promise.all(cell.commits.map((sha) => client.send(getCommit, { id: project.id, sha }, { signal }))),
  );
  if (commits === undefined) return;
  await call('graft.board.new', { commits, branches: [cell.branch] });
};
