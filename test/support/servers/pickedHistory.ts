import { dataBlock, type FastImport, startFastImport } from '../../../src/sandbox/world/fastImport.ts';
import { git } from '../git.ts';

export interface PickedHistoryPlan {
  /** On `main`, merged ones included. */
  readonly commits: number;
  /** Number of commits missing on each branch; most on `release/1`. */
  readonly lacks: readonly number[];
  /** Share, 0 to 1. */
  readonly picks?: number;
  /** Share of reverts on `main`, 0 to 0.9. */
  readonly reverts?: number;
  readonly seed?: number;
}

/** Far enough from other edits not to conflict. */
interface Edit {
  readonly file: string;
  readonly slot: number;
  readonly value: string;
}

interface Made {
  readonly mark: number;
  readonly edits: readonly Edit[];
  readonly title: string;
  readonly author: string;
  readonly date: number;
  readonly before: readonly Edit[];
  /** Commits of a merge. */
  readonly parts: readonly Made[];
}

type Files = Map<string, readonly string[]>;

const slots = 6;

const firstDate = 1_700_000_000;

const contentOf = (values: readonly string[]): string =>
  values.map((value, slot) => `begin ${slot}\n1\n2\n3\n${value}\n3\n2\n1\nend ${slot}\n`).join('');

/** Fills a bare repository: `main` with merges and reverts, and `release/1`… with its commits picked in every way. */
export const writePickedHistory = async (directory: string, plan: PickedHistoryPlan): Promise<void> => {
  git(directory, 'init', '--quiet', '--bare', '--initial-branch=main', '.');
  const writer = new HistoryWriter(startFastImport(directory), plan);
  await writer.write();
};

class HistoryWriter {
  readonly #import: FastImport;
  readonly #plan: PickedHistoryPlan;
  readonly #random: () => number;
  #names: readonly string[] = [];
  #mark = 0;
  #date = firstDate;

  constructor(fastImport: FastImport, plan: PickedHistoryPlan) {
    this.#import = fastImport;
    this.#plan = plan;
    this.#random = seeded(plan.seed ?? 7);
  }

