import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import { draftNote } from '../../../wire/draftNotes.ts';
import { shaped, storedEach, type StoredEach } from '../../shell/stored.ts';
import { publicationPrefix } from './publicationKey.ts';

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
export type StartedPublication = v.InferOutput<typeof shape>;

/** Running publications by place key. Entries of a closed window are interrupted publications with unknown outcome. */
export const publishJournal = (memento: vscode.Memento): StoredEach<StartedPublication> =>
  storedEach(memento, publicationPrefix, shaped(shape));
