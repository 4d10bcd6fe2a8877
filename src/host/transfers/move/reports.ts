import * as vscode from '../../vscode.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { compareProjects } from '../../../model/transfers/move/compare.ts';
import { type Comparison, verdictOf } from '../../../model/transfers/move/comparison.ts';
import { readMoveDetails, targetPath } from '../../../model/transfers/move/details.ts';
import type { TransfersArea } from '../area.ts';
import { basename, visible } from '../../kit/words/format.ts';
import { askPath } from '../imports/askPath.ts';
import { chooseJob } from '../chooseJob.ts';
import type { Jobs } from '../jobs.ts';
import { cancellable } from '../../kit/progress.ts';
import { startMove } from './moveProject.ts';
import { moveReport, partName } from './report.ts';
import { detailsOf } from './rules.ts';
import { verdictMessage } from './messages.ts';

export const moveReportScheme = 'graft-move';

export class MoveReports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #jobs: Jobs;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      jobs.onDidChange((job) => {
        if (job.kind === 'projectMove') this.#changed.fire(reportUri(job));
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const job = this.#jobs.get(uri.query);
    const text = job && reportOf(job);
    return text ?? vscode.l10n.t('This move is no longer on the list, or was not compared.');
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

const reportUri = (job: Job): vscode.Uri =>
  vscode.Uri.from({
    scheme: moveReportScheme,
    path: `/${vscode.l10n.t('Move of {0}', visible(basename(job.subject.path)))}.md`,
    query: job.id,
  });

const reportOf = (job: Job): string | undefined => {
  const details = readMoveDetails(job.details);
  return details?.comparison && moveReport(job, details, details.comparison);
};

const isCompared = (job: Job): boolean => job.kind === 'projectMove' && reportOf(job) !== undefined;

const chooseCompared = (area: TransfersArea, argument: unknown, title: string): Promise<Job | undefined> =>
  chooseJob(area, argument, { title, fits: isCompared, none: vscode.l10n.t('No move has been compared yet.') });

/** Opens the Markdown preview, or the text without that extension. */
export const showMoveReport = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const job = await chooseCompared(area, argument, vscode.l10n.t('Show Report of a Move'));
  if (job === undefined) return;
  if (!isCompared(job))
    return void vscode.window.showInformationMessage(vscode.l10n.t('It has not been compared yet.'));
  const uri = reportUri(job);
  if (vscode.extensions.getExtension('vscode.markdown-language-features') === undefined) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  } else await vscode.commands.executeCommand('markdown.showPreview', uri);
};

export const copyMoveReport = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const job = await chooseCompared(area, argument, vscode.l10n.t('Copy Report of a Move'));
  const text = job && reportOf(job);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Report copied.'), 4_000);
};

/** Compares both projects again. */
export const compareMove = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const job = await chooseJob(area, argument, {
    title: t('Compare Again'),
    fits: (each) => each.kind === 'projectMove' && readMoveDetails(each.details)?.target.id !== undefined,
    none: t('No project has been moved yet.'),
  });
  if (job === undefined) return;
  const details = detailsOf(job);
  if (details.target.id === undefined)
    return void vscode.window.showInformationMessage(t('There is nothing to compare: no project was created.'));
  const target = area.clients.of({ id: details.target.account, baseUrl: details.target.baseUrl });
  const comparison = await cancellable<Comparison>(t('Comparing both projects…'), (signal, report) =>
    compareProjects(
      { client: area.clients.of({ id: job.account, baseUrl: job.baseUrl }), project: details.source.id },
      { client: target, project: details.target.id ?? targetPath(details) },
      { signal, progress: (part, _, total) => report({ message: partName(part), increment: 100 / total }) },
    ),
  );
  if (comparison === undefined) return;
  const words = verdictMessage(verdictOf(comparison));
  await area.jobs.change(job.id, { details: { ...details, comparison }, state: { state: 'compared', words } });
  await showMoveReport(area, { kind: 'job', id: job.id });
};

/** Uploads the archive of a failed import again, to another path. */
export const importMoveAgain = async (area: TransfersArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const hasArchive = (each: Job): boolean => readMoveDetails(each.details)?.archive.isLeft === true;
  const none = t('No archive of a move is saved.');
  const job = await chooseJob(area, argument, { title: t('Import Again'), fits: hasArchive, none });
  if (job === undefined) return;
  const details = detailsOf(job);
  if (!hasArchive(job)) return void vscode.window.showInformationMessage(none);
  const [from, to] = [area.accounts.get(job.account), area.accounts.get(details.target.account)];
  if (from === undefined || to === undefined)
    throw new Error(t('An account of this move was removed. Sign in to it again first.'));
  const chosen = await askPath({
    title: t('Import {0} Again', visible(details.source.path)),
    client: area.clients.of(to),
    thing: 'project',
    parent: details.target.namespace,
    value: details.target.path,
  });
  if (chosen === undefined) return;
  // the new job owns the archive: the old one must not delete it
  const archive = { ...details.archive, isLeft: undefined };
  await area.jobs.change(job.id, {
    details: { ...details, archive: { ...archive, file: `${archive.file}.gone`, sizeBytes: undefined } },
  });
  const target = { ...details.target, id: undefined, webUrl: undefined, path: chosen.path };
  const plan = { source: details.source, target, archive };
  await startMove(area, from, plan, { ...plan, step: 'toImport', importDelays: 0, misses: 0 });
};