  async write(): Promise<void> {
    const files: Files = new Map();
    for (let index = 0; index < Math.max(120, this.#plan.commits / 10); index += 1)
      files.set(
        `src/part${index % 12}/file${index}.txt`,
        Array.from({ length: slots }, (_, slot) => `first ${slot}`),
      );
    const first = this.#commit('main', 'Begin', { files, paths: [...files.keys()], from: undefined });
    const forks = new Map<number, Files>();
    const line: Made[] = [];
    const { commits, lacks } = this.#plan;
    for (let count = 0, from = first; count < commits;) {
      for (const [index, lack] of lacks.entries())
        if (!forks.has(index) && commits - count <= lack) {
          forks.set(index, new Map(files));
          this.#import.send(`reset refs/heads/release/${index + 1}\nfrom :${from}\n\n`);
        }
      const made = await this.#next(files, from, line);
      line.push(made);
      from = made.mark;
      count += 1 + made.parts.length;
    }
    for (const [index, lack] of lacks.entries()) await this.#branch(index, lack, forks.get(index) ?? files, line);
    await this.#import.finish();
  }

  async #next(files: Files, from: number, line: readonly Made[]): Promise<Made> {
    const what = this.#random();
    if (what < 0.08) return this.#merge(files, from);
    const { reverts = 0 } = this.#plan;
    const taken = what < 0.08 + reverts ? line.at(-1 - Math.floor(this.#random() * 50)) : undefined;
    if (taken === undefined) return this.#single(files, from);
    const message = `Revert "${taken.title}"\n\nThis reverts commit ${await this.#shaOf(taken.mark)}.`;
    return this.#apply('main', message, files, taken.before, from);
  }

  #single(files: Files, from: number): Made {
    const edits = this.#edits(files);
    const title = `Change ${edits[0]?.file ?? ''} to ${edits[0]?.value ?? ''}`;
    return this.#apply('main', title, files, edits, from);
  }

  #merge(files: Files, from: number): Made {
    const own: Files = new Map(files);
    const parts: Made[] = [];
    for (let left = 2 + Math.floor(this.#random() * 3); left > 0; left -= 1) {
      const edits = this.#edits(own);
      const title = `Part ${left} of a feature: ${edits[0]?.value ?? ''}`;
      parts.push(this.#apply('feature', title, own, edits, parts.at(-1)?.mark ?? from));
    }
    const edits = parts.flatMap((part) => part.edits);
    const iid = this.#mark;
    const title = `Merge branch 'feature-${iid}' into 'main'`;
    const body = `${title}\n\nFeature ${iid}\n\nSee merge request acme/orchard!${iid}`;
    const merged = this.#apply('main', body, files, edits, from, parts.at(-1)?.mark);
    return { ...merged, title: `Feature ${iid}`, parts };
  }

  #edits(files: Files): readonly Edit[] {
    const count = 1 + Math.floor(this.#random() * 2);
    if (this.#names.length !== files.size) this.#names = [...files.keys()];
    return Array.from({ length: count }, () => ({
      file: this.#names[Math.floor(this.#random() * this.#names.length)] ?? '',
      slot: Math.floor(this.#random() * slots),
      value: `value ${Math.floor(this.#random() * 1e9)}`,
    }));
  }

  #apply(
    branch: string,
    message: string,
    files: Files,
    edits: readonly Edit[],
    from: number | undefined,
    merged?: number,
    like?: Made,
  ): Made {
    const before = edits.map(({ file, slot }) => ({ file, slot, value: files.get(file)?.[slot] ?? '' }));
    for (const { file, slot, value } of edits)
      files.set(
        file,
        (files.get(file) ?? []).map((each, index) => (index === slot ? value : each)),
      );
    const paths = [...new Set(edits.map(({ file }) => file))];
    const author = like?.author ?? `Person ${Math.floor(this.#random() * 20)}`;
    const date = like?.date ?? this.#date;
    const mark = this.#commit(branch, message, { files, paths, from, merged, author, date });
    return { mark, edits, title: message.split('\n', 1)[0] ?? '', author, date, before, parts: [] };
  }

  async #branch(index: number, lack: number, files: Files, line: readonly Made[]): Promise<void> {
    const name = `release/${index + 1}`;
    const { picks = 0.3 } = this.#plan;
    let missed = 0;
    const lacking = line.toReversed().filter(({ parts }) => (missed += 1 + parts.length) <= lack);
    lacking.reverse();
    for (let at = 0; at < lacking.length; at += 1) {
      const commit = lacking[at];
      if (commit === undefined) break;
      if (this.#random() < 0.02) this.#apply(name, `Only here ${this.#mark}`, files, this.#edits(files), undefined);
      if (this.#random() >= picks) continue;
      const squashed = this.#random() < 0.06 ? lacking.slice(at, at + 2 + Math.floor(this.#random() * 3)) : [];
      if (squashed.length > 1) {
        this.#squash(name, files, squashed);
        // picking one of them again would be empty
        at += squashed.length - 1;
      } else await this.#take(name, files, commit);
    }
  }

  /** Several commits as one, whose patch equals none of `main`. */
  #squash(name: string, files: Files, commits: readonly Made[]): void {
    const titles = commits.map(({ title }) => `* ${title}`).join('\n');
    const edits = commits.flatMap((commit) => commit.edits);
    this.#apply(name, `Squash ${commits.length} commits\n\n${titles}`, files, edits, undefined);
  }

  async #take(name: string, files: Files, commit: Made): Promise<void> {
    const way = this.#random();
    if (commit.parts.length > 0 && way < 0.5) {
      for (const part of commit.parts) await this.#take(name, files, part);
      return;
    }
    const sha = await this.#shaOf(commit.mark);
    const line = `\n\n(cherry picked from commit ${sha})`;
    const isChanged = this.#random() < 0.15;
    const edits = commit.edits.map((edit) => (isChanged ? { ...edit, value: `${edit.value} by hand` } : edit));
    const again = (message: string): Made => this.#apply(name, message, files, edits, undefined, undefined, commit);
    const picked = again(isChanged || way < 0.75 ? commit.title + line : commit.title);
    if (this.#random() >= 0.1) return;
    const reverted = `Revert "${commit.title}"\n\nThis reverts commit ${await this.#shaOf(picked.mark)}.`;
    this.#apply(name, reverted, files, picked.before, undefined);
    if (this.#random() < 0.5) again(commit.title + line);
  }

  #shaOf(mark: number): Promise<string> {
    return this.#import.ask(`get-mark :${mark}`);
  }

  #commit(
    branch: string,
    message: string,
    {
      files,
      paths,
      from,
      merged,
      author = 'Person 0',
      date = this.#date,
    }: {
      readonly files: Files;
      readonly paths: readonly string[];
      readonly from: number | undefined;
      readonly merged?: number | undefined;
      readonly author?: string;
      readonly date?: number;
    },
  ): number {
    this.#mark += 1;
    this.#date += 60;
    const who = (person: string, at: number): string =>
      `${person} <${person.replace(' ', '')}@example.com> ${at} +0000`;
    this.#import.send(
      `commit refs/heads/${branch}\nmark :${this.#mark}\n`,
      `author ${who(author, date)}\ncommitter ${who('Person 0', this.#date)}\n`,
      dataBlock(`${message}\n`),
      from === undefined ? '' : `from :${from}\n`,
      merged === undefined ? '' : `merge :${merged}\n`,
      ...paths.flatMap((path) => [`M 100644 inline ${path}\n`, dataBlock(contentOf(files.get(path) ?? []))]),
      '\n',
    );
    return this.#mark;
  }
}

const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};
