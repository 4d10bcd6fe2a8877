import { createInterface } from 'node:readline';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { readAccount } from '../../model/accounts/signIn.ts';
import { getProject } from '../../wire/projects.ts';
import type { Shell } from '../shell/shell.ts';
import { type Child, startChild } from '../shell/childProcess.ts';
import { explain } from '../kit/explain.ts';
import { visibleLabel } from '../kit/format.ts';
import { cancellable } from '../kit/progress.ts';
import { reported } from '../kit/commands.ts';
import { openClone, type Sample, showTour } from './sampleTour.ts';

const readyLine = v.object({
  url: v.string(),
  project: v.string(),
  repository: v.string(),
  mergeRequest: v.number(),
  commits: v.object({ clean: v.string(), conflict: v.string(), alreadyThere: v.string() }),
  tokens: v.object({ maintainer: v.string() }),
});

interface Running {
  readonly process: Child;
  readonly account: string;
}

/** The sample server of this window: GitLab's behaviour over sample repositories, on this computer only. */
export class SampleServer implements vscode.Disposable {
  #running: Running | undefined;
  /** Shown while the server runs; pressing it ends the server. */
  readonly #mark: vscode.StatusBarItem;

  constructor() {
    const { t } = vscode.l10n;
    this.#mark = vscode.window.createStatusBarItem('graft.sampleServer', vscode.StatusBarAlignment.Left, 5);
    this.#mark.name = t('Graft: Sample Server');
    this.#mark.command = 'graft.accounts.stopSampleServer';
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Starts the server, signs in to it and shows its sample project, or a copy of the repository in a folder. */
  async start(shell: Shell, repository?: vscode.Uri): Promise<void> {
    const { t } = vscode.l10n;
    await cancellable(t('Starting the sample server…'), async (signal) => {
      await this.stop(shell);
      try {
        await this.#startAndShow(shell, signal, repository);
      } catch (error) {
        await this.stop(shell);
        if (signal.aborted) return;
        shell.log.error('The sample server could not be started.', error);
        void vscode.window.showErrorMessage(t('The sample server could not be started: {0}', explain(error)));
      }
    });
  }

  /** Ends the server and forgets its account. */
  async stop(shell: Shell): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    this.#mark.hide();
    running.process.kill();
    await vscode.commands.executeCommand('setContext', 'graft.sandboxRunning', false);
    await shell.accounts.remove(running.account);
    if (shell.project.open?.account.id === running.account) await shell.project.detect();
  }

  dispose(): void {
    this.#mark.dispose();
    this.#running?.process.kill();
  }

  async #startAndShow(shell: Shell, signal: AbortSignal, repository: vscode.Uri | undefined): Promise<void> {
    const script = vscode.Uri.joinPath(shell.context.extensionUri, 'dist', 'sandbox.cjs').fsPath;
    const args = [script, '--port', '0', '--json', '--parent'];
    const copied = repository === undefined ? [] : ['--repository', repository.fsPath];
    const child = startChild(process.execPath, [...args, ...copied], {
      environment: { ELECTRON_RUN_AS_NODE: '1' },
      signal,
    });
    const ready = await firstLine(child);
    const client = shell.clients.trial(ready.url, ready.tokens.maintainer);
    const account = await shell.accounts.add(await readAccount(client, { signal }), ready.tokens.maintainer);
    this.#running = { process: child, account: account.id };
    await vscode.commands.executeCommand('setContext', 'graft.sandboxRunning', true);
    const project = await shell.clients.of(account).send(getProject, { id: ready.project }, { signal });
    await shell.project.choose(account, project);
    const { t } = vscode.l10n;
    const copyOf = repository && project.name;
    const name = copyOf === undefined ? t('Sample server') : t('Copy of {0}', copyOf);
    this.#mark.text = `$(beaker) ${visibleLabel(name)}`;
    this.#mark.tooltip = whatItIs(copyOf);
    this.#mark.show();
    void reported(shell, 'graft.accounts.startSampleServer', () => showWhatItIs(shell, ready, copyOf));
    await vscode.commands.executeCommand('graft.commits.focus');
  }
}

/** What the server works with: its sample, or a copy of a repository. */
const whatItIs = (copyOf: string | undefined): string =>
  copyOf === undefined
    ? vscode.l10n.t('This is a sample server on your computer: nothing you do here reaches another server.')
    : vscode.l10n.t(
        'This is a copy of {0}: nothing is written to your repository, and nothing leaves your computer.',
        copyOf,
      );

const showWhatItIs = async (shell: Shell, sample: Sample, copyOf: string | undefined): Promise<void> => {
  const { t } = vscode.l10n;
  const [tour, clone, board, stop] = [
    t('Start Tour'),
    t('Open Clone'),
    t('New Backport Board'),
    t('Stop Sample Server'),
  ];
  const offers = copyOf === undefined ? [tour, clone] : [board];
  const answer = await vscode.window.showInformationMessage(whatItIs(copyOf), ...offers, stop);
  const { open } = shell.project;
  if (answer === tour && open) await showTour(open, sample);
  if (answer === clone) {
    await openClone(shell, sample);
    await showWhatItIs(shell, sample, copyOf);
  }
  if (answer === board) await vscode.commands.executeCommand('graft.board.new');
  if (answer === stop) await vscode.commands.executeCommand('graft.accounts.stopSampleServer');
};

/** The line a server prints when it is ready; what it said instead when it ends before that. */
const firstLine = (child: Child): Promise<v.InferOutput<typeof readyLine>> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2_000);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(said.trim() || vscode.l10n.t('it ended with code {0}', code ?? '?'))),
    );
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(v.parse(readyLine, JSON.parse(line)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
