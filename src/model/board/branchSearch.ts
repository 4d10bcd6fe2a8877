import { stableTrace, mergeRequestOf, originsOf, undoneBy } from '../pick/traces.ts';
import {
  type BranchHistory,
  type Evidence,
  type HistoryCommit,
  isMerge,
  type Patches,
  type Presence,
} from './presence.ts';

interface Counterpart {
  readonly commit: HistoryCommit;
  readonly evidence: Evidence;
}

/** Key shared by two commits, with its evidence. */
interface Trace {
  readonly trace: string;
  readonly evidence: (as: string) => Evidence;
}

/** Depth limit for reverts of reverts; abbreviated SHAs could form a cycle. */
const maxChain = 4;

/** Needs confirmation by the patch. */
const isGuess = ({ kind }: Evidence): boolean => kind === 'kept' || kind === 'revert';

/** Finds counterparts of source commits on one branch. */
export class BranchSearch {
  readonly #lacking: ReadonlyMap<string, HistoryCommit>;
  readonly #own: ReadonlyMap<string, HistoryCommit>;
  readonly #place: ReadonlyMap<string, number>;
  readonly #patches: Patches;
  readonly #traces = new Map<string, HistoryCommit[]>();
  readonly #undoing = new Map<string, HistoryCommit[]>();
  readonly #whole: (cut: string) => string;

  constructor({ lacking, own, patches }: BranchHistory) {
    this.#lacking = new Map(lacking.map((commit) => [commit.id, commit]));
    this.#own = new Map(own.map((commit) => [commit.id, commit]));
    this.#place = new Map(own.map(({ id }, index) => [id, index]));
    this.#patches = patches;
    this.#whole = wholeHashes([...this.#lacking.keys(), ...this.#place.keys()]);
    for (const commit of own) {
      for (const { trace } of this.#tracesOf(commit)) listed(this.#traces, trace).push(commit);
      for (const name of undoneBy(commit)) listed(this.#undoing, this.#whole(name)).push(commit);
    }
  }

  ofRow(commit: HistoryCommit, brought: readonly HistoryCommit[]): Presence {
    const itself = this.#of(commit);
    if (itself.state !== 'missing' && itself.state !== 'unknown') return itself;
    if (brought.length === 0 || itself.evidence.some(({ kind }) => kind === 'reverted')) return itself;
    const states = brought.map((part) => this.#of(part).state);
    const there = states.filter((state) => state !== 'missing' && state !== 'unknown').length;
    const parts: Evidence = { kind: 'parts', there, of: brought.length };
    if (states.includes('missing')) return { state: 'missing', evidence: there === 0 ? [] : [parts] };
    if (states.includes('unknown')) return { state: 'unknown', evidence: [...itself.evidence, parts] };
    return { state: states.includes('changed') ? 'changed' : 'other', evidence: [parts] };
  }

  /** Pairs whose patches aren't compared. */
  uncompared(commit: HistoryCommit): readonly { readonly pair: readonly [string, string]; readonly isSure: boolean }[] {
    return this.#twinsOf(commit)
      .filter(({ commit: counterpart }) => this.#isSamePatch(commit, counterpart) === undefined)
      .map(({ commit: counterpart, evidence }) => ({
        pair: [commit.id, counterpart.id] as const,
        isSure: !isGuess(evidence),
      }));
  }

  #of(commit: HistoryCommit): Presence {
    if (!this.#lacking.has(commit.id)) {
      const by = this.#undone([commit.id], Infinity);
      return by === undefined
        ? { state: 'same', evidence: [{ kind: 'sameCommit' }] }
        : { state: 'missing', evidence: [{ kind: 'reverted', as: commit.id, by: by.id }] };
    }
    const twins = this.#twinsOf(commit).map((counterpart) => ({
      ...counterpart,
      by: this.#undoingOf(commit, counterpart.commit),
    }));
    const there = twins.filter(({ by }) => by === undefined);
    if (there.length === 0) {
      const evidence = twins.flatMap(({ commit: { id: as }, by }): readonly Evidence[] =>
        by === undefined ? [] : [{ kind: 'reverted', as, by: by.id }],
      );
      return { state: 'missing', evidence: evidence.slice(0, 1) };
    }
    const compared = there.map((counterpart) => ({
      ...counterpart,
      isSame: this.#isSamePatch(commit, counterpart.commit),
    }));
    const of = (
      counterpart: Counterpart | undefined,
      kind: 'patch' | 'otherPatch' | 'patchUnread',
    ): readonly Evidence[] =>
      counterpart === undefined
        ? []
        : [
            ...(counterpart.evidence.kind === 'patch' ? [] : [counterpart.evidence]),
            { kind, as: counterpart.commit.id },
          ];
    const same = compared.find(({ isSame }) => isSame === true);
    if (same) return { state: 'other', evidence: of(same, 'patch') };
    const uncertain = compared.find(({ isSame, evidence }) => isSame === undefined && !isGuess(evidence));
    if (uncertain) return { state: 'other', evidence: of(uncertain, 'patchUnread') };
    const unread = compared.find(({ isSame }) => isSame === undefined);
    if (unread) return { state: 'unknown', evidence: of(unread, 'patchUnread') };
    return { state: 'changed', evidence: of(compared[0], 'otherPatch') };
  }

