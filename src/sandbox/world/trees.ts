import type { CommitPlan, FileMode } from './plans.ts';

export interface PlannedFile {
  readonly content: string | Uint8Array;
  readonly mode: FileMode;
}

/** Files by path. */
export type PlannedTree = ReadonlyMap<string, PlannedFile>;

const plain = (content: string | Uint8Array): PlannedFile => ({ content, mode: '100644' });

const edited = (
  path: string,
  file: PlannedFile | undefined,
  edits: readonly (readonly [string, string])[],
): PlannedFile => {
  if (file === undefined || typeof file.content !== 'string') throw new Error(`There is no text file ${path} to edit.`);
  let text = file.content;
  for (const [before, after] of edits) {
    const parts = text.split(before);
    if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} places that read: ${before}`);
    text = parts.join(after);
  }
  return { ...file, content: text };
};

/** Throws when an edit doesn't match. */
export const applyPlan = (before: PlannedTree, plan: CommitPlan): PlannedTree => {
  const tree = new Map(before);
  for (const [from, to] of Object.entries(plan.renames ?? {})) {
    const file = tree.get(from);
    if (file === undefined) throw new Error(`There is no file ${from} to rename.`);
    tree.delete(from);
    tree.set(to, file);
  }
  for (const [path, content] of Object.entries(plan.files ?? {})) {
    if (content === null) tree.delete(path);
    else tree.set(path, { ...(tree.get(path) ?? plain('')), content });
  }
  for (const [path, edits] of Object.entries(plan.edits ?? {})) tree.set(path, edited(path, tree.get(path), edits));
  for (const [path, mode] of Object.entries(plan.modes ?? {})) {
    const file = tree.get(path);
    if (file === undefined) throw new Error(`There is no file ${path} to change the mode of.`);
    tree.set(path, { ...file, mode });
  }
  return tree;
};

export const changedPaths = (before: PlannedTree, after: PlannedTree): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    return one !== other && (one?.content !== other?.content || one?.mode !== other?.mode);
  });

/** Merges whole files. Skips `settled` paths, which the plan provides; throws for others changed on both sides. */
export const mergePlanned = (
  fork: PlannedTree,
  ours: PlannedTree,
  theirs: PlannedTree,
  settled: ReadonlySet<string>,
): PlannedTree => {
  const tree = new Map(ours);
  const changedHere = new Set(changedPaths(fork, ours));
  for (const path of changedPaths(fork, theirs)) {
    if (settled.has(path)) continue;
    const file = theirs.get(path);
    if (changedHere.has(path) && ours.get(path)?.content !== file?.content) {
      throw new Error(`${path} was changed on both sides of a planned merge.`);
    }
    if (file === undefined) tree.delete(path);
    else tree.set(path, file);
  }
  return tree;
};
