import * as vscode from 'vscode';
import {
  coverageProblem,
  lengthProblem,
  readCoverage,
  readStatuses,
  setStatus as send,
  type SettableState,
  settableStates,
  statusBefore,
  type StatusReport,
  targetUrlProblem,
} from '../../model/commitStatus.ts';
import type { Written } from '../../model/writeOnce.ts';
import type { CommitStatus } from '../../wire/commits.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { shortSha, visible, visibleLabel } from '../format.ts';
import { cancellable } from '../progress.ts';
import { openInBrowser } from './openCommit.ts';
import { pipelineIcon } from './pipelineState.ts';
import { changeWords, reportProblemWords, statusLine } from './statusWords.ts';
import { type CommitSubject, commitSubject, placeOfSubject } from './subject.ts';

/** Sets a status of a commit: which one, what it says, a look at what changes, and the outcome. */
export const setStatus = async (app: App, argument: unknown): Promise<void> => {
  const subject = await commitSubject(app, argument, vscode.l10n.t('Set a status of which commit?'));
  if (subject) await setStatusOf(app, subject, undefined);
};

/** The same for a commit that is known, and, where given, for one of its statuses. */
export const setStatusOf = async (
  app: App,
  subject: CommitSubject,
  status: CommitStatus | undefined,
): Promise<void> => {
  const { t } = vscode.l10n;
  const known = await cancellable(t('Reading the statuses of {0}…', shortSha(subject.sha)), (signal) => {
    const { client, project, sha } = placeOfSubject(subject);
    return readStatuses(client, { project, sha }, { all: true }, signal);
  });
  if (known === undefined) return;
  const name = status?.name ?? (await askName(known));
  if (name === undefined) return;
  const before = status ?? statusBefore(known, { name });
  const sha = before?.sha ?? (await app.details.read(placeOfSubject(subject), {})).id;
  const key = `status ${subject.open.account.id} ${subject.open.project.id} ${sha} ${name}`;
  const report = await fillIn(
    app,
    subject,
    known,
    {
      project: subject.open.project.id,
      sha,
      name,
      state: nextState(before?.status),
      ...(before?.ref == null ? {} : { ref: before.ref }),
      ...(status?.pipeline_id == null ? {} : { pipeline: status.pipeline_id }),
      ...keptDescription(app, key),
    },
    key,
  );
  if (report === undefined) return;
  const title = t('Setting “{0}” to {1}…', visible(name), report.state);
  const location = vscode.ProgressLocation.Notification;
  const written = await vscode.window.withProgress({ location, title }, () =>
    send(subject.open.client, report, new AbortController().signal),
  );
  if (written.kind === 'done') await app.keptTexts.forget(key);
  await tell(app, subject, report, written);
};

const keptDescription = (app: App, key: string): { readonly description?: string } => {
  const kept = app.keptTexts.get(key);
  return kept === undefined ? {} : { description: kept.text };
};

/** What one most often says next. */
const nextState = (before: string | undefined): SettableState => (before === 'pending' ? 'running' : 'success');

const askName = (known: readonly CommitStatus[]): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { t } = vscode.l10n;
    type Row = vscode.QuickPickItem & { readonly name: string };
    const names = [...new Set(known.map(({ name }) => name))];
    const rows = names.map((name): Row => {
      const latest = statusBefore(known, { name });
      return {
        label: visibleLabel(name),
        iconPath: pipelineIcon(latest?.status),
        description: latest === undefined ? '' : visibleLabel(statusLine(latest)),
        name,
      };
    });
    const picker = vscode.window.createQuickPick<Row>();
    picker.title = t('Set Status');
    picker.placeholder = t('Choose a status to change, or type a new name');
    picker.ignoreFocusOut = true;
    const show = (): void => {
      const typed = picker.value.trim();
      const isNew = typed !== '' && !names.includes(typed);
      const label = `$(add) ${t('New status “{0}”', visibleLabel(typed))}`;
      picker.items = isNew ? [...rows, { label, name: typed, alwaysShow: true }] : rows;
    };
    picker.onDidChangeValue(show);
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      if (chosen === undefined) return;
      resolve(chosen.name);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    show();
    picker.show();
  });

type Field = 'state' | 'ref' | 'targetUrl' | 'description' | 'coverage' | 'pipeline';

