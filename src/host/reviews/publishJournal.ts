import * as v from 'valibot';
import type * as vscode from 'vscode';
import { placeKey, type ReviewPlace } from '../../model/review/drafts.ts';
import { draftNote } from '../../wire/draftNotes.ts';

const shape = v.object({
  account: v.string(),
  project: v.number(),
  iid: v.number(),
  drafts: v.array(draftNote),
  noteId: v.number(),
  hasSummary: v.boolean(),
  approves: v.boolean(),
});

/** A publication that has been begun: where, what was to be sent, and what was there before. */
export type BegunPublication = v.InferOutput<typeof shape>;

type Place = Omit<ReviewPlace, 'client'>;

const prefix = 'graft.publishing ';

/** The publications under way. One that a window has left behind was cut off: what became of it is looked up then. */
export class PublishJournal {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Resolves once it is stored; nothing may be sent before. */
  async begin(publication: BegunPublication): Promise<void> {
    await this.#memento.update(prefix + placeKey(publication), publication);
  }

  /** The publication begun at a place. */
  of(place: Place): BegunPublication | undefined {
    return this.#read(prefix + placeKey(place));
  }

  /** Every publication that has not ended. */
  get all(): readonly BegunPublication[] {
    return this.#memento
      .keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.#read(key) ?? []);
  }

  /** What became of the publication is known. */
  async end(place: Place): Promise<void> {
    if (this.of(place)) await this.#memento.update(prefix + placeKey(place), undefined);
  }

  #read(key: string): BegunPublication | undefined {
    const read = v.safeParse(shape, this.#memento.get(key));
    return read.success ? read.output : undefined;
  }
}
