import * as v from 'valibot';
import { type TextPlace, textKey } from '../../messages/conversation.ts';
import type { KeptTexts } from '../keptText.ts';
import type { CommitPlace } from './details.ts';

/** A comment on a commit that the server does not have. */
export interface UnsentComment {
  /** Id of the account it was written with. */
  readonly account: string;
  readonly project: number;
  readonly sha: string;
  readonly where: TextPlace;
  readonly text: string;
  /** Why the server does not have it, in words; undefined while it is being typed. */
  readonly refusal: string | undefined;
  readonly changedAtMs: number;
}

/** Which commit, without the way to it. */
export type CommitName = Pick<CommitPlace, 'account' | 'project' | 'sha'>;

const line = v.optional(v.number());
const kept = v.object({
  project: v.number(),
  sha: v.string(),
  where: v.variant('kind', [
    v.object({ kind: v.literal('commit') }),
    v.object({ kind: v.literal('line'), oldPath: v.string(), newPath: v.string(), oldLine: line, newLine: line }),
    v.object({ kind: v.literal('thread'), id: v.string() }),
  ]),
});

const prefix = 'commits.comment ';

/** Comments on commits that no server has yet, kept over a reload and a crash. */
export class CommentTexts {
  readonly #texts: KeptTexts;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  /** Keeps a comment, with why the server does not have it once that is known. Resolves once it is stored. */
  keep(commit: CommitName, where: TextPlace, text: string, refusal?: string): Promise<void> {
    const { account, project, sha } = commit;
    return this.#texts.keep({ key: keyOf(commit, where), account, text, place: { project, sha, where }, refusal });
  }

  /** Forgets a comment: the server has it, or its writer has thrown it away. */
  forget(commit: CommitName, where: TextPlace): Promise<void> {
    return this.#texts.forget(keyOf(commit, where));
  }

  /** The comment kept for a place. */
  get(commit: CommitName, where: TextPlace): UnsentComment | undefined {
    return this.of(commit).find((comment) => textKey(comment.where) === textKey(where));
  }

  /** The comments kept for a commit. */
  of(commit: CommitName): readonly UnsentComment[] {
    return this.all().filter(
      ({ account, project, sha }) => account === commit.account && project === commit.project && sha === commit.sha,
    );
  }

  /** All comments that are kept, latest change first. */
  all(): readonly UnsentComment[] {
    return this.#texts.all(prefix).flatMap(({ account, text, refusal, changedAtMs, place }) => {
      const known = v.safeParse(kept, place);
      if (!known.success) return [];
      const { project, sha, where } = known.output;
      const at: TextPlace =
        where.kind === 'line' ? { ...where, oldLine: where.oldLine, newLine: where.newLine } : where;
      return [{ account, project, sha, where: at, text, refusal, changedAtMs }];
    });
  }
}

const keyOf = ({ account, project, sha }: CommitName, where: TextPlace): string =>
  `${prefix}${account} ${project} ${sha} ${textKey(where)}`;
