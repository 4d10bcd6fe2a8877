import * as vscode from '../../vscode.ts';
import { hasEnded } from '../../../model/pipelineStates.ts';

export const pipelinePace = { soonestMs: 10_000, latestMs: 160_000 };

/** Age from which a commit without a pipeline won't get one. */
const untilPipelineMs = 15 * 60_000;

export const mayChange = ({
  status,
  created_at: createdAt,
}: {
  readonly status?: string | null | undefined;
  readonly created_at: string;
}): boolean => (status == null ? Date.now() - Date.parse(createdAt) < untilPipelineMs : !hasEnded(status));

/** Differs in shape and colour. */
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

export const pipelineMessage = (status: string | null | undefined): string => {
  const { t } = vscode.l10n;
  return status == null ? t('no pipeline') : t('pipeline: {0}', status);
};
