import * as vscode from 'vscode';
import type { JobActionView } from '../../../messages/jobPage.ts';
import { hasEnded, type Job, type JobKind } from '../../../model/jobs/job.ts';
import { exportDetailsOf } from '../../../model/jobs/projectExport.ts';
import { transferActions } from '../actions.ts';
import type { EndingAction } from '../rules.ts';

/** A button of the page and the command behind it, which is given the row of the job. */
export interface PageAction extends JobActionView {
  /** Undefined for what the page does itself. */
  readonly command: string | undefined;
}

/** Name of the button that copies the whole story; the page's own. */
export const copyReport = 'copyReport';

/** The command that takes a job off the list. */
export const removeJob = 'graft.jobs.remove';

const icons: Readonly<Record<string, string>> = {
  'graft.jobs.revealFile': 'folder-opened',
  'graft.jobs.openInBrowser': 'link-external',
};

const iconOf = ({ command, title }: EndingAction): string => {
  if (Object.hasOwn(icons, command)) return icons[command] ?? '';
  if (/again|retry/i.test(`${command} ${title}`)) return 'debug-restart';
  if (/download|save/i.test(command)) return 'cloud-download';
  if (/report|compare/i.test(command)) return 'checklist';
  return /open/i.test(command) ? 'repo' : 'arrow-right';
};

/** What begins a job of a kind; not all have a question of their own. */
const beginnings: Readonly<Partial<Record<JobKind, string>>> = {
  projectExport: 'graft.transfer.exportProject',
  groupExport: 'graft.transfer.exportGroup',
  projectImport: 'graft.transfer.importProject',
  relationImport: 'graft.transfer.importRelation',
  groupImport: 'graft.transfer.importGroup',
  gitImport: 'graft.transfer.importGitRepository',
  githubImport: 'graft.transfer.importFromGithub',
  githubGists: 'graft.transfer.importGists',
  bitbucketServerImport: 'graft.transfer.importFromBitbucketServer',
  bitbucketImport: 'graft.transfer.importFromBitbucket',
  projectMove: 'graft.transfer.moveProject',
};

/** The command that begins a job like this anew, for one that came to nothing. */
const beginAgain = ({ kind, phase }: Job): string | undefined =>
  phase === 'failed' || phase === 'canceled'
    ? transferActions().find(({ command }) => command === beginnings[kind])?.command
    : undefined;

/** Whether the server may still have an archive that was to be saved here. */
const hasArchive = ({ kind, details }: Job): boolean =>
  (kind === 'projectExport' || kind === 'groupExport') && exportDetailsOf(details).to === 'file';

/**
 * What can be done with a job now: what its kind offers at the end first, then what every job can. Nothing that would
 * only answer that it cannot be done.
 */
export const pageActions = (job: Job, atEnd: readonly EndingAction[]): readonly PageAction[] => {
  const { t } = vscode.l10n;
  const action = (command: string, label: string, icon: string): PageAction => ({
    name: command,
    command,
    label,
    icon,
    isPrimary: false,
  });
  const isOver = hasEnded(job);
  // a kind may have a better way to begin anew
  const again = atEnd.some(({ command }) => command.startsWith('graft.transfer.')) ? undefined : beginAgain(job);
  const all: readonly PageAction[] = [
    ...(isOver ? atEnd : []).map((each) => action(each.command, each.title, iconOf(each))),
    ...(again === undefined ? [] : [action(again, t('Try Again…'), 'debug-restart')]),
    ...(isOver && hasArchive(job)
      ? [
          action(
            'graft.transfer.saveAgain',
            job.phase === 'succeeded' ? t('Save Archive Again…') : t('Save Archive…'),
            'save-as',
          ),
        ]
      : []),
    ...(isOver ? [] : [action('graft.jobs.cancel', t('Cancel…'), 'debug-stop')]),
    ...(job.phase === 'succeeded' && job.file
      ? [action('graft.jobs.revealFile', t('Reveal File'), 'folder-opened')]
      : []),
    ...(/^https?:/.test(job.subject.webUrl ?? '')
      ? [action('graft.jobs.openInBrowser', t('Open in Browser'), 'link-external')]
      : []),
    { name: copyReport, command: undefined, label: t('Copy Report'), icon: 'copy', isPrimary: false },
    action(removeJob, isOver ? t('Remove from List') : t('Remove from List…'), 'close'),
  ];
  const once = all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  return once.map((each, index) =>
    isOver && index === 0 && each.command !== undefined ? { ...each, isPrimary: true } : each,
  );
};
