import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { readLog } from '../../model/jobLog.ts';
import { LogReading } from '../../model/pipelines/logReading.ts';
import type { PipelinePlace } from '../../model/pipelines/reading.ts';
import { type FailedTest, readFailedTests, testOutput } from '../../model/pipelines/testReport.ts';
import { hasEnded } from '../../model/pipelineStates.ts';
import type { JobRecord } from '../../wire/mergeRequestState.ts';
import { getJob } from '../../wire/pipelines.ts';
import { visible } from '../kit/words/format.ts';
import { PollingPace } from '../kit/pollingPace.ts';
import { projectOf } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { fileLinks } from './fileLinks.ts';
import { colorLogs } from './logColors.ts';
import { testWords } from './messages.ts';

/** A job that is acted on. */
export interface ActedJob {
  readonly open: OpenProject;
  /** That of the pipeline, which may be another one. */
  readonly project: number;
  readonly job: JobRecord;
}

/** A log or the output of a test that is open. */
interface OpenLog extends Omit<ActedJob, 'job'> {
  readonly reading: Pick<LogReading, 'log' | 'read'>;
  /** None for a test. */
  job?: JobRecord;
}

/** Query of a URI; `window` is the project it was opened from. `test`: status, suite, class and name, of a pipeline. */
type Named = { readonly window: number; readonly project: number } & (
  | { readonly job: number; readonly test?: undefined }
  | { readonly pipeline: number; readonly test: readonly (string | null | undefined)[] }
);

const scheme = 'graft-job';
const testScheme = 'graft-test';

