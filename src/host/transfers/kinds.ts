import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { IconName } from '../../messages/icons.ts';
import { instanceName } from '../../model/account.ts';
import { exportDetailsOf } from '../../model/transfers/exports/projectExport.ts';
import { projectImportDetails } from '../../model/transfers/imports/projectImportJob.ts';
import { type Job, type JobKind, isIncomplete } from '../../model/transfers/jobs/job.ts';
import { visible } from '../kit/words/format.ts';
import { endMessage, sendingMessage } from './move/messages.ts';

/** Presentation of a kind of jobs; {@link JobKindRules} has its behaviour. */
export interface KindOfJob {
  readonly title: () => string;
  readonly icon: IconName;
  readonly does: 'export' | 'import' | 'move';
  /** Command that starts such a job; accepts the row of an earlier one. */
  readonly command: string | ((job: Job) => string);
  readonly sentences: PhaseSentences;
  /** The server reports relations it could not import. */
  readonly reportsFailures?: true;
  /** The server reports counters. */
  readonly counts?: true;
  /** The server reports nothing after accepting it, so the last state is more accurate than the phase. */
  readonly endsWithItsState?: true;
  /** Message at the end; a general one by default. */
  readonly ending?: (job: Job) => { readonly message: string; readonly isGood: boolean } | undefined;
}

interface PhaseSentences {
  sending(job: Job): string;
  running(job: Job): string;
  succeeded(job: Job): string;
}

const asking = (job: Job): string => vscode.l10n.t('Waiting for {0}…', instanceName(job.baseUrl));

const exportSentences: PhaseSentences = {
  sending: asking,
  running({ file, baseUrl }) {
    const { t } = vscode.l10n;
    const host = instanceName(baseUrl);
    return file
      ? t('{0} is creating the archive. It is downloaded when it is ready and VS Code is open.', host)
      : t('{0} is creating the archive. You can close VS Code; this continues on the server.', host);
  },
  succeeded({ file, source }) {
    const { t } = vscode.l10n;
    if (file) return t('Archive saved and verified.');
    return source === undefined ? t('Archive created.') : t('Archive created and uploaded to {0}.', source);
  },
};

const importSentences: PhaseSentences = {
  sending: (job) =>
    job.file
      ? vscode.l10n.t('Uploading the archive to {0}. Keep VS Code open until it is done.', instanceName(job.baseUrl))
      : asking(job),
  running: ({ baseUrl }) =>
    vscode.l10n.t('{0} is importing. You can close VS Code; this continues on the server.', instanceName(baseUrl)),
  succeeded({ failedRelations, stats }) {
    const { t } = vscode.l10n;
    if (failedRelations.length > 0)
      return t('Import finished, but some items could not be saved. They are listed below.');
    return isIncomplete(stats)
      ? t('Import finished, but not everything that was fetched has been imported.')
      : t('Everything has been imported.');
  },
};

const exported = { icon: 'cloud-download', does: 'export', sentences: exportSentences } as const;
const imported = { icon: 'cloud-upload', does: 'import', sentences: importSentences } as const;

const projectImportCommand = ({ details }: Job): string => {
  const read = v.safeParse(projectImportDetails, details);
  if (read.success && read.output.from === 'url') return 'graft.transfers.importProjectFromUrl';
  return read.success && read.output.from === 's3'
    ? 'graft.transfers.importProjectFromStorage'
    : 'graft.transfers.importProject';
};

const kinds = {
  projectExport: {
    ...exported,
    title: () => vscode.l10n.t('Project export'),
    command: 'graft.transfers.exportProject',
  },
  groupExport: { ...exported, title: () => vscode.l10n.t('Group export'), command: 'graft.transfers.exportGroup' },
  projectImport: {
    ...imported,
    title: () => vscode.l10n.t('Project import'),
    command: projectImportCommand,
    reportsFailures: true,
  },
  relationImport: {
    ...imported,
    title: () => vscode.l10n.t('Relation import'),
    command: 'graft.transfers.importRelation',
  },
  groupImport: { ...imported, title: () => vscode.l10n.t('Group import'), command: 'graft.transfers.importGroup' },
  gitImport: {
    ...imported,
    title: () => vscode.l10n.t('Git repository import'),
    icon: 'git-branch',
    command: 'graft.transfers.importGitRepository',
  },
  githubImport: {
    ...imported,
    title: () => vscode.l10n.t('Import from GitHub'),
    icon: 'github',
    command: 'graft.transfers.importFromGithub',
    reportsFailures: true,
    counts: true,
  },
  githubGists: {
    ...imported,
    title: () => vscode.l10n.t('Gist import'),
    icon: 'github',
    command: 'graft.transfers.importGists',
    reportsFailures: true,
    endsWithItsState: true,
    sentences: {
      ...importSentences,
      succeeded: () => vscode.l10n.t('The server reports no progress and sends failures by email.'),
    },
    ending({ story }) {
      const message = story.at(-1)?.words;
      return message === undefined ? undefined : { message, isGood: true };
    },
  },
  bitbucketServerImport: {
    ...imported,
    title: () => vscode.l10n.t('Import from Bitbucket Server'),
    command: 'graft.transfers.importFromBitbucketServer',
  },
  bitbucketImport: {
    ...imported,
    title: () => vscode.l10n.t('Import from Bitbucket'),
    command: 'graft.transfers.importFromBitbucket',
  },
  projectMove: {
    title: () => vscode.l10n.t('Project move'),
    icon: 'arrow-swap',
    does: 'move',
    command: 'graft.transfers.moveProject',
    reportsFailures: true,
    sentences: {
      sending: sendingMessage,
      running: () => vscode.l10n.t('The servers are working. You can close VS Code and come back.'),
      succeeded: (job) =>
        [vscode.l10n.t('The project has been copied.'), endMessage(job)?.words ?? ''].join(' ').trim(),
    },
    ending(job) {
      const end = endMessage(job);
      return end && { message: vscode.l10n.t('{0} has finished. {1}', jobTitle(job), end.words), isGood: end.isGood };
    },
  },
} satisfies Readonly<Record<JobKind, KindOfJob>>;

export const kindOf = ({ kind }: Pick<Job, 'kind'>): KindOfJob => kinds[kind];

/** Such as `Project export: acme/orchard`. */
export const jobTitle = (job: Pick<Job, 'kind' | 'subject'>): string =>
  vscode.l10n.t('{0}: {1}', kindOf(job).title(), visible(job.subject.path));

/** Command that repeats a job. */
export const commandOf = (job: Job): string => {
  const { command } = kindOf(job);
  return typeof command === 'string' ? command : command(job);
};

/** A signed-in browser can download the archive. */
export const isInBrowser = ({ archiveUrl }: Job): boolean => /^https?:/.test(archiveUrl ?? '');

/** The server may still have the archive. */
export const savesArchive = (job: Job): boolean =>
  kindOf(job).does === 'export' && exportDetailsOf(job.details).to === 'file';
