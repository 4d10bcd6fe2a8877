import * as vscode from '../vscode.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import type { IterationIssue } from '../../model/iterations/iterationWork.ts';
import { followIssue, isGraphqlError } from '../../model/iterations/issueChanges.ts';
import type { AccountStore } from '../shell/accountStore.ts';
import type { Log } from '../shell/log.ts';
import type { Network } from '../shell/network.ts';
import { type IterationSubject, keyOf } from './work.ts';

/** Most issues that are followed at a time: servers limit the subscriptions of a connection. */
const mostFollowed = 30;

/** Changes of one moment are told together. */
const pauseMs = 300;

/** An issue that is followed, or of which nothing is told, and what ends it. */
interface Followed {
  readonly subject: IterationSubject;
  readonly run: AbortController;
}

/**
 * Hears of changes of the issues in sight, where the server tells them. Where it does not, nothing is lost but time: the
 * view reads again by itself, only later.
 */
export class IterationLive implements vscode.Disposable {
  readonly #heard = new vscode.EventEmitter<IterationSubject>();
  readonly #accounts: AccountStore;
  readonly #network: Network;
  readonly #log: Log;
  readonly #subscription: vscode.Disposable;
  readonly #connections = new Map<string, Promise<Subscriptions>>();
  /** The issues of the iterations that are open, the first of each iteration first. */
  readonly #wanted = new Map<string, { readonly subject: IterationSubject; readonly issues: readonly string[] }>();
  readonly #followed = new Map<string, Followed>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  /** Accounts whose server tells nothing. */
  readonly #silent = new Set<string>();
  #isSeen = false;

  /** Fires with the iteration of an issue that has changed. */
  readonly onDidHear = this.#heard.event;

  constructor(parts: { readonly accounts: AccountStore; readonly network: Network; readonly log: Log }) {
    this.#accounts = parts.accounts;
    this.#network = parts.network;
    this.#log = parts.log;
    // what was begun with another token must not go on
    this.#subscription = parts.accounts.onDidChange(() => this.startOver());
  }

  /** The number of issues that are followed now. */
  get count(): number {
    return this.#followed.size;
  }

  /** Whether somebody sees the view: nothing is followed while nobody does. */
  set isSeen(isSeen: boolean) {
    this.#isSeen = isSeen;
    this.#match();
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
    this.#silent.clear();
    this.#match();
    for (const connection of this.#connections.values()) closeQuietly(connection);
    this.#connections.clear();
  }

  dispose(): void {
    this.startOver();
    for (const pause of this.#pauses.values()) clearTimeout(pause);
    this.#subscription.dispose();
    this.#heard.dispose();
  }

  /** Ends what is not wanted any more and begins what is. */
  #match(): void {
    const open = this.#isSeen ? [...this.#wanted.values()] : [];
    const wanted = new Map<string, { readonly subject: IterationSubject; readonly issue: string }>(
      open
        .filter(({ subject }) => !this.#silent.has(subject.open.account.id))
        .flatMap(({ subject, issues }) =>
          issues.map((issue) => [`${subject.open.account.id} ${issue}`, { subject, issue }] as const),
        )
        .slice(0, mostFollowed),
    );
    for (const [key, { run }] of this.#followed) {
      if (wanted.has(key)) continue;
      run.abort();
      this.#followed.delete(key);
    }
    for (const [key, { subject, issue }] of wanted) {
      if (this.#followed.has(key)) continue;
      const followed = { subject, run: new AbortController() };
      this.#followed.set(key, followed);
      void this.#follow(issue, followed);
    }
  }

  async #follow(issue: string, { subject, run }: Followed): Promise<void> {
    const { account } = subject.open;
    try {
      const subscriptions = await this.#connection(account);
      await followIssue(subscriptions, issue, { signal: run.signal, told: () => this.#tell(subject) });
    } catch (error) {
      if (run.signal.aborted) return;
      const words = error instanceof Error ? error.message : String(error);
      this.#log.info(`${account.baseUrl} does not tell changes of ${issue}: ${words}`);
      // an answer is about this issue; anything else is about all of them
      if (isGraphqlError(error)) return;
      this.#silent.add(account.id);
      this.#match();
    }
  }

  #tell(subject: IterationSubject): void {
    const key = keyOf(subject);
    clearTimeout(this.#pauses.get(key));
    const tell = (): void => {
      this.#pauses.delete(key);
      this.#heard.fire(subject);
    };
    this.#pauses.set(key, setTimeout(tell, pauseMs));
  }

  #connection({ id, baseUrl }: IterationSubject['open']['account']): Promise<Subscriptions> {
    const known = this.#connections.get(id);
    if (known) return known;
    const connection = this.#connect(id, baseUrl);
    this.#connections.set(id, connection);
    return connection;
  }

  async #connect(id: string, baseUrl: string): Promise<Subscriptions> {
    const { openSubscriptions } = await import('../../client/graphql/openSubscriptions.ts');
    return openSubscriptions({
      baseUrl,
      token: async () => {
        const token = this.#accounts.token(id);
        // without one the server would be asked in nobody's name
        if (token === undefined) throw new Error('the account has been removed');
        return token;
      },
      tokenHeader: () => this.#accounts.get(id)?.tokenHeader ?? 'authorization',
      secrets: this.#log.secrets,
      webSocket: async () => (await this.#network.transport()).webSocket,
    });
  }
}

/** Closes what may still be on its way; one that never comes has nothing to close. */
const closeQuietly = (connection: Promise<Subscriptions>): void =>
  void connection.then(
    (subscriptions) => subscriptions.close(),
    () => undefined,
  );
