import * as vscode from '../../vscode.ts';

/** A thread as it is to be drawn. */
export interface ThreadPlan<C extends vscode.Comment = vscode.Comment> {
  /** Stable across redraws. */
  readonly key: string;
  /** Undefined for the whole file. */
  readonly range: vscode.Range | undefined;
  readonly comments: readonly C[];
  readonly label: string;
  readonly canReply: boolean;
  readonly contextValue: string;
  readonly state?: vscode.CommentThreadState | undefined;
  readonly isFolded: boolean;
  /** Equal when nothing visible differs. */
  readonly fingerprint: string;
}

/** An open document with its threads. */
export interface Sheet<P extends ThreadPlan> {
  readonly uri: vscode.Uri;
  readonly threads: Map<string, { readonly thread: vscode.CommentThread; plan: P }>;
}

/** Comment threads in open documents. Unchanged ones stay, and so does text being typed. */
export abstract class ThreadSheets<C extends vscode.Comment, P extends ThreadPlan<C>, S extends Sheet<P>> {
  protected readonly sheets = new Map<string, S>();
  readonly #plans = new WeakMap<vscode.CommentThread, P>();

  /** Called when the first thread is drawn. */
  protected abstract get controller(): vscode.CommentController;
  /** Undefined while unknown: then everything stays. */
  protected abstract plansOf(sheet: S): readonly P[] | undefined;
  /** Unique within a document; undefined for a comment that cannot be edited. */
  protected abstract subjectOf(comment: vscode.Comment): string | undefined;

  get threads(): readonly vscode.CommentThread[] {
    return [...this.sheets.values()].flatMap(({ threads }) => [...threads.values()].map(({ thread }) => thread));
  }

  /** Undefined for a thread the user has just started. */
  planOf(thread: vscode.CommentThread): P | undefined {
    return this.#plans.get(thread);
  }

  /** Also finds a comment redrawn since. */
  threadOf(comment: vscode.Comment): vscode.CommentThread | undefined {
    return (
      this.threads.find(({ comments }) => comments.includes(comment)) ??
      this.threads.find(({ comments }) => comments.some((each) => this.#isSame(each, comment)))
    );
  }

  get edited(): readonly { readonly comment: vscode.Comment; readonly thread: vscode.CommentThread }[] {
    return this.threads.flatMap((thread) => thread.comments.filter(isEdited).map((comment) => ({ comment, thread })));
  }

  /** Opens a comment for editing. */
  edit(comment: vscode.Comment, text: string): void {
    const thread = this.threadOf(comment);
    if (thread === undefined) return;
    thread.comments = thread.comments.map((other) =>
      this.#isSame(other, comment) ? { ...other, body: text, mode: vscode.CommentMode.Editing } : other,
    );
  }

  /** Closes the editors of a comment; other editors stay open. */
  protected endEditIn(sheets: Iterable<S>, comment: vscode.Comment): void {
    for (const sheet of sheets) {
      for (const { thread, plan } of sheet.threads.values()) {
        const planned = plan.comments.find((each) => this.#isSame(each, comment));
        if (planned === undefined) continue;
        thread.comments = thread.comments.map((each) => (this.#isSame(each, comment) ? planned : each));
      }
      // updates received meanwhile
      this.drawSheet(sheet);
    }
  }

  protected dropSheet(sheet: S): void {
    this.sheets.delete(sheet.uri.toString());
    for (const { thread } of sheet.threads.values()) thread.dispose();
  }

  protected drawSheet(sheet: S): void {
    const plans = this.plansOf(sheet);
    if (plans === undefined) return;
    const wanted = new Set(plans.map(({ key }) => key));
    for (const [key, { thread }] of [...sheet.threads]) {
      if (wanted.has(key)) continue;
      thread.dispose();
      sheet.threads.delete(key);
    }
    for (const plan of plans) {
      const before = sheet.threads.get(plan.key);
      // never discard text being typed
      if (before?.plan.fingerprint === plan.fingerprint || before?.thread.comments.some(isEdited)) continue;
      const thread = this.#drawThread(sheet, plan, before);
      sheet.threads.set(plan.key, { thread, plan });
      this.#plans.set(thread, plan);
    }
  }

  #drawThread({ uri }: S, plan: P, former: { readonly thread: vscode.CommentThread; readonly plan: P } | undefined) {
    // VS Code ignores the removal of a range, so the thread is recreated
    const isOffItsLines = former?.plan.range !== undefined && plan.range === undefined;
    if (isOffItsLines) former.thread.dispose();
    const before = isOffItsLines ? undefined : former;
    // for threads on the whole file the range must be undefined from the start, against the type
    const thread = before?.thread ?? this.controller.createCommentThread(uri, plan.range as vscode.Range, []);
    thread.range = plan.range;
    thread.comments = plan.comments;
    thread.label = plan.label;
    thread.canReply = plan.canReply;
    thread.contextValue = plan.contextValue;
    if (plan.state !== undefined) thread.state = plan.state;
    if (before?.plan.isFolded !== plan.isFolded) {
      thread.collapsibleState = plan.isFolded
        ? vscode.CommentThreadCollapsibleState.Collapsed
        : vscode.CommentThreadCollapsibleState.Expanded;
    }
    return thread;
  }

  #isSame(one: vscode.Comment, other: vscode.Comment): boolean {
    const subject = this.subjectOf(one);
    return subject !== undefined && subject === this.subjectOf(other);
  }
}

const isEdited = ({ mode }: vscode.Comment): boolean => mode === vscode.CommentMode.Editing;
