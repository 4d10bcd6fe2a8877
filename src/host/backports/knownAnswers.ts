import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import type { KnownAnswers, FinalAnswer } from '../../model/backports/dryRuns.ts';
import { projectKey, type OpenProject } from '../shell/currentProject.ts';
import { shaped, stored, type Stored } from '../shell/storedValue.ts';

const answerShape = v.object({
  sha: v.string(),
  tip: v.string(),
  kind: v.picklist(['clean', 'alreadyThere', 'conflict']),
  words: v.optional(v.string()),
});
type StoredAnswer = v.InferOutput<typeof answerShape>;

/** Most answers stored per project. */
const maxStored = 2_000;

const keyOf = (sha: string, tip: string): string => `${sha} ${tip}`;

/** Dry run answers of a project's queue, stored in the workspace state. */
export class StoredAnswers implements KnownAnswers {
  readonly #stored: Stored<readonly StoredAnswer[]>;
  readonly #all: Map<string, StoredAnswer>;
  readonly #used = new Map<string, StoredAnswer>();

  constructor(memento: vscode.Memento, open: OpenProject) {
    this.#stored = stored(memento, `graft.backports ${projectKey(open)}`, shaped(v.array(answerShape), []));
    this.#all = new Map(this.#stored.get().map((each) => [keyOf(each.sha, each.tip), each]));
  }

  get(sha: string, tip: string): FinalAnswer | undefined {
    const known = this.#all.get(keyOf(sha, tip));
    if (known === undefined) return undefined;
    this.#used.set(keyOf(sha, tip), known);
    return known.kind === 'clean' ? { kind: 'clean' } : { kind: known.kind, words: known.words };
  }

  put(sha: string, tip: string, answer: FinalAnswer): void {
    const words = answer.kind === 'clean' ? undefined : answer.words;
    const entry = { sha, tip, kind: answer.kind, ...(words === undefined ? {} : { words }) };
    this.#all.set(keyOf(sha, tip), entry);
    this.#used.set(keyOf(sha, tip), entry);
  }

  /** After a `whole` reading stores only the answers it used, otherwise all. */
  async save(reading: 'whole' | 'part'): Promise<void> {
    const answers = [...(reading === 'whole' ? this.#used : this.#all).values()];
    await this.#stored.put(answers.slice(-maxStored));
  }
}
