import * as vscode from '../vscode.ts';
import { followIssue } from '../../model/iterations/issueChanges.ts';
import type { IterationIssue } from '../../model/iterations/iterationWork.ts';
import { type Liveness, ServerChanges } from '../kit/serverChanges.ts';
import type { AccountSubscriptions } from '../shell/accountSubscriptions.ts';
import type { Log } from '../shell/log.ts';
import { type IterationSubject, keyOf } from './work.ts';

/** Servers limit subscriptions per connection. */
const maxFollowed = 30;

/** Live updates of visible issues. */
export class IterationLive implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<IterationSubject>();
  readonly #livenessChanged = new vscode.EventEmitter<IterationSubject>();
  readonly #changes: ServerChanges;
  /** Issues of expanded iterations. */
  readonly #wanted = new Map<string, { readonly subject: IterationSubject; readonly issues: readonly string[] }>();
  #isSeen = false;

  readonly onDidChange = this.#changed.event;

  readonly onDidChangeLiveness = this.#livenessChanged.event;

  constructor(parts: { readonly subscriptions: AccountSubscriptions; readonly log: Log }) {
    this.#changes = new ServerChanges(parts, maxFollowed);
    this.#changes.onDidChangeLiveness((whole) => {
      const wanted = this.#wanted.get(whole);
      if (wanted) this.#livenessChanged.fire(wanted.subject);
    });
  }

  get onDidChangeOverall(): vscode.Event<void> {
    return this.#changes.onDidChangeOverall;
  }

  /** Liveness of all expanded iterations. */
  get overall(): Liveness['kind'] | undefined {
    return this.#changes.overall;
  }

  get count(): number {
    return this.#changes.count;
  }

  /** Nothing is followed while the view is hidden. */
  set isSeen(isSeen: boolean) {
    this.#isSeen = isSeen;
    this.#match();
  }

  /** Undefined while the iteration is collapsed. */
  livenessOf(subject: IterationSubject): Liveness | undefined {
    return this.#changes.livenessOf(keyOf(subject));
  }

  /** Replaces the issues followed before. */
  follow(subject: IterationSubject, issues: readonly IterationIssue[]): void {
    this.#wanted.set(keyOf(subject), { subject, issues: issues.map(({ id }) => id) });
    this.#match();
  }

  leave(subject: IterationSubject): void {
    if (this.#wanted.delete(keyOf(subject))) this.#match();
  }

  /** Stops following; refusals may be retried. */
  startOver(): void {
    this.#wanted.clear();
    this.#match();
    this.#changes.startOver();
  }

  dispose(): void {
    this.#changes.dispose();
    this.#changed.dispose();
    this.#livenessChanged.dispose();
  }

  #match(): void {
    const open = this.#isSeen ? [...this.#wanted.values()] : [];
    this.#changes.want(
      open.flatMap(({ subject, issues }) =>
        issues.map((issue) => ({
          key: `${subject.open.account.id} ${issue}`,
          whole: keyOf(subject),
          account: subject.open.account,
          follow: (subscriptions, options) => followIssue(subscriptions, issue, options),
          onChange: () => this.#changed.fire(subject),
        })),
      ),
    );
  }
}
