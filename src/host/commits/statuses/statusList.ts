import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { readStatuses, type StatusFilter } from '../../../model/commits/commitStatus.ts';
import { isBranchAndTag } from '../../../model/git/namedRef.ts';
import type { CommitStatus } from '../../../wire/commits.ts';
import type { CommitsArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import { PickRows } from '../../kit/questions/pickRows.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { pipelineIcon } from '../../kit/words/pipelineState.ts';
import { setStatusOf } from './setStatus.ts';
import { statusLine, tagMessage } from './statusMessages.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';
import { commitSubject } from '../chooseCommit.ts';

type Choice =
  | { readonly does: 'open'; readonly address: string }
  | { readonly does: 'set'; readonly status: CommitStatus | undefined }
  | { readonly does: 'filter' | 'again' };

type Row = vscode.QuickPickItem & { readonly choice?: Choice; readonly status?: CommitStatus };

/** Shows the jobs and external statuses of a commit, filtered on the server; one can be opened, changed or added. */
export const showStatuses = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const subject = await commitSubject(area, argument, vscode.l10n.t('Jobs and checks of which commit?'));
  if (!subject) return;
  let filter: StatusFilter = { all: false };
  for (;;) {
    const choice = await pickStatus(area, subject, filter);
    if (choice === undefined) return;
    switch (choice.does) {
      case 'again':
        continue;
      case 'filter':
        filter = await changeFilter(filter);
        continue;
      case 'open':
        return openInBrowser(choice.address);
      case 'set':
        return setStatusOf(area, subject, choice.status);
    }
  }
};

const pickStatus = (area: CommitsArea, subject: CommitSubject, filter: StatusFilter): Promise<Choice | undefined> =>
  new Promise((resolve) => {
    const { t } = vscode.l10n;
    const abort = new AbortController();
    const picker = vscode.window.createQuickPick<Row>();
    picker.title = t('Jobs and Checks of {0}', shortSha(subject.sha));
    picker.placeholder = t('Choose one to open its page');
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    const shown = new PickRows(picker);
    const edit: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Set This Status…') };
    const finish = (choice: Choice | undefined): void => {
      resolve(choice);
      picker.hide();
    };
    const load = async (): Promise<void> => {
      picker.busy = true;
      void shown.show(filterRows(filter));
      try {
        const { client, project, sha } = placeOfSubject(subject);
        const { ref } = filter;
        const [statuses, isTagToo] = await Promise.all([
          readStatuses(client, { project, sha }, filter, abort.signal),
          ref === undefined ? false : isBranchAndTag(client, project, ref, abort.signal),
        ]);
        const tag =
          ref !== undefined && isTagToo
            ? [{ label: `$(info) ${visibleLabel(tagMessage(ref))}`, alwaysShow: true }]
            : [];
        void shown.show([...statusRows(statuses, filter, edit), ...tag, ...filterRows(filter)]);
      } catch (error) {
        if (isCancelled(error)) return;
        area.log.error('The statuses of a commit could not be read.', error);
        const again: Choice = { does: 'again' };
        const detail = t('Press Enter to try again.');
        void shown.show([
          { label: `$(error) ${visibleLabel(explain(error))}`, detail, alwaysShow: true, choice: again },
          ...filterRows(filter),
        ]);
      }
      picker.busy = false;
    };
    picker.onDidTriggerItemButton(({ item }) => finish({ does: 'set', status: item.status }));
    picker.onDidAccept(() => {
      const { chosen } = shown;
      if (chosen?.choice) finish(chosen.choice);
      else if (chosen?.status) finish({ does: 'set', status: chosen.status });
    });
    picker.onDidHide(() => {
      abort.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void load();
  });

const isFiltered = ({ all, ref, stage, name }: StatusFilter): boolean =>
  all || [ref, stage, name].some((part) => part !== undefined);

const statusRows = (
  statuses: readonly CommitStatus[],
  filter: StatusFilter,
  edit: vscode.QuickInputButton,
): readonly Row[] => {
  const { t } = vscode.l10n;
  if (statuses.length === 0) {
    const label = isFiltered(filter)
      ? t('No jobs or checks of this commit match the filter.')
      : t('This commit has no jobs or checks.');
    return [{ label: `$(info) ${label}`, alwaysShow: true }];
  }
  return statuses.map((status) => ({
    label: visibleLabel(status.name),
    iconPath: pipelineIcon(status.status),
    description: visibleLabel(statusLine({ ...status, description: undefined, target_url: undefined })),
    detail: visibleLabel(detailOf(status)),
    buttons: [edit],
    status,
    ...(status.target_url ? { choice: { does: 'open', address: status.target_url } as const } : {}),
  }));
};

const detailOf = (status: CommitStatus): string => {
  const { t } = vscode.l10n;
  return [
    status.description ?? '',
    status.allow_failure === true ? t('may fail') : '',
    status.finished_at ? age(status.finished_at) : '',
    status.author?.name ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
};

const filterRows = (filter: StatusFilter): readonly Row[] => {
  const { t } = vscode.l10n;
  return [
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: `$(filter) ${t('Filter…')}`,
      description: visibleLabel(filterMessage(filter)),
      alwaysShow: true,
      choice: { does: 'filter' },
    },
    { label: `$(add) ${t('Set Status…')}`, alwaysShow: true, choice: { does: 'set', status: undefined } },
  ];
};

const filterMessage = ({ all, ref, stage, name }: StatusFilter): string => {
  const { t } = vscode.l10n;
  return [
    all ? t('including retried') : t('latest of each name'),
    ref === undefined ? undefined : t('ref {0}', ref),
    stage === undefined ? undefined : t('stage {0}', stage),
    name === undefined ? undefined : t('name {0}', name),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
};

/** Asks for one change; unchanged when cancelled. */
const changeFilter = async (filter: StatusFilter): Promise<StatusFilter> => {
  const { t } = vscode.l10n;
  const row = (does: 'ref' | 'stage' | 'name' | 'all' | 'clear', label: string, description = '') => ({
    label,
    description: visibleLabel(description),
    does,
  });
  const rows = [
    row('all', filter.all ? t('Only the latest of each name') : t('Include retried jobs')),
    row('name', t('Name…'), filter.name),
    row('stage', t('Stage…'), filter.stage),
    row('ref', t('Branch or tag…'), filter.ref),
    ...(isFiltered(filter) ? [row('clear', t('No filter'))] : []),
  ];
  const chosen = await vscode.window.showQuickPick(rows, { title: t('Filter Jobs and Checks') });
  if (chosen === undefined) return filter;
  switch (chosen.does) {
    case 'all':
      return { ...filter, all: !filter.all };
    case 'clear':
      return { all: false };
    default: {
      const { does, label } = chosen;
      const value = await vscode.window.showInputBox({
        title: label,
        value: filter[does] ?? '',
        prompt: t('Exact match. Empty: any.'),
        ignoreFocusOut: true,
      });
      return value === undefined ? filter : { ...filter, [does]: value.trim() === '' ? undefined : value.trim() };
    }
  }
};
