import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { readAccount } from '../../model/accounts/signIn.ts';
import { getProject } from '../../wire/projects.ts';
import type { Shell } from '../shell/shell.ts';
import { type Child, startChild } from '../shell/childProcess.ts';
import { explain } from '../kit/words/explain.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import { reported } from '../kit/commands.ts';
import { leftSampleFile, openFolder } from './leftSample.ts';
import { cloneSample, dataOf, type Sample, showStepOfTour, showTour, whereToOpen } from './sampleTour.ts';
import { call, showView } from '../kit/areaCommands.ts';

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
  /** With both, another server can continue after this one. */
  readonly data: string;
  readonly port: string;
  readonly sample: Sample;
  /** Name of the repository it serves a copy of. */
  readonly copyOf: string | undefined;
}

/** State for a clone's window, which continues with the server of the window it replaces. */
const leftShape = v.object({ account: v.string(), data: v.string(), port: v.string() });

type Left = v.InferOutput<typeof leftShape>;

const readLeft = async ({ context, log }: Shell): Promise<Left | undefined> => {
  const file = leftSampleFile(context, openFolder());
  if (!existsSync(file)) return undefined;
  try {
    return v.parse(leftShape, JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    log.error(`What the sample server has left in ${file} could not be read.`, error);
    return undefined;
  }
};

/** Sample server of this window, reachable only from this computer. */
export class SampleServer implements vscode.Disposable {
  #running: Running | undefined;
  /** The clone is about to open here, so its server needs the data. */
  #isLeaving = false;
  readonly #mark: vscode.StatusBarItem;

  constructor() {
    const { t } = vscode.l10n;
    this.#mark = vscode.window.createStatusBarItem('graft.sampleServer', vscode.StatusBarAlignment.Left, 5);
    this.#mark.name = t('Graft: Sample Server');
    this.#mark.command = 'graft.accounts.sampleServer';
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Starts the server with its sample project or a copy of `repository`; in a clone that replaced the server's window,
   * continues with that data.
   */
  async start(shell: Shell, repository?: vscode.Uri): Promise<void> {
    const { t } = vscode.l10n;
    await cancellable(t('Starting the sample server…'), async (signal) => {
      await this.stop(shell);
      try {
        await this.#startAndShow(shell, signal, repository);
      } catch (error) {
        await this.stop(shell);
        await this.#remove(shell, await readLeft(shell));
        if (signal.aborted) return;
        shell.log.error('The sample server could not be started.', error);
        void vscode.window.showErrorMessage(t('The sample server could not be started: {0}', explain(error)));
      }
    });
  }

  /** Also removes its account. */
  async stop(shell: Shell): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    this.#mark.hide();
    const { data } = running;
    const clear = (): Promise<void> => rm(data, { recursive: true, force: true, maxRetries: 3 });
    running.process.once('exit', () => {
      clear().catch((error: unknown) => shell.log.error('The data of the sample server could not be removed.', error));
    });
    running.process.kill();
    await vscode.commands.executeCommand('setContext', 'graft.sandboxRunning', false);
    await this.#remove(shell, running);
  }

  dispose(): void {
    this.#mark.dispose();
    // SIGKILL leaves no time to delete the data
    this.#running?.process.kill(this.#isLeaving ? 'SIGKILL' : 'SIGTERM');
  }

  /** Opens the clone in this window and restarts the server there. */
  async #openHere(shell: Shell, clone: vscode.Uri): Promise<void> {
    if (this.#running === undefined) return;
    const { account, data, port } = this.#running;
    const file = leftSampleFile(shell.context, clone);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ account, data, port } satisfies Left));
    this.#isLeaving = true;
    await vscode.commands.executeCommand('vscode.openFolder', clone, { forceReuseWindow: true });
  }

  async #remove(shell: Shell, ended: Left | undefined): Promise<void> {
    await rm(leftSampleFile(shell.context, openFolder()), { force: true });
    if (ended === undefined) return;
    await shell.accounts.remove(ended.account);
    if (shell.project.open?.account.id === ended.account) await shell.project.detect();
  }

  async #startAndShow(shell: Shell, signal: AbortSignal, repository: vscode.Uri | undefined): Promise<void> {
    const script = vscode.Uri.joinPath(shell.context.extensionUri, 'dist', 'sandbox.cjs').fsPath;
    const left = repository === undefined ? await readLeft(shell) : undefined;
    const args = [script, '--json', '--parent', '--port', left?.port ?? '0'];
    if (repository !== undefined) args.push('--repository', repository.fsPath);
    if (left !== undefined) args.push('--world', left.data);
    const child = startChild(process.execPath, args, { environment: { ELECTRON_RUN_AS_NODE: '1' }, signal });
    const ready = await firstLine(child);
    const client = shell.clients.trial(ready.url, ready.tokens.maintainer);
    const account = await shell.accounts.add(await readAccount(client, { signal }), ready.tokens.maintainer);
    const { port } = new URL(ready.url);
    const running = { process: child, account: account.id, data: dataOf(ready), port, sample: ready };
    this.#running = { ...running, copyOf: undefined };
    const what = repository === undefined ? 'sample' : 'copy';
    await vscode.commands.executeCommand('setContext', 'graft.sandboxRunning', what);
    const project = await shell.clients.of(account).send(getProject, { id: ready.project }, { signal });
    await shell.project.choose(account, project, repository && { remote: undefined, root: repository });
    const { t } = vscode.l10n;
    const copyOf = repository && project.name;
    this.#running = { ...running, copyOf };
    const name = copyOf === undefined ? t('Sample server') : t('Copy of {0}', copyOf);
    this.#mark.text = `$(beaker) ${visibleLabel(name)}`;
    this.#mark.tooltip = whatItIs(copyOf);
    this.#mark.show();
    const offers = this.#offers(shell, left === undefined);
    const message = async (): Promise<void> => {
      const answer = await vscode.window.showInformationMessage(whatItIs(copyOf), ...offers.map(({ label }) => label));
      await offers.find(({ label }) => label === answer)?.run();
    };
    void reported(shell, 'graft.accounts.startSampleServer', message);
    await showView('graft.commits');
  }

  /** Offers actions; `step` shows a step of the tour instead. */
  async choose(shell: Shell, step?: unknown): Promise<void> {
    const { t } = vscode.l10n;
    const { open } = shell.project;
    if (this.#running === undefined) {
      void vscode.window.showInformationMessage(t('The sample server is not running.'));
    } else if (step === 'board' || step === 'review') {
      if (open !== undefined) await showStepOfTour(step, open, this.#running.sample);
    } else {
      const stop = { label: t('Stop Sample Server'), icon: 'debug-stop', run: () => this.stop(shell) };
      const items = [...this.#offers(shell, true), stop].map(({ label, icon, run }) => ({
        label: `$(${icon}) ${label}`,
        run,
      }));
      const options = { title: t('Sample Server'), placeHolder: whatItIs(this.#running.copyOf) };
      await (await vscode.window.showQuickPick(items, options))?.run();
    }
  }

  /** Not for a copy of a repository. */
  async tour(shell: Shell): Promise<void> {
    if (this.#running !== undefined && this.#running.copyOf === undefined) await showTour(shell);
    else void vscode.window.showInformationMessage(vscode.l10n.t('The sample server is not running.'));
  }

  #offers(shell: Shell, hasClone: boolean): readonly Offer[] {
    const { t } = vscode.l10n;
    const board = async (): Promise<void> => void (await call('graft.board.new'));
    if (this.#running?.copyOf !== undefined) return [{ label: t('New Backport Board'), icon: 'table', run: board }];
    const tour = { label: t('Start Tour'), icon: 'book', run: async () => void (await showTour(shell)) };
    const clone = { label: t('Open Clone'), icon: 'folder-opened', run: () => this.#openClone(shell) };
    return hasClone ? [tour, clone] : [tour];
  }

  async #openClone(shell: Shell): Promise<void> {
    if (this.#running === undefined) return;
    const { sample } = this.#running;
    const clone = await cloneSample(shell, sample);
    const where = await whereToOpen(sample.project);
    if (where === 'here') await this.#openHere(shell, clone);
    if (where === 'newWindow')
      await vscode.commands.executeCommand('vscode.openFolder', clone, { forceNewWindow: true });
  }
}

interface Offer {
  readonly label: string;
  readonly icon: string;
  readonly run: () => Promise<void>;
}

const whatItIs = (copyOf: string | undefined): string =>
  copyOf === undefined
    ? vscode.l10n.t('This is a sample server on your computer: nothing you do here reaches another server.')
    : vscode.l10n.t(
        'This is a copy of {0}: nothing is written to your repository, and nothing leaves your computer.',
        copyOf,
      );

/** Rejects with stderr if the server ends first. */
const firstLine = (child: Child): Promise<v.InferOutput<typeof readyLine>> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-2_000);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(output.trim() || vscode.l10n.t('it ended with code {0}', code ?? '?'))),
    );
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(v.parse(readyLine, JSON.parse(line)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