/** Shows the report as a list of what it says, each changed by choosing it, until it is sent or closed. */
const fillIn = async (
  app: App,
  subject: CommitSubject,
  known: readonly CommitStatus[],
  first: StatusReport,
  key: string,
): Promise<StatusReport | undefined> => {
  const { t } = vscode.l10n;
  const server = new URL(subject.open.account.baseUrl).host;
  const pipelines = [...new Set(known.flatMap(({ pipeline_id: id }) => (id == null ? [] : [id])))];
  let report = first;
  for (;;) {
    const before = statusBefore(known, report);
    const row = (
      field: Field,
      label: string,
      value: string | number | undefined,
      old: string | number | null | undefined,
    ) => ({
      label,
      description: value === undefined || value === '' ? t('as it is') : visibleLabel(String(value)),
      detail: old == null || old === '' || old === value ? '' : t('was {0}', visible(String(old))),
      field,
    });
    const rows = [
      {
        label: `$(cloud-upload) ${t('Set “{0}” to {1} on {2}', visibleLabel(report.name), report.state, server)}`,
        description: '',
        detail: visibleLabel(changeWords(report, before)),
        field: undefined,
      },
      row('state', t('State'), report.state, before?.status),
      row('description', t('Description'), report.description, before?.description),
      row('targetUrl', t('Link'), report.targetUrl, before?.target_url),
      row('coverage', t('Coverage in percent'), report.coverage, before?.coverage),
      row('ref', t('Branch or tag'), report.ref, before?.ref),
      ...(pipelines.length > 1 ? [row('pipeline', t('Pipeline'), report.pipeline, undefined)] : []),
    ];
    const title = t('Status “{0}” of {1}', visible(report.name), shortSha(report.sha));
    const placeHolder = t('Choose a line to change it; nothing is sent before the first one is chosen');
    const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder, ignoreFocusOut: true });
    if (chosen === undefined) return undefined;
    if (chosen.field === undefined) return report;
    report = await changeField(report, chosen.field, pipelines);
    await app.keptTexts.keep({
      key,
      account: subject.open.account.id,
      text: report.description ?? '',
      place: { project: report.project, sha: report.sha, name: report.name },
      refusal: undefined,
    });
  }
};

const changeField = async (report: StatusReport, field: Field, pipelines: readonly number[]): Promise<StatusReport> => {
  const { t } = vscode.l10n;
  switch (field) {
    case 'state': {
      const rows = settableStates.map((state) => ({ label: state, iconPath: pipelineIcon(state), state }));
      const chosen = await vscode.window.showQuickPick(rows, { title: t('State') });
      return chosen === undefined ? report : { ...report, state: chosen.state };
    }
    case 'pipeline': {
      const rows = [
        { label: t('The latest that fits'), pipeline: undefined },
        ...pipelines.map((pipeline) => ({ label: `#${pipeline}`, pipeline })),
      ];
      const chosen = await vscode.window.showQuickPick(rows, { title: t('Pipeline') });
      return chosen === undefined ? report : { ...report, pipeline: chosen.pipeline };
    }
    case 'coverage': {
      const text = await ask(t('Coverage in Percent'), String(report.coverage ?? ''), coverageProblem);
      return text === undefined ? report : { ...report, coverage: readCoverage(text) };
    }
    case 'targetUrl': {
      const text = await ask(t('Link'), report.targetUrl ?? '', targetUrlProblem);
      return text === undefined ? report : { ...report, targetUrl: text === '' ? undefined : text };
    }
    case 'description': {
      const text = await ask(t('Description'), report.description ?? '', lengthProblem);
      return text === undefined ? report : { ...report, description: text === '' ? undefined : text };
    }
    case 'ref': {
      const text = await ask(t('Branch or Tag'), report.ref ?? '', lengthProblem);
      return text === undefined ? report : { ...report, ref: text === '' ? undefined : text };
    }
  }
};

const ask = async (
  title: string,
  value: string,
  check: (text: string) => ReturnType<typeof lengthProblem>,
): Promise<string | undefined> => {
  const validateInput = (text: string): string | undefined => reportProblemWords(check(text.trim()));
  const text = await vscode.window.showInputBox({ title, value, validateInput, ignoreFocusOut: true });
  return text?.trim();
};

const tell = async (
  app: App,
  subject: CommitSubject,
  report: StatusReport,
  written: Written<CommitStatus>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const name = visible(report.name);
  const show = t('Open Commit in Browser');
  if (written.kind === 'done') {
    const how = written.confirmed === 'found' ? ` ${t('The server’s answer was lost, but it has the status.')}` : '';
    void vscode.window.showInformationMessage(
      `${t('“{0}” is {1} on {2}.', name, written.value.status, shortSha(report.sha))}${how}`,
    );
    await renew(app, subject, report.sha);
    return;
  }
  app.log.error('A status was not answered.', written.cause);
  const look =
    written.kind === 'notDone'
      ? t('The server does not have the status so far. It was not sent again.')
      : t('Whether the server has the status is not known. Look at the commit before you try again.');
  const answer = await vscode.window.showWarningMessage(`${explain(written.cause)} ${look}`, show);
  if (answer === show) await openInBrowser(`${subject.open.project.web_url}/-/commit/${report.sha}`);
};

/** The icon of the row and the page show the pipeline the status is in. */
const renew = async (app: App, subject: CommitSubject, sha: string): Promise<void> => {
  await app.details.read({ ...placeOfSubject(subject), sha }, { fresh: true });
  app.commitPages.renew({ ...subject, sha });
  void app.commits.refresh();
};