  /** Each once, with its best evidence. */
  #twinsOf(commit: HistoryCommit): readonly Counterpart[] {
    const twins = new Map<string, Counterpart>();
    for (const { trace, evidence } of this.#tracesOf(commit))
      for (const counterpart of this.#traces.get(trace) ?? [])
        if (!twins.has(counterpart.id))
          twins.set(counterpart.id, { commit: counterpart, evidence: evidence(counterpart.id) });
    return [...twins.values()];
  }

  #tracesOf(commit: HistoryCommit): readonly Trace[] {
    const patch = this.#patches.ids.get(commit.id);
    return [
      ...this.#saidOf(commit),
      ...this.#takenBackBy(commit, maxChain).map((undone): Trace => ({
        trace: `revert of ${undone}`,
        evidence: (as) => ({ kind: 'revert', as }),
      })),
      ...(patch === undefined
        ? []
        : [{ trace: `patch ${patch}`, evidence: (as: string) => ({ kind: 'patch', as }) as const }]),
    ];
  }

  /** Keys from the message. */
  #saidOf(commit: HistoryCommit): readonly Trace[] {
    const reference = mergeRequestOf(commit);
    const trace = stableTrace(commit);
    return [
      ...[commit.id, ...originsOf(commit).map(this.#whole)].map((sha): Trace => ({
        trace: `commit ${sha}`,
        evidence: (as) => ({ kind: 'pickLine', as }),
      })),
      ...(reference === undefined
        ? []
        : [
            {
              trace: `request ${reference}`,
              evidence: (as: string) => ({ kind: 'mergeRequest', as, reference }) as const,
            },
          ]),
      ...(trace === undefined
        ? []
        : [{ trace: `kept ${trace}`, evidence: (as: string) => ({ kind: 'kept', as }) as const }]),
    ];
  }

  /** Keys of the reverted commits; reverting a pick equals reverting the original. */
  #takenBackBy(commit: HistoryCommit, chain: number): readonly string[] {
    const names = undoneBy(commit);
    // only single reverts continue a chain
    const isLast = chain === 0 || names.length > 1;
    return names.flatMap((name) => {
      const undone = this.#lacking.get(this.#whole(name)) ?? this.#own.get(this.#whole(name));
      // within a project, only the number names a merge request
      if (undone === undefined) return [name.includes('!') ? name.slice(name.indexOf('!')) : `commit ${name}`];
      const further = isLast ? [] : this.#takenBackBy(undone, chain - 1).map((each) => `revert of ${each}`);
      return [...this.#saidOf(undone).map(({ trace }) => trace), ...further];
    });
  }

  #isSamePatch(one: HistoryCommit, other: HistoryCommit): boolean | undefined {
    const { ids, areComplete } = this.#patches;
    const [first, second] = [ids.get(one.id), ids.get(other.id)];
    if (first !== undefined && second !== undefined) return first === second;
    return areComplete && !isMerge(one) && !isMerge(other) ? false : undefined;
  }

  #undoingOf(commit: HistoryCommit, counterpart: HistoryCommit): HistoryCommit | undefined {
    const reference = mergeRequestOf(counterpart);
    const names = [commit.id, counterpart.id, ...originsOf(counterpart).map(this.#whole)];
    // within its project, only the number names a merge request
    const mergeRequests = reference === undefined ? [] : [reference, reference.slice(reference.indexOf('!'))];
    return this.#undone([...names, ...mergeRequests], this.#place.get(counterpart.id) ?? Infinity);
  }

  /** First commit reverting one of `names` that isn't reverted itself. */
  #undone(names: readonly string[], place: number): HistoryCommit | undefined {
    return names
      .flatMap((name) => this.#undoing.get(name) ?? [])
      .find((undoing) => {
        const own = this.#place.get(undoing.id) ?? Infinity;
        return own < place && this.#undone([undoing.id, ...originsOf(undoing).map(this.#whole)], own) === undefined;
      });
  }
}

const listed = (lists: Map<string, HistoryCommit[]>, key: string): HistoryCommit[] => {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
};

/** Expands unambiguous abbreviations. */
const wholeHashes = (known: readonly string[]): ((cut: string) => string) => {
  const sorted = known.toSorted();
  return (cut) => {
    if (cut.length >= 40 || cut.includes('!')) return cut;
    const at = firstAtLeast(sorted, cut);
    const [first, second] = [sorted[at], sorted[at + 1]];
    return first?.startsWith(cut) === true && second?.startsWith(cut) !== true ? first : cut;
  };
};

const firstAtLeast = (sorted: readonly string[], text: string): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};
