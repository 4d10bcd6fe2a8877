import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from '../vscode.ts';
import { checkedRemoteUrl } from '../../model/remotes.ts';
import { getCommit } from '../../wire/commits.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { gitOutput } from '../shell/git.ts';
import type { Shell } from '../shell/shell.ts';

/** What a sample server says about its sample project. */
export interface Sample {
  readonly url: string;
  readonly project: string;
  /** Path of its bare repository, below the data of the server. */
  readonly repository: string;
  /** Number of an open merge request. */
  readonly mergeRequest: number;
  /** SHAs, by what a cherry-pick to a release branch comes to. */
  readonly commits: Readonly<Record<string, string>>;
}

/** Opens the tour: a walkthrough whose steps lead to a board, a review and the rights on a branch. */
export const showTour = ({ context }: Pick<Shell, 'context'>): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#tour`);

/** Shows what a step of the tour speaks of. */
export const showStepOfTour = async (
  step: 'board' | 'review',
  { client, project, ...open }: OpenProject,
  { commits, mergeRequest }: Sample,
): Promise<void> => {
  if (step === 'board') {
    const readCommit = (sha: string) => client.send(getCommit, { id: project.id, sha });
    await vscode.commands.executeCommand('graft.board.new', {
      commits: await Promise.all(Object.values(commits).map(readCommit)),
      branches: ['release/1.0', 'release/1.1', 'release/2.0'],
    });
  } else {
    const request = await client.send(getMergeRequest, { id: project.id, merge_request_iid: mergeRequest });
    await vscode.commands.executeCommand('graft.reviews.openPage', { open: { client, project, ...open }, request });
  }
};

/** The folder with the data of a sample server. */
export const dataOf = ({ repository }: Pick<Sample, 'repository'>): string => join(repository, '..', '..', '..');

/** Clones the sample project, once. The clone stays when the server ends: there may be work in it. */
export const cloneSample = async (shell: Shell, sample: Sample): Promise<vscode.Uri> => {
  const { url, project } = sample;
  const data = dataOf(sample);
  const clone = vscode.Uri.file(join(`${data}-clone`, 'orchard'));
  if (!existsSync(clone.fsPath)) {
    const at = await shell.repositories.git(vscode.Uri.file(data));
    // no proxy is between this computer and itself
    const paths = [checkedRemoteUrl(`${url}/${project}.git`), clone.fsPath];
    await gitOutput(at, ['-c', 'http.proxy=', 'clone', '--quiet'], { paths });
  }
  return clone;
};

/** Which window the clone opens in: an empty one takes it without a question. Undefined when the question is left. */
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
