import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { readAccount } from '../../model/signIn.ts';
import { getProject } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';

const readyLine = v.object({
  url: v.string(),
  project: v.string(),
  tokens: v.object({ maintainer: v.string() }),
});

interface Running {
  readonly process: ChildProcess;
  readonly account: string;
}

/** The sample server of this window: GitLab's behaviour over sample repositories, on this computer only. */
export class SampleServer implements vscode.Disposable {
  #running: Running | undefined;

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Starts the server, signs in to it and shows its sample project. */
  async start(app: App): Promise<void> {
    const { t } = vscode.l10n;
    const location = vscode.ProgressLocation.Notification;
    await vscode.window.withProgress(
      { location, title: t('Starting the sample server…'), cancellable: true },
      async (_, token) => {
        await this.stop(app);
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        try {
          await this.#startAndShow(app, abort.signal);
        } catch (error) {
          await this.stop(app);
          if (abort.signal.aborted) return;
          app.log.error('The sample server could not be started.', error);
          void vscode.window.showErrorMessage(t('The sample server could not be started: {0}', explain(error)));
        }
      },
    );
  }

  /** Ends the server and forgets its account. */
  async stop(app: App): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    running.process.kill();
    await vscode.commands.executeCommand('setContext', 'graft.sandboxRunning', false);
    await app.accounts.remove(running.account);
    if (app.project.open?.account.id === running.account) await app.project.detect();
  }

  dispose(): void {
    this.#running?.process.kill();
  }

  async #startAndShow(app: App, signal: AbortSignal): Promise<void> {
    const script = vscode.Uri.joinPath(app.context.extensionUri, 'dist', 'sandbox.cjs').fsPath;
    const child = spawn(process.execPath, [script, '--port', '0', '--json', '--parent'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      signal,
    });
    const ready = await firstLine(child);
    const client = app.clients.trial(ready.url, ready.tokens.maintainer);
    const account = await app.accounts.add(await readAccount(client, { signal }), ready.tokens.maintainer);
    this.#running = { process: child, account: account.id };
    await vscode.commands.executeCommand('setContext', 'graft.sandboxRunning', true);
    const project = await app.clients.of(account).send(getProject, { id: ready.project }, { signal });
    await app.project.choose(account, project);
    await vscode.commands.executeCommand('graft.commits.focus');
  }
}

/** The line a server prints when it is ready; what it said instead when it ends before that. */
const firstLine = (child: ChildProcess): Promise<v.InferOutput<typeof readyLine>> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2_000);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(said.trim() || vscode.l10n.t('it ended with code {0}', code ?? '?'))),
    );
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(v.parse(readyLine, JSON.parse(line)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
