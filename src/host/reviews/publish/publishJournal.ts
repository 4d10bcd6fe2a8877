import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { draftNote } from '../../../wire/draftNotes.ts';
import { shaped, storedEach, type StoredEach } from '../../shell/stored.ts';
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

/** A started publication: place, content, and the state before. */
export type BegunPublication = v.InferOutput<typeof shape>;

type Place = Omit<ReviewPlace, 'client'>;

/** Journal of running publications. Entries of a closed window are interrupted publications with unknown outcome. */
export class PublishJournal {
  readonly #stored: StoredEach<BegunPublication>;

  constructor(memento: vscode.Memento) {
    this.#stored = storedEach(memento, begunPrefix, shaped(shape));
  }

  /** Resolves once stored; send nothing before. */
  async begin(publication: BegunPublication): Promise<void> {
    await this.#stored.of(placeKey(publication)).put(publication);
  }

  of(place: Place): BegunPublication | undefined {
    return this.#stored.of(placeKey(place)).get();
  }

  get all(): readonly BegunPublication[] {
    return this.#stored.all();
  }

  async end(place: Place): Promise<void> {
    await this.#stored.of(placeKey(place)).put(undefined);
  }
}
