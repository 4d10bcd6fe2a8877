import * as vscode from '../vscode.ts';
import { followIssue } from '../../model/iterations/issueChanges.ts';
import type { IterationIssue } from '../../model/iterations/iterationWork.ts';
import { type Liveness, ServerChanges } from '../kit/serverChanges.ts';
import type { AccountSubscriptions } from '../shell/accountSubscriptions.ts';
import type { Log } from '../shell/log.ts';
import { type IterationSubject, keyOf } from './work.ts';

/** Most issues that are followed at a time: servers limit the subscriptions of a connection. */
const mostFollowed = 30;

/** Hears of changes of the issues in sight, where the server tells them. */
export class IterationLive implements vscode.Disposable {
  readonly #heard = new vscode.EventEmitter<IterationSubject>();
  readonly #livenessChanged = new vscode.EventEmitter<IterationSubject>();
  readonly #changes: ServerChanges;
  /** The issues of the iterations that are open, the first of each iteration first. */
  readonly #wanted = new Map<string, { readonly subject: IterationSubject; readonly issues: readonly string[] }>();
  #isSeen = false;

  /** Fires with the iteration of an issue that has changed. */
  readonly onDidHear = this.#heard.event;

  /** Fires with an iteration when it is known how changes of its issues are learnt. */
  readonly onDidChangeLiveness = this.#livenessChanged.event;

  constructor(parts: { readonly subscriptions: AccountSubscriptions; readonly log: Log }) {
    this.#changes = new ServerChanges(parts, mostFollowed);
    this.#changes.onDidChangeLiveness((whole) => {
      const wanted = this.#wanted.get(whole);
      if (wanted) this.#livenessChanged.fire(wanted.subject);
    });
  }

  /** Fires when {@link overall} has changed. */
  get onDidChangeOverall(): vscode.Event<void> {
    return this.#changes.onDidChangeOverall;
  }

  /** How changes of all that is open are learnt. */
  get overall(): Liveness['kind'] | undefined {
    return this.#changes.overall;
  }

  /** The number of issues that are followed now. */
  get count(): number {
    return this.#changes.count;
  }

  /** Whether the view is in sight: nothing is followed while it is not. */
  set isSeen(isSeen: boolean) {
    this.#isSeen = isSeen;
    this.#match();
  }

  /** How changes of the issues of an iteration are learnt; undefined while it is not open. */
  livenessOf(subject: IterationSubject): Liveness | undefined {
    return this.#changes.livenessOf(keyOf(subject));
  }

  /** Follows the issues of an iteration that is open, in place of those followed before. */
  follow(subject: IterationSubject, issues: readonly IterationIssue[]): void {
    this.#wanted.set(keyOf(subject), { subject, issues: issues.map(({ id }) => id) });
    this.#match();
  }

  /** Follows an iteration no longer. */
  leave(subject: IterationSubject): void {
    if (this.#wanted.delete(keyOf(subject))) this.#match();
  }

  /** Follows nothing any more; servers that told nothing may be asked again. */
  startOver(): void {
    this.#wanted.clear();
    this.#match();
    this.#changes.startOver();
  }

  dispose(): void {
    this.#changes.dispose();
    this.#heard.dispose();
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
          told: () => this.#heard.fire(subject),
        })),
      ),
    );
  }
}
