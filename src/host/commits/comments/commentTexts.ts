import * as v from 'valibot';
import { type TextPlace, textKey } from '../../../messages/conversation.ts';
import type { KeptTexts } from '../../shell/keptText.ts';
import type { CommitPlace } from '../details.ts';

/** An unsaved comment on a commit. */
export interface UnsentComment {
  /** Account id. */
  readonly account: string;
  readonly project: number;
  readonly sha: string;
  readonly where: TextPlace;
  readonly text: string;
  /** Reason it isn't on the server; undefined while it's being edited. */
  readonly refusal: string | undefined;
  readonly changedAtMs: number;
  /** The last sent text, while its outcome is unknown. */
  readonly sent: SentBefore | undefined;
}

/** `atMs` is by the local clock. */
export interface SentBefore {
  readonly text: string;
  readonly atMs: number;
}

export type CommitName = Pick<CommitPlace, 'account' | 'project' | 'sha'>;

const line = v.optional(v.number());
const kept = v.object({
  sent: v.optional(v.object({ text: v.string(), atMs: v.number() })),
  project: v.number(),
  sha: v.string(),
  where: v.variant('kind', [
    v.object({ kind: v.literal('commit') }),
    v.object({ kind: v.literal('line'), oldPath: v.string(), newPath: v.string(), oldLine: line, newLine: line }),
    v.object({ kind: v.literal('thread'), id: v.string() }),
    v.object({ kind: v.literal('note'), thread: v.string(), id: v.number(), base: v.string() }),
  ]),
});

const prefix = 'commits.comment ';

/** Unsaved comments on commits; they survive reloads and crashes. */
export class CommentTexts {
  readonly #texts: KeptTexts;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  /**
   * Stores a comment, with the reason once the server refused it. `sent` stays unless `more` has it. Resolves once stored.
   */
  keep(
    commit: CommitName,
    where: TextPlace,
    text: string,
    more: { readonly refusal?: string | undefined; readonly sent?: SentBefore | undefined } = {},
  ): Promise<void> {
    const { account, project, sha } = commit;
    const sent = 'sent' in more ? more.sent : this.get(commit, where)?.sent;
    const place = { project, sha, where, sent };
    return this.#texts.keep({ key: keyOf(commit, where), account, text, place, refusal: more.refusal });
  }

  forget(commit: CommitName, where: TextPlace): Promise<void> {
    return this.#texts.forget(keyOf(commit, where));
  }

  get(commit: CommitName, where: TextPlace): UnsentComment | undefined {
    return this.of(commit).find((comment) => textKey(comment.where) === textKey(where));
  }

  of(commit: CommitName): readonly UnsentComment[] {
    return this.all().filter(
      ({ account, project, sha }) => account === commit.account && project === commit.project && sha === commit.sha,
    );
  }

  /** All unsaved comments, latest change first. */
  all(): readonly UnsentComment[] {
    return this.#texts.all(prefix).flatMap(({ account, text, refusal, changedAtMs, place }) => {
      const known = v.safeParse(kept, place);
      if (!known.success) return [];
      const { project, sha, where, sent } = known.output;
      const at: TextPlace =
        where.kind === 'line' ? { ...where, oldLine: where.oldLine, newLine: where.newLine } : where;
      return [{ account, project, sha, where: at, text, refusal, changedAtMs, sent }];
    });
  }
}

const keyOf = ({ account, project, sha }: CommitName, where: TextPlace): string =>
  `${prefix}${account} ${project} ${sha} ${textKey(where)}`;
