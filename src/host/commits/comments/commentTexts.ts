import * as v from 'valibot';
import { type TextPlace, textKey } from '../../../messages/conversation.ts';
import { type UnsentText, UnsentTexts } from '../../kit/texts/unsentTexts.ts';
import type { StoredTexts } from '../../shell/unsentTexts.ts';
import { commitKey, type CommitPlace } from '../details.ts';

/** An unsaved comment on a commit. */
export interface UnsentComment extends UnsentText {
  readonly project: number;
  readonly sha: string;
  readonly where: TextPlace;
  readonly changedAtMs: number;
  /** The last sent text, while its outcome is unknown. */
  readonly sent: SentBefore | undefined;
}

/** `atMs` is by the local clock; later notes have greater ids than `noteId`. */
export interface SentBefore {
  readonly text: string;
  readonly atMs: number;
  readonly noteId?: number | undefined;
}

/** The user's own comment, with its text when editing began. */
export type NoteText = Extract<TextPlace, { kind: 'note' }>;

export type CommitName = Pick<CommitPlace, 'account' | 'project' | 'sha'>;

const line = v.optional(v.number());
const storedPlace = v.pipe(
  v.object({
    sent: v.optional(v.object({ text: v.string(), atMs: v.number(), noteId: v.optional(v.number()) })),
    project: v.number(),
    sha: v.string(),
    where: v.variant('kind', [
      v.object({ kind: v.literal('commit') }),
      v.object({ kind: v.literal('line'), oldPath: v.string(), newPath: v.string(), oldLine: line, newLine: line }),
      v.object({ kind: v.literal('thread'), id: v.string() }),
      v.object({ kind: v.literal('note'), thread: v.string(), id: v.number(), base: v.string() }),
    ]),
  }),
  v.transform(({ where, sent, ...rest }) => {
    const at: TextPlace = where.kind === 'line' ? { ...where, oldLine: where.oldLine, newLine: where.newLine } : where;
    return { ...rest, where: at, sent };
  }),
);

const prefix = 'commits.comment ';

/** Unsaved comments on commits. */
export class CommentTexts extends UnsentTexts<UnsentComment, Omit<SentBefore, 'text'>> {
  constructor(texts: StoredTexts) {
    super(texts, storedPlace);
  }

  /** Stored text, or an empty one. */
  at({ account, project, sha }: CommitName, where: TextPlace): UnsentComment {
    const key = `${prefix}${account} ${project} ${sha} ${textKey(where)}`;
    const blank = { key, account, project, sha, where, text: '', refusal: undefined, changedAtMs: 0, sent: undefined };
    return this.get(key) ?? blank;
  }

  /** Changes the place of a text, which may have been sent for the one before. */
  async move(
    commit: CommitName,
    { from, to, text }: { readonly from: TextPlace; readonly to: TextPlace; readonly text: string },
  ): Promise<void> {
    const before = this.at(commit, from);
    const after = this.at(commit, to);
    await this.save({ ...after, text, sent: before.sent, refusal: undefined });
    if (before.key !== after.key) await this.remove(before);
  }

  of(commit: CommitName): readonly UnsentComment[] {
    return this.all().filter((text) => commitKey(text) === commitKey(commit));
  }

  /** All unsaved comments, latest change first. */
  all(): readonly UnsentComment[] {
    return this.under(prefix);
  }

  protected override sentOf({ sent }: UnsentComment): SentBefore | undefined {
    return sent;
  }

  protected override withSent(text: UnsentComment, sent: SentBefore | undefined): UnsentComment {
    return { ...text, sent };
  }
}
