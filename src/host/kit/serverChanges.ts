import * as vscode from '../vscode.ts';
import type { Subscriptions } from '../../client/graphql/subscriptions.ts';
import { isGraphqlError } from '../../client/graphql/graphqlError.ts';
import type { AccountSubscriptions } from '../shell/accountSubscriptions.ts';
import type { Log } from '../shell/log.ts';
import { visible } from './words/format.ts';

const pauseMs = 300;

export interface Followable {
  /** Unique across accounts. */
  readonly key: string;
  /** The list it belongs to; its items share events. */
  readonly whole: string;
  readonly account: { readonly id: string; readonly baseUrl: string };
  /**
   * Subscribes until the signal aborts; calls `onStart` once confirmed, throws if the server has no such subscription.
   */
  readonly follow: (
    subscriptions: Subscriptions,
    options: { readonly signal: AbortSignal; readonly onStart: () => void; readonly onChange: () => void },
  ) => Promise<void>;
  /** Called, debounced, after a possible change. */
  readonly onChange: () => void;
}

export type Liveness =
  | { readonly kind: 'live' }
  | { readonly kind: 'polling'; readonly reason: string }
  | { readonly kind: 'off' };

/**
 * Receives live updates for visible items, if the server supports them. Views poll, too: without updates they are only
 * later.
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
  /** Keys of confirmed subscriptions. */
  readonly #live = new Set<string>();
  /** Reasons by account or key. */
  readonly #silent = new Map<string, string>();

  readonly #overallChanged = new vscode.EventEmitter<void>();
  #notified: Liveness['kind'] | undefined;

  readonly onDidChangeOverall = this.#overallChanged.event;

  /** Fires with a whole whose liveness has changed. */
  readonly onDidChangeLiveness = this.#changed.event;

  /** `limit`: servers limit subscriptions per connection. */
  constructor(parts: { readonly subscriptions: AccountSubscriptions; readonly log: Log }, most: number) {
    this.#subscriptions = parts.subscriptions;
    this.#log = parts.log;
    this.#most = most;
    this.#listener = parts.subscriptions.onDidEnd(() => this.startOver());
  }

  get count(): number {
    return this.#followed.size;
  }

  want(things: readonly Followable[]): void {
    this.#wanted = things;
    this.#match();
    this.#notifyOverall();
  }

  /** Undefined before the server has answered. */
  livenessOf(whole: string): Liveness | undefined {
    const parts = this.#wanted.filter((each) => each.whole === whole);
    if (parts.length === 0) return undefined;
    if (this.#subscriptions.isOff) return { kind: 'off' };
    if (parts.some(({ key }) => this.#live.has(key))) return { kind: 'live' };
    const [reason] = parts.flatMap(({ key, account }) => this.#silent.get(account.id) ?? this.#silent.get(key) ?? []);
    return reason === undefined ? undefined : { kind: 'polling', reason };
  }

  /** Live only if nothing is known to be polled. */
  get overall(): Liveness['kind'] | undefined {
    const wholes = new Set(this.#wanted.map(({ whole }) => whole));
    const kinds = new Set([...wholes].map((whole) => this.livenessOf(whole)?.kind));
    return (['off', 'polling', 'live'] as const).find((kind) => kinds.has(kind));
  }

  /** Subscribes again, also where refused before. */
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

  #match(): void {
    const followable = this.#subscriptions.isOff
      ? []
      : this.#wanted.filter(({ account }) => !this.#silent.has(account.id));
    const open = followable.slice(0, this.#most);
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
      const onStart = (): void => {
        if (signal.aborted || this.#live.has(key)) return;
        this.#live.add(key);
        this.#changedOf(whole);
      };
      await follow(subscriptions, { signal, onStart, onChange: () => this.#notify(whole) });
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.info(`${account.baseUrl} does not report changes of ${key}: ${reason}`);
      this.#live.delete(key);
      // a GraphQL error concerns this subscription, any other error all of them
      this.#silent.set(isGraphqlError(error) ? key : account.id, reason);
      this.#match();
      this.#changedOf(whole);
    }
  }

  #changedOf(whole: string): void {
    this.#changed.fire(whole);
    this.#notifyOverall();
  }

  #notifyOverall(): void {
    const { overall } = this;
    if (overall === this.#notified) return;
    this.#notified = overall;
    this.#overallChanged.fire();
  }

  #notify(whole: string): void {
    clearTimeout(this.#pauses.get(whole));
    const notify = (): void => {
      this.#pauses.delete(whole);
      this.#wanted.find((each) => each.whole === whole)?.onChange();
    };
    this.#pauses.set(whole, setTimeout(notify, pauseMs));
  }
}

/** For the description of a view. */
export const livenessWord = (kind: Liveness['kind'] | undefined): string | undefined => {
  const { t } = vscode.l10n;
  return kind && { live: t('Live'), polling: t('Polling'), off: t('Off') }[kind];
};

/** For a tooltip. */
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
