import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { pathMeant, placesIn } from '../../model/pipelines/logPlaces.ts';
import { LogReading } from '../../model/pipelines/logReading.ts';
import { hasEnded } from '../../model/pipelineStates.ts';
import type { JobRecord } from '../../wire/mergeRequestState.ts';
import { getJob } from '../../wire/pipelines.ts';
import { cloneOf } from '../kit/git/clone.ts';
import { visible } from '../kit/words/format.ts';
import { LivePace } from '../kit/livePace.ts';
import { projectOf } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { colorLogs } from './logColors.ts';

/** A job that is acted on. */
export interface ActedJob {
  readonly open: OpenProject;
  /** That of the pipeline, which may be another one. */
  readonly project: number;
  readonly job: JobRecord;
}

/** A log that is open. */
interface OpenLog {
  readonly open: OpenProject;
  /** That of the pipeline: of a fork, or another one that was started. */
  readonly project: number;
  readonly reading: LogReading;
  job: JobRecord;
}

/** Query of a log's URI; `window` is the project it was opened from. */
type Named = { readonly window: number; readonly project: number; readonly job: number };

const scheme = 'graft-job';

/** Most different paths of a log that are looked for in the clone. */
const mostPaths = 300;

/** The logs of jobs as documents: they follow while jobs run, fold their sections, and lead to files of the clone. */
export class JobLogs implements vscode.TextDocumentContentProvider {
  readonly #shell: Shell;
  readonly #logs = new Map<string, Promise<OpenLog>>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #pace = new LivePace(
    () => this.#look(),
    () => logsInSight().length > 0,
    { soonestMs: 2_000, latestMs: 20_000 },
  );
  readonly onDidChange = this.#changed.event;

  constructor(shell: Shell) {
    this.#shell = shell;
    const parts = [
      this.#changed,
      this.#pace,
      colorLogs(scheme, async (uri) => (await this.#of(uri)).reading.log.lines),
      vscode.languages.registerFoldingRangeProvider({ scheme }, this),
      vscode.languages.registerDocumentLinkProvider({ scheme }, this),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#pace.soon()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#logs.delete(uri.toString())),
    ];
    parts.forEach(shell.own);
  }

  /** The job of a log, as it was read last; undefined for other documents. */
  async jobOf(uri: vscode.Uri | undefined): Promise<ActedJob | undefined> {
    if (uri?.scheme !== scheme) return undefined;
    const { open, project, job } = await this.#of(uri);
    return { open, project, job };
  }

  /** Polls again soon, after a write. */
  soon(): void {
    this.#pace.soon();
  }

  /** Opens the log of a job at its end. */
  async open(open: OpenProject, project: number, id: number): Promise<void> {
    const { name } = await open.client.send(getJob, { id: project, job_id: id });
    const named: Named = { window: open.project.id, project, job: id };
    const path = `/${visible(name).replaceAll('/', '∕')} #${id}`;
    const uri = vscode.Uri.from({ scheme, authority: open.account.id, path, query: JSON.stringify(named) });
    await this.#of(uri);
    toEnd(await vscode.window.showTextDocument(uri, { preview: false }));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { reading, job } = await this.#of(uri);
    const text = reading.log.lines.map((line) => line.text).join('\n');
    return text === '' && !hasEnded(job.status) ? vscode.l10n.t('This job has no log yet.') : text;
  }

  async provideFoldingRanges({ uri }: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
    const { reading } = await this.#of(uri);
    return reading.log.sections.map(({ start, end }) => new vscode.FoldingRange(start, end));
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const { open, project } = await this.#of(document.uri);
    const clone = project === open.project.id ? await cloneOf(this.#shell.repositories, open) : undefined;
    const files = new Map<string, Promise<vscode.Uri | undefined>>();
    const links: vscode.DocumentLink[] = [];
    for (let number = 0; clone !== undefined && number < document.lineCount; number += 1) {
      for (const { start, end, path, line, column = 1 } of placesIn(document.lineAt(number).text)) {
        const meant = pathMeant(path, open.project.path_with_namespace);
        if (meant === undefined || (!files.has(meant) && files.size >= mostPaths)) continue;
        const looking = files.get(meant) ?? fileAt(vscode.Uri.joinPath(clone.root, meant));
        files.set(meant, looking);
        const target = (await looking)?.with({ fragment: `L${line},${column}` });
        if (target) links.push(new vscode.DocumentLink(new vscode.Range(number, start, number, end), target));
      }
    }
    return links;
  }

  /** Reads new bytes of visible logs; true if there were any. */
  async #look(): Promise<boolean> {
    const uris = new Map(logsInSight().map(({ document: { uri } }) => [uri.toString(), uri]));
    return (await Promise.all([...uris.values()].map((uri) => this.#lookAt(uri)))).includes(true);
  }

  async #lookAt(uri: vscode.Uri): Promise<boolean> {
    try {
      const log = await this.#of(uri);
      if (hasEnded(log.job.status)) return false;
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
    const { window, project, job: id } = JSON.parse(query) as Named;
    const open = await projectOf(this.#shell, { account, project: window });
    if (open === undefined) throw new Error(vscode.l10n.t('The account this log was opened with has been removed.'));
    const job = await open.client.send(getJob, { id: project, job_id: id });
    const reading = new LogReading({ client: open.client, project, job: id });
    await reading.read();
    return { open, project, reading, job };
  }
}

const logsInSight = () => vscode.window.visibleTextEditors.filter(({ document: { uri } }) => uri.scheme === scheme);

const toEnd = (editor: vscode.TextEditor): void => {
  const last = editor.document.lineCount - 1;
  editor.revealRange(new vscode.Range(last, 0, last, 0));
};

const fileAt = (uri: vscode.Uri): Promise<vscode.Uri | undefined> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type }) => (type === vscode.FileType.File ? uri : undefined),
    () => undefined,
  );
