import * as vscode from '../vscode.ts';
import { globsOf, wideGlobsOf } from '../../model/git/branchPattern.ts';
import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import type { Log } from '../shell/log.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import type { BranchGlobs, BranchProtection, LocalRepositories } from '../shell/gitExtension.ts';
import type { ProjectRights } from './rights.ts';

interface Deps {
  readonly project: CurrentProject;
  readonly repositories: LocalRepositories;
  readonly rights: ProjectRights;
  readonly rows: RowsFirst;
  readonly log: Log;
}

/**
 * Protected branches for Source Control, which asks before committing there: only those the user certainly can't push
 * to, none if rules or role are unknown.
 */
export class SourceControlProtection implements BranchProtection, vscode.Disposable {
  readonly #parts: Deps;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #globs: BranchGlobs | undefined = undefined;
  /** Project and folder. */
  #about: string | undefined;
  #registered: { readonly root: string; readonly undo: Promise<vscode.Disposable> } | undefined;
  #run = new AbortController();

  readonly onDidChange = this.#changed.event;

  constructor(parts: Deps) {
    this.#parts = parts;
    const later = new AfterRows(() => this.#update(), parts.rows);
    const update = (): void => later.soon();
    this.#about = aboutOf(parts.project.open);
    if (parts.project.open) later.soon(0);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      later,
      parts.project.onDidChange(() => {
        const about = aboutOf(parts.project.open);
        if (about !== this.#about) {
          // drop the previous project's branches
          this.#about = about;
          this.#publish(undefined);
        }
        update();
      }),
      parts.rights.onDidChange(update),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('graft.protectedBranches.sourceControl')) update();
      }),
    );
  }

  protectedBranches(): BranchGlobs | undefined {
    return this.#globs;
  }

  dispose(): void {
    this.#run.abort();
    void this.#registered?.undo.then((undo) => void undo.dispose());
    this.#subscriptions.dispose();
  }

  async #update(): Promise<void> {
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    const globs = await this.#read(run.signal);
    if (!run.signal.aborted) this.#publish(globs);
  }

  #publish(globs: BranchGlobs | undefined): void {
    if (JSON.stringify(globs) === JSON.stringify(this.#globs)) return;
    this.#globs = globs;
    this.#changed.fire();
  }

  async #read(signal: AbortSignal): Promise<BranchGlobs | undefined> {
    const { project, rights, log } = this.#parts;
    const { open } = project;
    const wanted = vscode.workspace.getConfiguration('graft').get('protectedBranches.sourceControl', true);
    if (!wanted || open?.root === undefined || open.remote === undefined) return undefined;
    this.#register(open.root);
    try {
      const { closed, others } = await rights.sorted(open, { signal });
      const globs = closed.flatMap(({ name }) => globsOf(name));
      return { remote: open.remote, globs, except: others.flatMap(({ name }) => wideGlobsOf(name)) };
    } catch (error) {
      if (!signal.aborted) log.error('Source Control was given no protected branches.', error);
      return undefined;
    }
  }

  #register(root: vscode.Uri): void {
    if (this.#registered?.root === root.toString()) return;
    void this.#registered?.undo.then((undo) => void undo.dispose());
    this.#registered = { root: root.toString(), undo: this.#parts.repositories.protect(root, this) };
  }
}

/** Undefined without a project. */
const aboutOf = (open: OpenProject | undefined): string | undefined =>
  open && JSON.stringify([open.account.id, open.project.id, open.root?.toString(), open.remote]);
