import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { shaped, storedEach, type StoredEach } from '../shell/stored.ts';

const handAction = v.object({
  kind: v.picklist(['create', 'update', 'delete', 'move', 'chmod']),
  path: v.string(),
  previousPath: v.optional(v.string()),
  /** Content that was typed. */
  text: v.optional(v.string()),
  /** Address of the local file that has the content. */
  file: v.optional(v.string()),
  executable: v.optional(v.boolean()),
  base: v.optional(v.string()),
});

/** An action that was added by hand. */
export type HandAction = v.InferOutput<typeof handAction>;

const source = v.object({
  kind: v.picklist(['staged', 'all', 'files', 'hand']),
  /** Folder of the repository, as an address. */
  root: v.optional(v.string()),
  paths: v.optional(v.array(v.string())),
});

/** Where the changes of a composition come from. */
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

/** What is kept of a composition until its commit is made; its message is kept with the other texts. */
export type SavedComposition = v.InferOutput<typeof composition>;

/** The compositions of this window that are not sent yet, each under its id. */
export const savedCompositions = (memento: vscode.Memento): SavedCompositions =>
  storedEach(memento, 'graft.composer ', shaped(composition));

/** {@link savedCompositions}. */
export type SavedCompositions = StoredEach<SavedComposition>;

/** The id of the composition of one kind in a project: opening the same again goes on with it. */
export const compositionId = (account: string, project: number, { kind, root = '' }: Source): string =>
  [account, project, kind, root].filter((part) => part !== '').join(' ');
