import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from '../vscode.ts';
import { checkedRemoteUrl } from '../../model/git/remotes.ts';
import { getCommit } from '../../wire/commits.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { gitOutput } from '../shell/git.ts';
import type { Shell } from '../shell/shell.ts';
import { call } from '../kit/areaCommands.ts';

export interface Sample {
  readonly url: string;
  readonly project: string;
  /** Path of its bare repository in the server's data. */
  readonly repository: string;
  /** Open merge request (iid). */
  readonly mergeRequest: number;
  /** SHAs by the outcome of a cherry-pick to a release branch. */
  readonly commits: Readonly<Record<string, string>>;
}

/** Opens the walkthrough. */
export const showTour = ({ context }: Pick<Shell, 'context'>): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#tour`);

export const showStepOfTour = async (
  step: 'board' | 'review',
  { client, project, ...open }: OpenProject,
  { commits, mergeRequest }: Sample,
): Promise<void> => {
  if (step === 'board') {
    const readCommit = (sha: string) => client.send(getCommit, { id: project.id, sha });
    await call('graft.board.new', {
      commits: await Promise.all(Object.values(commits).map(readCommit)),
      branches: ['release/1.0', 'release/1.1', 'release/2.0'],
    });
  } else {
    const request = await client.send(getMergeRequest, { id: project.id, merge_request_iid: mergeRequest });
    await call('graft.reviews.openPage', { open: { client, project, ...open }, request });
  }
};

export const dataOf = ({ repository }: Pick<Sample, 'repository'>): string => join(repository, '..', '..', '..');

/** Clones the sample project once. The clone is never deleted, as it may hold work. */
export const cloneSample = async (shell: Shell, sample: Sample): Promise<vscode.Uri> => {
  const { url, project } = sample;
  const data = dataOf(sample);
  const clone = vscode.Uri.file(join(`${data}-clone`, 'orchard'));
  if (!existsSync(clone.fsPath)) {
    const at = await shell.repositories.git(vscode.Uri.file(data));
    // loopback needs no proxy
    const paths = [checkedRemoteUrl(`${url}/${project}.git`), clone.fsPath];
    await gitOutput(at, ['-c', 'http.proxy=', 'clone', '--quiet'], { paths });
  }
  return clone;
};

/** An empty window doesn't ask. Undefined when cancelled. */
export const whereToOpen = async (project: string): Promise<'here' | 'newWindow' | undefined> => {
  const { t } = vscode.l10n;
  if (vscode.workspace.workspaceFolders === undefined) return 'here';
  const [here, newWindow] = [t('Open Clone'), t('Open in New Window')];
  const answer = await vscode.window.showInformationMessage(
    t('Open the clone of {0}?', project),
    { modal: true },
    here,
    newWindow,
  );
  return answer === here ? 'here' : answer === newWindow ? 'newWindow' : undefined;
};
