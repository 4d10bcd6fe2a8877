import * as vscode from '../../vscode.ts';
import type { IconName } from '../../../messages/icons.ts';
import type { JobActionView } from '../../../messages/jobPage.ts';
import { hasEnded, type Job } from '../../../model/transfers/jobs/job.ts';
import { commandOf, isInBrowser, savesArchive } from '../kinds.ts';
import type { EndingAction } from '../rules.ts';

/** A button of the page; its command gets the job's row. */
export interface PageAction extends JobActionView {
  /** Undefined for actions of the page itself. */
  readonly command: string | undefined;
}

export const copyReport = 'copyReport';

export const removeJob = 'graft.transfers.removeJob';

const icons: Readonly<Record<string, IconName>> = {
  'graft.transfers.revealFile': 'folder-opened',
  'graft.transfers.openJobInBrowser': 'link-external',
};

const iconOf = ({ command, title }: EndingAction): IconName => {
  const own = Object.hasOwn(icons, command) ? icons[command] : undefined;
  if (own !== undefined) return own;
  if (/again|retry/i.test(`${command} ${title}`)) return 'debug-restart';
  if (/download|save/i.test(command)) return 'cloud-download';
  if (/report|compare/i.test(command)) return 'checklist';
  return /open/i.test(command) ? 'repo' : 'arrow-right';
};

/** Actions available now: first those of the kind for ended jobs, then the general ones. */
export const pageActions = (job: Job, atEnd: readonly EndingAction[]): readonly PageAction[] => {
  const { t } = vscode.l10n;
  const action = (command: string, label: string, icon: IconName): PageAction => ({
    name: command,
    command,
    label,
    icon,
    isPrimary: false,
  });
  const isOver = hasEnded(job);
  const cameToNothing = job.phase === 'failed' || job.phase === 'canceled';
  // a kind may have its own retry
  const mayTryAgain = cameToNothing && !atEnd.some(({ command }) => command.startsWith('graft.transfers.'));
  const all: readonly PageAction[] = [
    ...(isOver ? atEnd : []).map((each) => action(each.command, each.title, iconOf(each))),
    ...(mayTryAgain ? [action(commandOf(job), t('Try Again…'), 'debug-restart')] : []),
    ...(isOver && savesArchive(job)
      ? [
          action(
            'graft.transfers.saveAgain',
            job.phase === 'succeeded' ? t('Save Archive Again…') : t('Save Archive…'),
            'save-as',
          ),
        ]
      : []),
    ...(isOver ? [] : [action('graft.transfers.cancelJob', t('Cancel…'), 'debug-stop')]),
    ...(job.phase === 'succeeded' && job.file
      ? [action('graft.transfers.revealFile', t('Reveal File'), 'folder-opened')]
      : []),
    ...(/^https?:/.test(job.subject.webUrl ?? '')
      ? [action('graft.transfers.openJobInBrowser', t('Open in Browser'), 'link-external')]
      : []),
    ...(isInBrowser(job)
      ? [action('graft.transfers.downloadInBrowser', t('Download in Browser'), 'cloud-download')]
      : []),
    { name: copyReport, command: undefined, label: t('Copy Report'), icon: 'copy', isPrimary: false },
    action(removeJob, isOver ? t('Remove from List') : t('Remove from List…'), 'close'),
  ];
  const once = all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  return once.map((each, index) =>
    isOver && index === 0 && each.command !== undefined ? { ...each, isPrimary: true } : each,
  );
};
