import { createInterface } from 'node:readline';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { readAccount } from '../../model/accounts/signIn.ts';
import { getProject } from '../../wire/projects.ts';
import type { Shell } from '../shell/shell.ts';
import { type Child, startChild } from '../shell/childProcess.ts';
import { explain } from '../kit/explain.ts';
import { cancellable } from '../kit/progress.ts';

const readyLine = v.object({
  url: v.string(),
  project: v.string(),
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
    this.#mark.text = `$(beaker) ${t('Sample server')}`;
    this.#mark.tooltip = t('Graft works with a sample server on this computer. Select to stop it.');
    this.#mark.command = 'graft.accounts.stopSampleServer';
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Starts the server, signs in to it and shows its sample project. */
  async start(shell: Shell): Promise<void> {
    const { t } = vscode.l10n;
    await cancellable(t('Starting the sample server…'), async (signal) => {
      await this.stop(shell);
      try {
        await this.#startAndShow(shell, signal);
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

  async #startAndShow(shell: Shell, signal: AbortSignal): Promise<void> {
    const script = vscode.Uri.joinPath(shell.context.extensionUri, 'dist', 'sandbox.cjs').fsPath;
    const child = startChild(process.execPath, [script, '--port', '0', '--json', '--parent'], {
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
    this.#mark.show();
    sayWhatItIs();
    await vscode.commands.executeCommand('graft.commits.focus');
  }
}

const sayWhatItIs = (): void => {
  const { t } = vscode.l10n;
  const [board, stop] = [t('New Backport Board'), t('Stop Sample Server')];
  void vscode.window
    .showInformationMessage(
      t('This is a sample server on your computer: nothing you do here reaches another server.'),
      board,
      stop,
    )
    .then((answer) => {
      if (answer === board) void vscode.commands.executeCommand('graft.board.new');
      if (answer === stop) void vscode.commands.executeCommand('graft.accounts.stopSampleServer');
    });
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
