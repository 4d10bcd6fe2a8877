import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import {
  type ComparedRefs,
  type Incomparable,
  readComparison,
  type RefComparison,
} from '../../../model/commits/refComparison.ts';
import { shownRef } from '../../../wire/refName.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Stored } from '../../shell/storedValue.ts';
import type { CommitItem, CommitRow, ComparedFileItem, ComparedPlace, SectionItem } from '../list/rows.ts';
import type { ShownList } from '../list/shownList.ts';

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'incomparable'; readonly why: Incomparable }
  | {
      readonly kind: 'ready';
      readonly comparison: RefComparison;
      readonly commits: readonly CommitItem[];
      readonly files: readonly ComparedFileItem[];
      readonly sections: readonly SectionItem[];
    };

/** Comparison of two refs: commits and changed files. */
export class Comparison implements ShownList {
  readonly open: OpenProject;
  readonly refs: ComparedRefs;
  readonly #changed: () => void;
  readonly #filesFirst: Stored<boolean>;
  #state: State = { kind: 'loading' };
  #run: AbortController | undefined;

  constructor(open: OpenProject, refs: ComparedRefs, filesFirst: Stored<boolean>, changed: () => void) {
    this.open = open;
    this.refs = refs;
    this.#filesFirst = filesFirst;
    this.#changed = changed;
  }

  /** Refs for display, with short SHAs. */
  get names(): { readonly from: string; readonly to: string } {
    return { from: refName(this.refs.from), to: refName(this.refs.to) };
  }

  get description(): string {
    const { from, to } = this.names;
    return this.refs.way === 'straight'
      ? vscode.l10n.t('Comparing {0}..{1}', from, to)
      : vscode.l10n.t('Comparing {0}...{1}', from, to);
  }

  get message(): string {
    const { from, to } = this.names;
    return this.refs.way === 'straight'
      ? vscode.l10n.t('Differences between {0} and {1} as they are now.', from, to)
      : vscode.l10n.t('Commits on {1} that are not on {0}.', from, to);
  }

  get isLoading(): boolean {
    return this.#state.kind === 'loading';
  }

  get isFailed(): boolean {
    return this.#state.kind === 'failed';
  }

  get commits(): readonly CommitItem[] {
    return this.#state.kind === 'ready' ? this.#state.commits : [];
  }

  /** Undefined until loaded. */
  get files(): readonly ComparedFileItem[] | undefined {
    return this.#state.kind === 'ready' ? this.#state.files : undefined;
  }

  rows(): readonly CommitRow[] {
    const { t } = vscode.l10n;
    const state = this.#state;
    switch (state.kind) {
      case 'loading':
        return [{ kind: 'loading' }];
      case 'failed': {
        const what = t('The comparison could not be loaded');
        return [{ kind: 'failed', error: state.error, what, retry: 'graft.commits.refresh' }];
      }
      case 'incomparable':
        return [{ kind: 'note', text: this.#whyNot(state.why) }];
      case 'ready': {
        const { fromSha, toSha, isCut } = state.comparison;
        if (fromSha === toSha) return [{ kind: 'note', text: t('Both are the same commit, {0}.', shortSha(toSha)) }];
        const cut: CommitRow[] = isCut
          ? [{ kind: 'note', text: t('The server stopped before it compared all files. Some are missing here.') }]
          : [];
        return [...(this.#filesFirst.get() ? state.sections.toReversed() : state.sections), ...cut];
      }
    }
  }

  below(row: CommitRow): readonly CommitRow[] {
    if (row.kind !== 'section' || this.#state.kind !== 'ready') return [];
    return row.part === 'commits' ? this.#state.commits : this.#state.files;
  }

  parentOf(row: CommitRow): CommitRow | undefined {
    if (this.#state.kind !== 'ready' || (row.kind !== 'commit' && row.kind !== 'comparedFile')) return undefined;
    const part = row.kind === 'commit' ? 'commits' : 'files';
    return this.#state.sections.find((section) => section.part === part);
  }

  /** Toggles the order of files and commits; saved for all comparisons. */
  async toggleFilesFirst(): Promise<void> {
    await this.#filesFirst.put(!this.#filesFirst.get());
    this.#changed();
  }

  async refresh(): Promise<void> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    if (this.#state.kind === 'failed') this.#replace({ kind: 'loading' });
    try {
      const place = { client: this.open.client, project: this.open.project.id };
      const read = await readComparison(place, this.refs, run.signal);
      if (this.#run === run) this.#replace(this.#stateOf(read));
    } catch (error) {
      if (this.#run === run && !isCancelled(error)) this.#replace({ kind: 'failed', error });
    }
  }

  async loadMore(): Promise<void> {
    // comparisons have one page
  }

  dispose(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  #stateOf(read: RefComparison | Incomparable): State {
    if (read.kind !== 'compared') return { kind: 'incomparable', why: read };
    const { open, refs } = this;
    const place: ComparedPlace = { open, refs, leftSha: read.leftSha, toSha: read.toSha };
    return {
      kind: 'ready',
      comparison: read,
      commits: read.commits.map((commit) => ({ kind: 'commit', open, commit, pickedAs: read.picked.get(commit.id) })),
      files: read.files.map((change) => ({ kind: 'comparedFile', place, change })),
      sections: [
        { kind: 'section', part: 'commits', count: read.commits.length },
        { kind: 'section', part: 'files', count: read.files.length },
      ],
    };
  }

  #whyNot(why: Incomparable): string {
    const { t } = vscode.l10n;
    const { from, to } = this.names;
    if (why.kind === 'unrelated') return t('{0} and {1} have no commit in common. Use a two-dot comparison.', from, to);
    const project = visible(this.open.project.path_with_namespace);
    return t(
      '{0} has no branch, tag or commit {1}.',
      project,
      why.names.map((name) => t('“{0}”', refName(name))).join(', '),
    );
  }

  #replace(state: State): void {
    this.#state = state;
    this.#changed();
  }
}

const refName = (ref: string): string => visible(/^[0-9a-f]{40,64}$/.test(ref) ? shortSha(ref) : shownRef(ref));
