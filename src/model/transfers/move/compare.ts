import type { Client } from '../../../client/client.ts';
import { isCancelled } from '../../../client/errors.ts';
import {
  comparedParts,
  type ComparedPart,
  type Comparison,
  type Difference,
  type Fact,
  type NotComparedReason,
  type PartResult,
  type Side,
} from './comparison.ts';
import { readPart, type PartRead, whyNotRead } from './projectFacts.ts';

export interface ComparedProject {
  readonly client: Client;
  readonly project: number | string;
}

export interface CompareOptions {
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly progress?: (part: ComparedPart, done: number, total: number) => void;
}

/** Others are counted. */
const storedDifferences = 50;

/** Incompletely read parts are `notCompared`, never `same`. Throws only if cancelled. */
export const compareProjects = async (
  source: ComparedProject,
  target: ComparedProject,
  { signal, now = Date.now, progress }: CompareOptions,
): Promise<Comparison> => {
  const parts: PartResult[] = [];
  for (const [done, part] of comparedParts.entries()) {
    progress?.(part, done, comparedParts.length);
    const [one, other] = await Promise.all([
      readSide('source', source, part, signal),
      readSide('target', target, part, signal),
    ]);
    parts.push(partResult(part, one, other));
  }
  return { atMs: now(), parts };
};

const readSide = async (
  side: Side,
  { client, project }: ComparedProject,
  part: ComparedPart,
  signal: AbortSignal,
): Promise<PartRead | NotComparedReason> => {
  try {
    const read = await readPart(client, project, part, signal);
    return read.kind === 'read' ? read : { ...read, side };
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    return { kind: 'notRead', side, ...whyNotRead(error) };
  }
};

const partResult = (
  part: ComparedPart,
  source: PartRead | NotComparedReason,
  target: PartRead | NotComparedReason,
): PartResult => {
  if (source.kind !== 'read' || target.kind !== 'read') {
    const reasons = [source, target].filter((side): side is NotComparedReason => side.kind !== 'read');
    return { part, result: { kind: 'notCompared', reasons } };
  }
  const inherited = source.inherited === 0 ? {} : { inherited: source.inherited };
  const all = differences(source.facts, target.facts);
  const count = Math.max(...[source, target].map(({ facts }) => countOf(facts)));
  if (all.length === 0) return { part, result: { kind: 'same', count }, ...inherited };
  const first = all.slice(0, storedDifferences);
  return { part, result: { kind: 'different', count, first, more: all.length - first.length }, ...inherited };
};

/** Number of items, or the server's count. */
const countOf = (facts: ReadonlyMap<string, Fact>): number =>
  [...facts.values()].reduce<number>((sum, fact) => sum + (typeof fact === 'number' ? fact : 1), 0);

const differences = (source: ReadonlyMap<string, Fact>, target: ReadonlyMap<string, Fact>): Difference[] => {
  const changed = [...source].flatMap(([name, fact]): Difference[] => {
    const other = target.get(name);
    if (other === undefined) return [{ name, source: fact }];
    return isSame(fact, other) ? [] : [{ name, source: fact, target: other }];
  });
  const added = [...target].flatMap(([name, fact]): Difference[] => (source.has(name) ? [] : [{ name, target: fact }]));
  return [...changed, ...added];
};

/** Ignores members that only one server reports. */
const isSame = (one: Fact, other: Fact): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return (Object.keys(one) as (keyof typeof one)[]).every(
    (member) =>
      one[member] === undefined ||
      other[member] === undefined ||
      JSON.stringify(one[member]) === JSON.stringify(other[member]),
  );
};
