import * as vscode from '../vscode.ts';

const ended = new Set(['success', 'failed', 'canceled', 'skipped']);

/** Whether a pipeline state will not change by itself; a commit without a pipeline may still get one. */
export const isEnded = (status: string | null | undefined): boolean => status != null && ended.has(status);

/** How often pipelines in sight are looked at. */
export const pipelinePace = { soonestMs: 10_000, latestMs: 160_000 };

/** How old a commit without a pipeline is when it will get none any more. */
const untilPipelineMs = 15 * 60_000;

/** Whether the state of a commit may be another one soon: its pipeline has not ended, or may not have begun. */
export const mayChange = ({
  status,
  created_at: createdAt,
}: {
  readonly status?: string | null | undefined;
  readonly created_at: string;
}): boolean => (status == null ? Date.now() - Date.parse(createdAt) < untilPipelineMs : !isEnded(status));

/** Icon of a commit by the state of its pipeline; shape and colour both tell. Not known yet: undefined. */
export const pipelineIcon = (status: string | null | undefined): vscode.ThemeIcon => {
  switch (status) {
    case undefined:
    case null:
      return new vscode.ThemeIcon('git-commit');
    case 'success':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('charts.red'));
    case 'running':
      return new vscode.ThemeIcon('play-circle', new vscode.ThemeColor('charts.blue'));
    case 'canceled':
    case 'canceling':
      return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('testing.iconSkipped'));
    case 'skipped':
      return new vscode.ThemeIcon('debug-step-over', new vscode.ThemeColor('testing.iconSkipped'));
    case 'manual':
    case 'scheduled':
      return new vscode.ThemeIcon('watch');
    default:
      return new vscode.ThemeIcon('clock', new vscode.ThemeColor('charts.yellow'));
  }
};

/** The state of a pipeline in words. */
export const pipelineMessage = (status: string | null | undefined): string => {
  const { t } = vscode.l10n;
  return status == null ? t('no pipeline') : t('pipeline: {0}', status);
};
