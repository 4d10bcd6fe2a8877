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

/** An iteration, and the place whose issues count. */
export interface IterationSubject {
  readonly open: OpenProject;
  readonly place: IterationPlace;
  readonly id: number;
}

/** Lazily read value; the old one stays during a refresh. */
export interface Wanted<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly phase: 'reading' | 'ready' | 'failed';
}

interface Entry<Value> extends Wanted<Value> {
  readonly generation: number;
}

/** Generation of entries to be read again. */
const outdated = -1;

/** Progress and issues, read when a row becomes visible or is expanded. */
export class IterationWork implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<IterationSubject>();
  readonly #clients: Clients;
  readonly #log: Log;
  readonly #facts = new Map<string, Entry<IterationFacts>>();
  readonly #issues = new Map<string, Entry<IterationIssues>>();
  #generation = 0;
  #run = new AbortController();
  /** GraphQL refusal that suspends requests until the next refresh. */
  #refusal: unknown;

  readonly onDidChange = this.#changed.event;

  constructor(parts: { readonly clients: Clients; readonly log: Log }) {
    this.#clients = parts.clients;
    this.#log = parts.log;
  }

  /** Sends nothing. */
  facts(subject: IterationSubject): Wanted<IterationFacts> | undefined {
    return this.#facts.get(keyOf(subject));
  }

  /** Reads once. */
  seen(subject: IterationSubject): void {
    void this.#want(this.#facts, subject, (reader, signal) => readIterationFacts(reader, subject.id, { signal }));
  }

  /** Starts reading on first use. */
  issues(subject: IterationSubject): Wanted<IterationIssues> {
    void this.#wantIssues(subject);
    return this.#issues.get(keyOf(subject)) ?? { value: undefined, error: undefined, phase: 'reading' };
  }

  /** Not cached. Undefined if the server doesn't report issues. */
  readIssues(subject: IterationSubject, signal: AbortSignal): Promise<IterationIssues | undefined> {
    return readIterationIssues(this.#readerOf(subject), subject.id, { signal });
  }

  /** Cadence and progress, not cached. */
  readFacts(subject: IterationSubject, signal: AbortSignal): Promise<IterationFacts> {
    return readIterationFacts(this.#readerOf(subject), subject.id, { signal });
  }

  /** Outdates everything; old values stay until they are read again. */
  outdate(): void {
    this.#generation += 1;
    this.#refusal = undefined;
    this.#run.abort();
    this.#run = new AbortController();
  }

  /** Reads an iteration again after a change; old values stay until then. */
  again(subject: IterationSubject): void {
    const key = keyOf(subject);
    const [facts, issues] = [this.#facts.get(key), this.#issues.get(key)];
    if (facts) this.#facts.set(key, { ...facts, generation: outdated });
    if (issues) this.#issues.set(key, { ...issues, generation: outdated });
    if (facts) this.seen(subject);
    if (issues) void this.#wantIssues(subject);
  }

  /** Retries after a refusal, as the token may have changed. */
  clearRefusal(): void {
    if (this.#refusal !== undefined) this.outdate();
  }

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
    const store = (entry: Omit<Entry<Value>, 'generation'>): void => {
      // a newer request is running
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
      store({ value, error: undefined, phase: 'ready' });
    } catch (error) {
      if (isCancelled(error)) return;
      if (generation === this.#generation && !(error instanceof GraphqlError)) this.#refusal = error;
      this.#log.error(`The issues of an iteration of ${subject.place.path} could not be read.`, error);
      store({ value: undefined, error, phase: 'failed' });
    }
  }
}

export const keyOf = ({ open, place, id }: IterationSubject): string =>
  `${open.account.id} ${place.kind} ${place.path} ${id}`;
