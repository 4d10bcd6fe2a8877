import type { ComposerView } from '../../messages/composer.ts';
import type { Seen } from '../../model/composer/check.ts';
import type { CommitDraft } from '../../model/composer/draft.ts';
import type { LocalChanges } from '../../model/composer/workingTree.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { RightsAnswer } from '../protectedBranches/area.ts';
import type { Entry } from './entries.ts';
import type { SavedComposition } from './saved.ts';

export interface CompositionFacts {
  readonly open: OpenProject;
  readonly saved: SavedComposition;
  readonly message: string;
  readonly entries: readonly Entry[];
  readonly local: LocalChanges | undefined;
  readonly draft: CommitDraft;
  /** Undefined until the server was asked about the current draft. */
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
        /** Result of the last update of the local branch. */
        readonly followed?: string;
      }
    | undefined;
}

/** Without excluded files. */
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
