import * as vscode from '../../vscode.ts';
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
} from '../../../model/commits/commitStatus.ts';
import { isBranchAndTag } from '../../../model/git/namedRef.ts';
import type { WriteOutcome } from '../../../model/writeOnce.ts';
import { isCancelled } from '../../../client/errors.ts';
import type { CommitStatus } from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { commitAddress } from '../../../messages/webAddresses.ts';
import { projectKey } from '../../shell/currentProject.ts';
import type { CommitsArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { shortSha, visible, visibleLabel } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { confirmAndSend, type SummaryRow, type SummarySteps } from '../../kit/questions/summary.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { pipelineIcon } from '../../kit/words/pipelineState.ts';
import {
  changeMessage,
  reportProblemMessage,
  mergeRequestMessages,
  sentLines,
  showsStatus,
  statusLine,
  tagMessage,
} from './statusMessages.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';
import { commitSubject } from '../chooseCommit.ts';

/** Asks for a status and its fields, shows the changes, sends them and reports the outcome. */
export const setStatus = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const subject = await commitSubject(area, argument, vscode.l10n.t('Set a status of which commit?'));
  if (subject) await setStatusOf(area, subject, undefined);
};

/** Like {@link setStatus} for a known commit, and optionally for one of its statuses. */
export const setStatusOf = async (
  area: CommitsArea,
  subject: CommitSubject,
  status: CommitStatus | undefined,
): Promise<void> => {
  const { t } = vscode.l10n;
  const read = await cancellable(t('Reading the statuses of {0}…', shortSha(subject.sha)), async (signal) => {
    const { client, project, sha } = placeOfSubject(subject);
    const [known, requests] = await Promise.all([
      readStatuses(client, { project, sha }, { all: true }, signal),
      openMergeRequestsOf(area, subject, signal),
    ]);
    return { known, requests };
  });
  if (read === undefined) return;
  const { known, requests } = read;
  const name = status?.name ?? (await askName(known));
  if (name === undefined) return;
  const before = status ?? statusBefore(known, { name });
  const ref = before === undefined ? sourceBranch(requests, subject) : before.ref;
  const sha = before?.sha ?? (await area.details.read(placeOfSubject(subject), {})).id;
  const key = `status ${projectKey(subject.open)} ${sha} ${name}`;
  await confirmAndSend<StatusReport, Field>(
    area,
    {
      project: subject.open.project.id,
      sha,
      name,
      state: nextState(before?.status),
      ...(ref == null ? {} : { ref }),
      ...(status?.pipeline_id == null ? {} : { pipeline: status.pipeline_id }),
      ...unsentDescription(area, key),
    },
    {
      ...steps(area, subject, { known, requests, key }),
      async send(report) {
        const tags = await tagNotes(area, subject, report);
        if (tags === undefined || !(await isConfirmed(subject, report, requests, tags))) return 'change';
        const title = t('Setting “{0}” to {1}…', visible(name), report.state);
        const written = await cancellable(title, (signal) => send(subject.open.client, report, signal));
        // cancelled before sending
        if (written === undefined) return 'change';
        if (written.kind === 'done') await area.unsentTexts.delete(key);
        await showOutcome(area, subject, report, written);
        return written.kind === 'done' ? 'done' : 'unclear';
      },
    },
  );
};

/** Shows exactly what will be sent and asks for confirmation. */
const isConfirmed = async (
  { open }: CommitSubject,
  report: StatusReport,
  mergeRequests: readonly MergeRequest[] | undefined,
  tags: readonly string[],
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const yes = t('Set Status');
  const detail = [
    t('To {0} on {1}, in your name:', open.project.path_with_namespace, new URL(open.account.baseUrl).host),
    ...sentLines(report),
    '',
    t('Everything else stays unchanged.'),
    ...mergeRequestMessages(report, mergeRequests),
    ...tags,
  ].join('\n');
  const question = t('Set “{0}” of {1} to {2}?', visible(report.name), shortSha(report.sha), report.state);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
};

/** Note for a ref that is both branch and tag; undefined when the user cancelled. */
const tagNotes = async (
  area: CommitsArea,
  { open }: CommitSubject,
  { ref }: StatusReport,
): Promise<readonly string[] | undefined> => {
  if (!ref) return [];
  try {
    return await cancellable(vscode.l10n.t('Reading {0}…', visible(ref)), async (signal) =>
      (await isBranchAndTag(open.client, open.project.id, ref, signal)) ? [tagMessage(ref)] : [],
    );
  } catch (error) {
    area.log.error('The branch and the tag of a status could not be read.', error);
    return [];
  }
};

/** Default ref of a new status: the source branch of the merge request, if there is exactly one. */
const sourceBranch = (
  mergeRequests: readonly MergeRequest[] | undefined,
  { open }: CommitSubject,
): string | undefined => {
  const [only, ...others] = new Set(
    (mergeRequests ?? [])
      .filter(({ source_project_id: source }) => source == null || source === open.project.id)
      .map(({ source_branch: branch }) => branch),
  );
  return others.length === 0 ? only : undefined;
};

