import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { shaped, storedMap, type StoredMap } from '../shell/storedValue.ts';

const handAction = v.object({
  kind: v.picklist(['create', 'update', 'delete', 'move', 'chmod']),
  path: v.string(),
  previousPath: v.optional(v.string()),
  text: v.optional(v.string()),
  /** URI of a local file with the content. */
  file: v.optional(v.string()),
  executable: v.optional(v.boolean()),
  base: v.optional(v.string()),
});

export type HandAction = v.InferOutput<typeof handAction>;

const source = v.object({
  kind: v.picklist(['staged', 'all', 'files', 'hand']),
  /** URI of the repository's root. */
  root: v.optional(v.string()),
  paths: v.optional(v.array(v.string())),
});

/** Origin of the changes. */
export type Source = v.InferOutput<typeof source>;

const composition = v.object({
  account: v.string(),
  project: v.number(),
  source,
  branch: v.string(),
  start: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('branch'), name: v.string() }),
      v.object({ kind: v.literal('sha'), sha: v.string() }),
    ]),
  ),
  startProject: v.optional(v.object({ id: v.number(), path: v.string() })),
  author: v.optional(v.object({ name: v.string(), email: v.string() })),
  force: v.boolean(),
  stats: v.boolean(),
  excluded: v.array(v.string()),
  accepted: v.array(v.string()),
  hand: v.array(handAction),
});

/** Stored until the commit is created; the message is stored as an unsaved text. */
export type SavedComposition = v.InferOutput<typeof composition>;

/** By id. */
export const savedCompositions = (memento: vscode.Memento): SavedCompositions =>
  storedMap(memento, 'graft.composer ', shaped(composition));

export type SavedCompositions = StoredMap<SavedComposition>;

/** Opening the same source again continues it. */
export const compositionId = (account: string, project: number, { kind, root = '' }: Source): string =>
  [account, project, kind, root].filter((part) => part !== '').join(' ');
