import type { CommitSubject } from '../subject.ts';

/** SHAs of the commits shown before and after the current one, nearest last. */
export interface HistoryState {
  readonly back: readonly string[];
  readonly forward: readonly string[];
}

const maxLength = 50;

/** Page history within one project, cleared by a commit of another. */
export class PageHistory {
  #subject: CommitSubject;
  #back: readonly string[];
  #forward: readonly string[];

  constructor(subject: CommitSubject, { back, forward }: HistoryState = { back: [], forward: [] }) {
    this.#subject = subject;
    this.#back = back;
    this.#forward = forward;
  }

  get state(): HistoryState {
    return { back: this.#back, forward: this.#forward };
  }

  /** Adds a commit and clears `forward`. */
  visit(subject: CommitSubject): void {
    const { open, sha } = this.#subject;
    const isSame = open.project.id === subject.open.project.id && open.account.id === subject.open.account.id;
    if (isSame && sha === subject.sha) return;
    this.#back = isSame ? [...this.#back, sha].slice(-maxLength) : [];
    this.#forward = [];
    this.#subject = subject;
  }

  /** Undefined at the ends. */
  step(direction: 'back' | 'forward'): CommitSubject | undefined {
    const [from, to] = direction === 'back' ? [this.#back, this.#forward] : [this.#forward, this.#back];
    const sha = from.at(-1);
    if (sha === undefined) return undefined;
    const left = from.slice(0, -1);
    const passed = [...to, this.#subject.sha];
    this.#back = direction === 'back' ? left : passed;
    this.#forward = direction === 'back' ? passed : left;
    this.#subject = { open: this.#subject.open, sha };
    return this.#subject;
  }
}
