import * as vscode from '../vscode.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { isGraphqlError } from '../../client/graphql/graphqlError.ts';
import type { AccountSubscriptions } from '../shell/accountSubscriptions.ts';
import type { Log } from '../shell/log.ts';
import { visible } from './format.ts';

/** Changes of one moment are told together. */
const pauseMs = 300;

/** Something of which a server may tell changes. */
export interface Followable {
  /** Tells it from others, of all accounts; what has the same key is followed once. */
  readonly key: string;
  /** What it is a part of: the parts of one whole are told together. */
  readonly whole: string;
  readonly account: { readonly id: string; readonly baseUrl: string };
  /**
   * Subscribes until the signal aborts, and calls `begun` once the server has agreed; throws when the server tells nothing
   * of it.
   */
  readonly follow: (
    subscriptions: Subscriptions,
    options: { readonly signal: AbortSignal; readonly begun: () => void; readonly told: () => void },
  ) => Promise<void>;
  /** Called a moment after the server has told a change, or may have. */
  readonly told: () => void;
}

/** How a view learns of changes: the server tells them, or it is asked by the clock; with the reason in words. */
export type Liveness =
  | { readonly kind: 'live' }
  | { readonly kind: 'polling'; readonly reason: string }
  /** The user wants to be told nothing. */
  | { readonly kind: 'off' };

/**
 * Hears of changes of what is in sight, where the server tells them. Where it does not, nothing is lost but time: views
 * read again by the clock, only later.
 */
export class ServerChanges implements vscode.Disposable {
  readonly #subscriptions: AccountSubscriptions;
  readonly #log: Log;
  readonly #most: number;
  readonly #listener: vscode.Disposable;
  #wanted: readonly Followable[] = [];
  readonly #followed = new Map<string, AbortController>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** What the server has agreed to tell changes of. */
  readonly #live = new Set<string>();
  /** Accounts whose server tells nothing, and things it does not tell of; and why. */
  readonly #silent = new Map<string, string>();

  readonly #overallChanged = new vscode.EventEmitter<void>();
  #told: Liveness['kind'] | undefined;

  /** Fires when {@link overall} has changed. */
  readonly onDidChangeOverall = this.#overallChanged.event;

  /** Fires with a whole about which it is known now how its changes are learnt, or that has changed. */
  readonly onDidChangeLiveness = this.#changed.event;

  /** `most`: how many things are followed at a time, the first that are wanted; servers limit a connection. */
  constructor(parts: { readonly subscriptions: AccountSubscriptions; readonly log: Log }, most: number) {
    this.#subscriptions = parts.subscriptions;
    this.#log = parts.log;
    this.#most = most;
    this.#listener = parts.subscriptions.onDidEnd(() => this.startOver());
  }

  /** How many things are followed now. */
  get count(): number {
    return this.#followed.size;
  }

  /** Follows these, and nothing else any more. */
  want(things: readonly Followable[]): void {
    this.#wanted = things;
    this.#match();
    this.#tellOverall();
  }

  /** How changes of a whole are learnt; undefined while it is not wanted, or the server has not answered yet. */
  livenessOf(whole: string): Liveness | undefined {
    const parts = this.#wanted.filter((each) => each.whole === whole);
    if (parts.length === 0) return undefined;
    if (this.#subscriptions.isOff) return { kind: 'off' };
    if (parts.some(({ key }) => this.#live.has(key))) return { kind: 'live' };
    const [reason] = parts.flatMap(({ key, account }) => this.#silent.get(account.id) ?? this.#silent.get(key) ?? []);
    return reason === undefined ? undefined : { kind: 'polling', reason };
  }

  /** How changes of all that is wanted are learnt: live only where nothing is known to be polled. */
  get overall(): Liveness['kind'] | undefined {
    const wholes = new Set(this.#wanted.map(({ whole }) => whole));
    const kinds = new Set([...wholes].map((whole) => this.livenessOf(whole)?.kind));
    return (['off', 'polling', 'live'] as const).find((kind) => kinds.has(kind));
  }

  /** Begins everything again; servers that told nothing are asked again. */
  startOver(): void {
    for (const run of this.#followed.values()) run.abort();
    this.#followed.clear();
    this.#live.clear();
    this.#silent.clear();
    this.#match();
    for (const whole of new Set(this.#wanted.map((each) => each.whole))) this.#changedOf(whole);
  }

  dispose(): void {
    this.#listener.dispose();
    this.want([]);
    this.#changed.dispose();
    this.#overallChanged.dispose();
    for (const pause of this.#pauses.values()) clearTimeout(pause);
  }

  /** Ends what is not wanted any more and begins what is. */
  #match(): void {
    const told = this.#subscriptions.isOff ? [] : this.#wanted.filter(({ account }) => !this.#silent.has(account.id));
    const open = told.slice(0, this.#most);
    const wanted = new Map(open.map((each) => [each.key, each]));
    for (const [key, run] of this.#followed) {
      if (wanted.has(key)) continue;
      run.abort();
      this.#followed.delete(key);
      this.#live.delete(key);
      this.#silent.delete(key);
    }
    for (const [key, thing] of wanted) {
      if (this.#followed.has(key)) continue;
      const run = new AbortController();
      this.#followed.set(key, run);
      void this.#follow(thing, run.signal);
    }
  }

  async #follow({ key, whole, account, follow }: Followable, signal: AbortSignal): Promise<void> {
    try {
      const subscriptions = await this.#subscriptions.of(account);
      const begun = (): void => {
        if (signal.aborted || this.#live.has(key)) return;
        this.#live.add(key);
        this.#changedOf(whole);
      };
      await follow(subscriptions, { signal, begun, told: () => this.#tell(whole) });
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.info(`${account.baseUrl} does not report changes of ${key}: ${reason}`);
      this.#live.delete(key);
      // an answer is about this thing; anything else is about all of them
      this.#silent.set(isGraphqlError(error) ? key : account.id, reason);
      this.#match();
      this.#changedOf(whole);
    }
  }

  #changedOf(whole: string): void {
    this.#changed.fire(whole);
    this.#tellOverall();
  }

  #tellOverall(): void {
    const { overall } = this;
    if (overall === this.#told) return;
    this.#told = overall;
    this.#overallChanged.fire();
  }

  #tell(whole: string): void {
    clearTimeout(this.#pauses.get(whole));
    const tell = (): void => {
      this.#pauses.delete(whole);
      this.#wanted.find((each) => each.whole === whole)?.told();
    };
    this.#pauses.set(whole, setTimeout(tell, pauseMs));
  }
}

/** How a view learns of changes, in one word; undefined where that is not known. The tooltips of its rows say why. */
export const livenessWord = (kind: Liveness['kind'] | undefined): string | undefined => {
  const { t } = vscode.l10n;
  return kind && { live: t('Live'), polling: t('Polling'), off: t('Off') }[kind];
};

/** How a view learns of changes, in a line of a tooltip; undefined where that is not known. */
export const livenessMessage = (liveness: Liveness | undefined): string | undefined => {
  const { t } = vscode.l10n;
  switch (liveness?.kind) {
    case undefined:
      return undefined;
    case 'live':
      return t('Live: the server reports changes at once.');
    case 'polling':
      return t(
        'Polling: refreshed at intervals, because the server does not report changes ({0}).',
        visible(liveness.reason),
      );
    case 'off':
      return t('Off: refreshed at intervals, because of the setting graft.network.subscriptions.');
  }
};