/** Logs of jobs, which follow while jobs run and fold, and output of failed tests, as documents with links to the clone. */
export class JobLogs implements vscode.TextDocumentContentProvider {
  readonly #shell: Shell;
  readonly #logs = new Map<string, Promise<OpenLog>>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #pace = new PollingPace(
    () => this.#poll(),
    () => logsInSight().length > 0,
    { soonestMs: 2_000, latestMs: 20_000 },
  );
  readonly onDidChange = this.#changed.event;

  constructor(shell: Shell) {
    this.#shell = shell;
    const parts = [
      this.#changed,
      this.#pace,
      ...[scheme, testScheme].map((each) => colorLogs(each, async (uri) => (await this.#of(uri)).reading.log.lines)),
      vscode.languages.registerFoldingRangeProvider({ scheme }, this),
      vscode.languages.registerDocumentLinkProvider([{ scheme }, { scheme: testScheme }], this),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#pace.soon()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#logs.delete(uri.toString())),
    ];
    parts.forEach(shell.own);
  }

  /** The job of a log, as it was read last; undefined for other documents. */
  async jobOf(uri: vscode.Uri | undefined): Promise<ActedJob | undefined> {
    if (uri?.scheme !== scheme) return undefined;
    const { open, project, job } = await this.#of(uri);
    return job && { open, project, job };
  }

  /** Polls again soon, after a write. */
  soon(): void {
    this.#pace.soon();
  }

  /** Opens the log of a job at its end. */
  async open(open: OpenProject, project: number, id: number): Promise<void> {
    const { name } = await open.client.send(getJob, { id: project, job_id: id });
    const uri = uriOf(scheme, open, name, id, { project, job: id });
    await this.#of(uri);
    toEnd(await vscode.window.showTextDocument(uri, { preview: false }));
  }

  /** Opens the output of a failed test. */
  async openTest(open: OpenProject, { project, pipeline: { id } }: PipelinePlace, failed: FailedTest): Promise<void> {
    const uri = uriOf(testScheme, open, failed.name, id, { project, pipeline: id, test: keyOf(failed) });
    this.#logs.set(uri.toString(), Promise.resolve({ open, project, reading: readingOf(failed) }));
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { reading, job } = await this.#of(uri);
    const text = reading.log.lines.map((line) => line.text).join('\n');
    return text === '' && job && !hasEnded(job.status) ? vscode.l10n.t('This job has no log yet.') : text;
  }

  async provideFoldingRanges({ uri }: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
    const { reading } = await this.#of(uri);
    return reading.log.sections.map(({ start, end }) => new vscode.FoldingRange(start, end));
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    return fileLinks(this.#shell, await this.#of(document.uri), document);
  }

  /** Reads new bytes of visible logs; true if there were any. */
  async #poll(): Promise<boolean> {
    const uris = new Map(logsInSight().map(({ document: { uri } }) => [uri.toString(), uri]));
    return (await Promise.all([...uris.values()].map((uri) => this.#lookAt(uri)))).includes(true);
  }

  async #lookAt(uri: vscode.Uri): Promise<boolean> {
    try {
      const log = await this.#of(uri);
      if (!log.job || hasEnded(log.job.status)) return false;
      // the state first: what has ended has written all of its log by then
      const job = await log.open.client.send(getJob, { id: log.project, job_id: log.job.id });
      const isNews = await log.reading.read();
      log.job = job;
      if (isNews || hasEnded(job.status)) this.#draw(uri);
      return isNews;
    } catch (error) {
      if (!isCancelled(error)) this.#shell.log.error('The log of a job could not be read.', error);
      return false;
    }
  }

  /** Draws a log that has grown; editors that show its end go along. */
  #draw(uri: vscode.Uri): void {
    const atEnd = logsInSight().filter(
      ({ document, visibleRanges }) =>
        document.uri.toString() === uri.toString() && (visibleRanges.at(-1)?.end.line ?? 0) >= document.lineCount - 2,
    );
    const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() !== uri.toString()) return;
      listening.dispose();
      atEnd.forEach(toEnd);
    });
    this.#changed.fire(uri);
  }

  #of(uri: vscode.Uri): Promise<OpenLog> {
    const key = uri.toString();
    const opened = this.#logs.get(key) ?? this.#read(uri);
    this.#logs.set(key, opened);
    opened.catch(() => this.#logs.delete(key));
    return opened;
  }

  async #read({ authority: account, query }: vscode.Uri): Promise<OpenLog> {
    const { window, project, ...named } = JSON.parse(query) as Named;
    const open = await projectOf(this.#shell, { account, project: window });
    if (open === undefined) throw new Error(vscode.l10n.t('The account this log was opened with has been removed.'));
    if (named.test !== undefined) {
      const tests = await readFailedTests({ client: open.client, project }, named.pipeline);
      const found = tests.find((test) => JSON.stringify(keyOf(test)) === JSON.stringify(named.test));
      if (found === undefined) throw new Error(vscode.l10n.t('The test report no longer has this test.'));
      return { open, project, reading: readingOf(found) };
    }
    const job = await open.client.send(getJob, { id: project, job_id: named.job });
    const reading = new LogReading({ client: open.client, project, job: named.job });
    await reading.read();
    return { open, project, reading, job };
  }
}

/** `number`: of the job or pipeline. */
const uriOf = (kind: string, { account, project }: OpenProject, name: string, number: number, query: object) =>
  vscode.Uri.from({
    ...{ scheme: kind, authority: account.id, path: `/${visible(name).replaceAll('/', '∕')} #${number}` },
    query: JSON.stringify({ window: project.id, ...query }),
  });

const keyOf = ({ status, suite, classname, name }: FailedTest) => [status, suite, classname, name];

const readingOf = (test: FailedTest): OpenLog['reading'] => {
  const text = [test.name, testWords(test).join(' · '), test.file ?? '', '', testOutput(test)].join('\n');
  return { log: readLog(text), read: async () => false };
};

const logsInSight = () => vscode.window.visibleTextEditors.filter(({ document: { uri } }) => uri.scheme === scheme);

const toEnd = (editor: vscode.TextEditor): void => {
  const last = editor.document.lineCount - 1;
  editor.revealRange(new vscode.Range(last, 0, last, 0));
};
