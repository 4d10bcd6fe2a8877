import type { ComposerView } from '../../messages/composer.ts';
import type { Seen } from '../../model/composer/check.ts';
import type { CommitDraft } from '../../model/composer/draft.ts';
import type { LocalChanges } from '../../model/composer/workingTree.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { RightsAnswer } from '../protectedBranches/area.ts';
import type { Entry } from './entries.ts';
import type { SavedComposition } from './saved.ts';

/** What a composition knows and does at the moment. */
export interface CompositionFacts {
  readonly open: OpenProject;
  readonly saved: SavedComposition;
  readonly message: string;
  readonly entries: readonly Entry[];
  readonly local: LocalChanges | undefined;
  readonly draft: CommitDraft;
  /** What the server has; undefined until it was asked about the draft as it is. */
  readonly seen: Seen | undefined;
  readonly rights: RightsAnswer | undefined;
  readonly failure: unknown;
  readonly state: ComposerView['state'];
  readonly progress: string | undefined;
  readonly done:
    | {
        readonly commit: CommitDetail;
        readonly words: string;
        readonly canFollow: boolean;
        /** What came of asking the local branch to follow, the last time. */
        readonly followed?: string;
      }
    | undefined;
}

/** The commit that what was decided, written and changed makes; files that were taken out are not in it. */
export const draftOf = (
  { project, branch, start, startProject, author, force, stats, accepted, excluded }: SavedComposition,
  message: string,
  entries: readonly Entry[],
): CommitDraft => ({
  project,
  branch,
  start,
  startProject: startProject?.id,
  message,
  author,
  force,
  stats,
  accepted,
  actions: entries.map(({ action }) => action).filter(({ path }) => !excluded.includes(path)),
});
