import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { LatestReading } from '../../../model/latestReading.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { react, type Reactions, type WantedReaction, readReactions } from '../../../model/reviews/reactions.ts';
import { reported } from '../../kit/commands.ts';
import { mayBeAtLeast } from '../../kit/readCapabilities.ts';
import { lostMessage, requireWriting } from '../../kit/questions/sendSteps.ts';
import type { Shell } from '../../shell/shell.ts';

/** Reactions to comments of shown reviews, read after their threads. */
export class NoteReactions {
  readonly #shell: Pick<Shell, 'accounts' | 'clients' | 'log' | 'traffic'>;
  /** Number of viewers and the current read. */
  readonly #known = new WeakMap<ReviewDrafts, { shown: number; readonly reading: LatestReading }>();

  constructor(shell: Pick<Shell, 'accounts' | 'clients' | 'log' | 'traffic'>) {
    this.#shell = shell;
  }

  /** Reads reactions with the threads until the returned function is called. */
  show(store: ReviewDrafts): () => void {
    const known = this.#of(store);
    known.shown += 1;
    if (known.shown === 1 && store.state.phase === 'ready') this.threadsRead(store);
    return () => void (known.shown -= 1);
  }

  /** Call after each load of threads. Failures are logged and keep the old reactions. */
  threadsRead(store: ReviewDrafts): void {
    if (this.#of(store).shown === 0) return;
    this.#read(store).catch((error: unknown) => {
      if (!isCancelled(error)) this.#shell.log.error(`The reactions of !${store.place.iid} could not be read.`, error);
    });
  }

  /** Adds or removes a reaction once, and reports a failure. */
  react(store: ReviewDrafts, wanted: WantedReaction): Promise<void> {
    return reported(this.#shell, 'A reaction', async () => {
      const account = this.#accountOf(store);
      if (account === undefined) return;
      requireWriting(account);
      const { log, clients } = this.#shell;
      const { username } = account;
      const written = await react(clients.graphqlOf(account), wanted, { username, read: () => this.#read(store) });
      if (written.kind === 'done') this.threadsRead(store);
      else void vscode.window.showWarningMessage(lostMessage({ log, reference: `!${store.place.iid}` }, written));
    });
  }

  #of(store: ReviewDrafts) {
    let known = this.#known.get(store);
    if (known === undefined) this.#known.set(store, (known = { shown: 0, reading: new LatestReading() }));
    return known;
  }

  #accountOf({ place }: ReviewDrafts) {
    return this.#shell.accounts.get(place.account);
  }

  async #read(store: ReviewDrafts): Promise<Reactions> {
    await this.#of(store).reading.restarted(async (signal) => {
      const account = this.#accountOf(store);
      const notes = store.discussions.flatMap((discussion) => discussion.notes);
      const mergeRequest = notes.find(({ noteable_type: type }) => type === 'MergeRequest')?.noteable_id;
      if (account === undefined || mergeRequest == null || !(await mayBeAtLeast(this.#shell, account, '16.1'))) return;
      const reactions = await readReactions(this.#shell.clients.graphqlOf(account), mergeRequest, signal);
      if (!signal.aborted) store.takeReactions(reactions);
    });
    return store.state.reactions ?? new Map<never, never>();
  }
}
