import * as vscode from '../vscode.ts';
import { areSameLabels, type LabelledMergeRequest, readLabels, setLabels } from '../../model/backports/labels.ts';
import type { BackportRules } from '../../model/backports/projectFile.ts';
import { cancellable } from '../kit/progress.ts';
import { type Summary, confirmAndSend, type SummaryRow, type Sent } from '../kit/questions/summary.ts';
import { requireWriting, reportChangedMeanwhile, sendSteps, step } from '../kit/questions/sendSteps.ts';
import type { BackportsArea } from './area.ts';
import type { QueueCellRow } from './rows.ts';

/** Toggles labels from the project file on a merge request: shows the changes, then sends them. */
export const changeLabels = async (
  area: BackportsArea,
  { open, cell: { mergeRequest } }: QueueCellRow,
  rules: BackportRules,
): Promise<void> => {
  const { t } = vscode.l10n;
  requireWriting(open.account);
  const subject: LabelledMergeRequest = { client: open.client, project: open.project.id, iid: mergeRequest.iid };
  const reference = `!${mergeRequest.iid}`;
  const found = await cancellable(t('Reading the labels of {0}…', reference), async (signal) => {
    const labels = await readLabels(subject, signal);
    if (labels === undefined) throw new Error(t('{0} no longer exists, or you have no access to it.', reference));
    return labels;
  });
  if (found === undefined) return;
  let before = found;

  const send = async (labels: readonly string[]): Promise<Sent> => {
    const now = await readLabels(subject);
    if (now === undefined || !areSameLabels(now, before)) {
      before = now ?? before;
      return reportChangedMeanwhile(reference, now !== undefined);
    }
    const replaced = step(
      () => setLabels(subject, now, labels),
      (after) => {
        before = after;
        return { words: labelsLine(now, after), isAsAsked: areSameLabels(after, labels) };
      },
    );
    return sendSteps(area, reference, [replaced], () => area.backports.view.refresh());
  };

  await confirmAndSend<readonly string[], string>(area, before, {
    show: (labels) => reviewOf(reference, before, labels, rules),
    change: async (labels, label) => switched(labels, label),
    send,
  });
};

const switched = (labels: readonly string[], label: string): readonly string[] =>
  labels.includes(label) ? labels.filter((each) => each !== label) : [...labels, label];

const reviewOf = (
  reference: string,
  before: readonly string[],
  labels: readonly string[],
  rules: BackportRules,
): Summary<string> => {
  const { t } = vscode.l10n;
  const isSame = areSameLabels(before, labels);
  const row = (label: string, effect: string): SummaryRow<string> => ({
    part: label,
    icon: labels.includes(label) ? 'check' : 'add',
    label,
    value: labels.includes(label) ? t('{0} · press Enter to remove', effect) : t('{0} · press Enter to add', effect),
    isSwitch: true,
  });
  return {
    title: t('Change the labels of {0}', reference),
    placeholder: t('Select labels to change, then choose Save'),
    start: {
      label: t('Save'),
      value: isSame ? t('no changes yet') : labelsLine(before, labels),
      icon: 'check',
      isBlocked: isSame,
    },
    rows: [
      ...[...rules.labels].map(([label, branches]) => row(label, branches.join(', '))),
      ...rules.notNeeded.map((label) => row(label, t('not needed'))),
    ],
  };
};

const labelsText = (labels: readonly string[]): string => labels.join(', ') || vscode.l10n.t('none');

const labelsLine = (before: readonly string[], now: readonly string[]): string =>
  vscode.l10n.t('Labels: {0} → {1}.', labelsText(before), labelsText(now));
