import * as v from 'valibot';
import type * as vscode from '../../vscode.ts';
import { draftNote } from '../../../wire/draftNotes.ts';
import { shaped, storedMap, type StoredMap } from '../../shell/stored.ts';
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

/** Merge request, content, and `noteId`, the newest note before it started. `hasState`: has a verdict. */
export type StartedPublication = v.InferOutput<typeof shape>;

/** Running publications by place key. Entries left by a closed window are interrupted: their outcome is unknown. */
export const publicationJournal = (memento: vscode.Memento): StoredMap<StartedPublication> =>
  storedMap(memento, publicationPrefix, shaped(shape));