const unsentDescription = (area: CommitsArea, key: string): { readonly description?: string } => {
  const unsent = area.unsentTexts.get(key);
  return unsent === undefined ? {} : { description: unsent.text };
};

/** Most likely next state. */
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

/** Steps of the form: one row per field. */
const steps = (
  area: CommitsArea,
  subject: CommitSubject,
  {
    known,
    requests,
    key,
  }: {
    readonly known: readonly CommitStatus[];
    readonly requests: readonly MergeRequest[] | undefined;
    readonly key: string;
  },
): SummarySteps<StatusReport, Field> => {
  const { t } = vscode.l10n;
  const server = new URL(subject.open.account.baseUrl).host;
  const pipelines = [...new Set(known.flatMap(({ pipeline_id: id }) => (id == null ? [] : [id])))];
  return {
    // on the send row, a second Enter after the name would send at once
    first: 'state',
    show(report) {
      const before = statusBefore(known, report);
      const row = (
        part: Field,
        label: string,
        value: string | number | undefined,
        old: string | number | null | undefined,
      ): SummaryRow<Field> => ({
        part,
        label,
        value: value === undefined || value === '' ? t('unchanged') : String(value),
        ...(old == null || old === '' || old === value ? {} : { detail: t('was {0}', String(old)) }),
      });
      return {
        title: t('Status “{0}” of {1}', visible(report.name), shortSha(report.sha)),
        placeholder: t('Choose a field to change, or the first row to send'),
        start: {
          icon: 'cloud-upload',
          label: t('Set “{0}” to {1} on {2}', report.name, report.state, server),
          value: '',
          detail: changeMessage(report, before),
        },
        rows: [
          row('state', t('State'), report.state, before?.status),
          row('description', t('Description'), report.description, before?.description),
          row('targetUrl', t('Link'), report.targetUrl, before?.target_url),
          row('coverage', t('Coverage in percent'), report.coverage, before?.coverage),
          row('ref', t('Branch or tag'), report.ref, before?.ref),
          ...(pipelines.length > 0 ? [row('pipeline', t('Pipeline'), report.pipeline, undefined)] : []),
        ],
        warnings: mergeRequestMessages(
          report,
          requests?.filter((mergeRequest) => !showsStatus(report, mergeRequest)),
        ),
        notes: mergeRequestMessages(
          report,
          requests?.filter((mergeRequest) => showsStatus(report, mergeRequest)) ?? [],
        ),
      };
    },
    async change(before, field) {
      const report = await changeField(before, field, pipelines);
      await area.unsentTexts.save({
        key,
        account: subject.open.account.id,
        text: report.description ?? '',
        place: { project: report.project, sha: report.sha, name: report.name },
        refusal: undefined,
      });
      return report;
    },
  };
};

/** Open merge requests of a commit; undefined when they couldn't be read. */
const openMergeRequestsOf = async (
  area: CommitsArea,
  subject: CommitSubject,
  signal: AbortSignal,
): Promise<readonly MergeRequest[] | undefined> => {
  try {
    const { items } = await area.facts.mergeRequests(placeOfSubject(subject), signal);
    return items.filter(({ state }) => state === 'opened');
  } catch (error) {
    if (isCancelled(error)) throw error;
    area.log.error('The merge requests of a commit could not be read.', error);
    return undefined;
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
        { label: t('Latest matching pipeline'), pipeline: undefined },
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
  const validateInput = (text: string): string | undefined => reportProblemMessage(check(text.trim()));
  const text = await vscode.window.showInputBox({ title, value, validateInput, ignoreFocusOut: true });
  return text?.trim();
};

const showOutcome = async (
  area: CommitsArea,
  subject: CommitSubject,
  report: StatusReport,
  written: WriteOutcome<CommitStatus>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const name = visible(report.name);
  const show = t('Open Commit in Browser');
  if (written.kind === 'done') {
    const how = written.confirmed === 'found' ? ` ${t('The connection dropped, but the server has the status.')}` : '';
    void vscode.window.showInformationMessage(
      `${t('“{0}” is {1} on {2}.', name, written.value.status, shortSha(report.sha))}${how}`,
    );
    await renew(area, subject, report.sha);
    return;
  }
  area.log.error('A status was not answered.', written.cause);
  const uncertainMessage =
    written.kind === 'notDone'
      ? t('The server does not have the status so far. It was not sent again.')
      : t('It is unknown whether the server has the status. Check the commit before you try again.');
  const answer = await vscode.window.showWarningMessage(`${uncertainMessage} ${explain(written.cause)}`, show);
  if (answer === show) await openInBrowser(commitAddress(subject.open.project.web_url, report.sha));
};

/** the row's icon and the page show the status's pipeline */
const renew = async (area: CommitsArea, subject: CommitSubject, sha: string): Promise<void> => {
  await area.details.read({ ...placeOfSubject(subject), sha }, { fresh: true });
  area.commitPages.renew({ ...subject, sha });
  void area.commits.refresh();
};
