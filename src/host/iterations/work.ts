import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { GraphqlError } from '../../client/graphql/graphqlError.ts';
import {
  type IterationFacts,
  type IterationIssues,
  type IterationPlace,
  readIterationFacts,
  readIterationIssues,
  type WorkReader,
} from '../../model/iterations/iterationWork.ts';
import type { Clients } from '../shell/clients.ts';
import type { Log } from '../shell/log.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** An iteration, and where its issues are counted. */
export interface IterationSubject {
  readonly open: OpenProject;
  readonly place: IterationPlace;
  readonly id: number;
}

/** Something that is read once it is wanted; an old value stays while a newer one is under way. */
export interface Wanted<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly phase: 'reading' | 'ready' | 'failed';
}

interface Entry<Value> extends Wanted<Value> {
  readonly generation: number;
}

/** The generation of what is to be read again. */
const outdated = -1;

/** Progress and issues of iterations, read when their rows come into sight or are opened. */
export class IterationWork implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<IterationSubject>();
  readonly #clients: Clients;
  readonly #log: Log;
  readonly #facts = new Map<string, Entry<IterationFacts>>();
  readonly #issues = new Map<string, Entry<IterationIssues>>();
  #generation = 0;
  #run = new AbortController();
  /** Why GraphQL does not answer at all: nothing more is asked before the next refresh. */
  #refusal: unknown;

  /** Fires with the iteration something was read of. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: { readonly clients: Clients; readonly log: Log }) {
    this.#clients = parts.clients;
    this.#log = parts.log;
  }

  /** What is known of an iteration; asks for nothing. */
  facts(subject: IterationSubject): Wanted<IterationFacts> | undefined {
    return this.#facts.get(keyOf(subject));
  }

  /** Reads what an iteration in sight needs, unless it was read already. */
  seen(subject: IterationSubject): void {
    void this.#want(this.#facts, subject, (reader, signal) => readIterationFacts(reader, subject.id, { signal }));
  }

  /** The issues of an iteration as far as they are known; reading begins with this. */
  issues(subject: IterationSubject): Wanted<IterationIssues> {
    void this.#wantIssues(subject);
    return this.#issues.get(keyOf(subject)) ?? { value: undefined, error: undefined, phase: 'reading' };
  }

  /** The issues of an iteration, read now. Undefined where the server does not tell; failures are thrown. */
  readIssues(subject: IterationSubject, signal: AbortSignal): Promise<IterationIssues | undefined> {
    return readIterationIssues(this.#readerOf(subject), subject.id, { signal });
  }

  /** Series and progress, read now. Failures are thrown. */
  readFacts(subject: IterationSubject, signal: AbortSignal): Promise<IterationFacts> {
    return readIterationFacts(this.#readerOf(subject), subject.id, { signal });
  }

  /** Everything is read again when it is wanted the next time; what is shown stays until then. */
  outdate(): void {
    this.#generation += 1;
    this.#refusal = undefined;
    this.#run.abort();
    this.#run = new AbortController();
  }

  /** Reads again what was read of an iteration: something about its issues has changed. What is shown stays until then. */
  again(subject: IterationSubject): void {
    const key = keyOf(subject);
    const [facts, issues] = [this.#facts.get(key), this.#issues.get(key)];
    if (facts) this.#facts.set(key, { ...facts, generation: outdated });
    if (issues) this.#issues.set(key, { ...issues, generation: outdated });
    if (facts) this.seen(subject);
    if (issues) void this.#wantIssues(subject);
  }

  /** Lets those be asked for again that were not because of a refusal: the account may have another token now. */
  forgetRefusal(): void {
    if (this.#refusal !== undefined) this.outdate();
  }

  /** Forgets everything: other iterations are shown now. */
  clear(): void {
    this.outdate();
    this.#facts.clear();
    this.#issues.clear();
  }

  dispose(): void {
    this.#run.abort();
    this.#changed.dispose();
  }

  #wantIssues(subject: IterationSubject): Promise<void> {
    return this.#want(this.#issues, subject, (reader, signal) => readIterationIssues(reader, subject.id, { signal }));
  }

  #readerOf({ open, place }: IterationSubject): WorkReader {
    return { graphql: this.#clients.graphqlOf(open.account), place, username: open.account.username };
  }

  async #want<Value>(
    entries: Map<string, Entry<Value>>,
    subject: IterationSubject,
    read: (reader: WorkReader, signal: AbortSignal) => Promise<Value | undefined>,
  ): Promise<void> {
    const key = keyOf(subject);
    const known = entries.get(key);
    const generation = this.#generation;
    if (known?.generation === generation) return;
    const { signal } = this.#run;
    const settle = (entry: Omit<Entry<Value>, 'generation'>): void => {
      // asked for again meanwhile: that answer is the newer one
      if (generation !== this.#generation || entries.get(key) !== reading) return;
      entries.set(key, { ...entry, generation });
      this.#changed.fire(subject);
    };
    if (this.#refusal !== undefined) {
      entries.set(key, { value: undefined, error: this.#refusal, phase: 'failed', generation });
      this.#changed.fire(subject);
      return;
    }
    const reading: Entry<Value> = { value: known?.value, error: undefined, phase: 'reading', generation };
    entries.set(key, reading);
    try {
      const value = await read(this.#readerOf(subject), signal);
      settle({ value, error: undefined, phase: 'ready' });
    } catch (error) {
      if (isCancelled(error)) return;
      if (generation === this.#generation && !(error instanceof GraphqlError)) this.#refusal = error;
      this.#log.error(`The issues of an iteration of ${subject.place.path} could not be read.`, error);
      settle({ value: undefined, error, phase: 'failed' });
    }
  }
}

/** What tells iterations apart. */
export const keyOf = ({ open, place, id }: IterationSubject): string =>
  `${open.account.id} ${place.kind} ${place.path} ${id}`;
