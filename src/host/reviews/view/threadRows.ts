import { type GroupedThread, threadGroups } from '../../../model/reviews/threadGroups.ts';
import type { StateRow } from '../../kit/trees/rows.ts';
import type { MergeRequestItem, ReviewRow, ThreadGroupItem, ThreadItem, ThreadsItem } from './rows.ts';

/**
 * Rows of all threads, empty without any. Reuses row objects, so that VS Code keeps selection and expansion. `failed` holds
 * the error rows.
 */
export const threadsRow = (
  parent: MergeRequestItem,
  threads: readonly GroupedThread[],
  failed: readonly StateRow[],
): readonly ThreadsItem[] => {
  if (threads.length === 0 && failed.length === 0) return [];
  const row: ThreadsItem = (parent.threads ??= { kind: 'threads', parent, count: undefined, below: [] });
  const before = row.below.filter((each) => each.kind === 'threadGroup');
  const groups = threadGroups.flatMap((group) => {
    const own = threads.filter((thread) => thread.group === group);
    const known = before.find((each) => each.group === group) ?? { kind: 'threadGroup', parent: row, group, below: [] };
    return own.length === 0 ? [] : [groupRow(known, own)];
  });
  const unresolved = threads.filter(isUnresolved).length;
  row.count = threads.length === 0 ? undefined : { unresolved, of: threads.length };
  row.below = [...failed, ...groups];
  return [row];
};

const groupRow = (parent: ThreadGroupItem, own: readonly GroupedThread[]): ThreadGroupItem => {
  const known = new Map(parent.below.map((each) => [each.thread.discussion.id, each]));
  parent.below = own.map((thread) => {
    const item: ThreadItem = known.get(thread.discussion.id) ?? { kind: 'thread', parent, thread };
    item.thread = thread;
    return item;
  });
  return parent;
};

/** Adds the number of unresolved threads to file rows. */
export const withUnresolved = (rows: readonly ReviewRow[], threads: readonly GroupedThread[]): readonly ReviewRow[] => {
  const counts = new Map<GroupedThread['file'], number>();
  for (const { file } of threads.filter(isUnresolved)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return rows.map((row) => (row.kind === 'requestFile' ? { ...row, unresolved: counts.get(row.change) ?? 0 } : row));
};

const isUnresolved = ({ group }: GroupedThread): boolean => group !== 'resolved';
