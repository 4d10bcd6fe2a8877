import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { draftNote } from '../../wire/draftNotes.ts';
import { shaped, storedEach, type StoredEach } from '../shell/stored.ts';
import { begunPrefix } from './begunPublication.ts';

const shape = v.object({
  account: v.string(),
  project: v.number(),
  iid: v.number(),
  drafts: v.array(draftNote),
  noteId: v.number(),
  hasSummary: v.boolean(),
  approves: v.boolean(),
  hasState: v.optional(v.boolean(), false),
});

/** A publication that has been begun: where, what was to be sent, and what was there before. */
export type BegunPublication = v.InferOutput<typeof shape>;

type Place = Omit<ReviewPlace, 'client'>;

/** The publications under way. One that a window has left behind was cut off: what became of it is looked up then. */
export class PublishJournal {
  readonly #stored: StoredEach<BegunPublication>;

  constructor(memento: vscode.Memento) {
    this.#stored = storedEach(memento, begunPrefix, shaped(shape));
  }

  /** Resolves once it is stored; nothing may be sent before. */
  async begin(publication: BegunPublication): Promise<void> {
    await this.#stored.of(placeKey(publication)).put(publication);
  }

  /** The publication begun at a place. */
  of(place: Place): BegunPublication | undefined {
    return this.#stored.of(placeKey(place)).get();
  }

  /** Every publication that has not ended. */
  get all(): readonly BegunPublication[] {
    return this.#stored.all();
  }

  /** What became of the publication is known. */
  async end(place: Place): Promise<void> {
    await this.#stored.of(placeKey(place)).put(undefined);
  }
}
