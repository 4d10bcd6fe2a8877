import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { placeKey, type ReviewPlace, type ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { positionAgain } from '../../../model/reviews/newCommentPosition.ts';
import { isSameText } from '../../../model/text/sameText.ts';
import type { SendBaseline } from '../../../model/reviews/sentText.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { givenPosition, type GivenPosition } from '../../../wire/notes.ts';
import { type UnsentText, UnsentTexts } from '../../kit/texts/unsentTexts.ts';
import type { StoredTexts } from '../../shell/unsentTexts.ts';

type Place = Omit<ReviewPlace, 'client'>;

/** An unsaved draft or comment with its place and state. */
export interface UnsentComment extends UnsentText {
  readonly project: number;
  readonly iid: number;
  /** A comment instead of a draft. */
  readonly isPublic: boolean;
  readonly discussionId: string | undefined;
  readonly resolves: boolean;
  readonly position: GivenPosition | undefined;
  /** Commit the position refers to; undefined for the whole merge request. */
  readonly commitId?: string | undefined;
  /** Draft being edited. */
  readonly draftId: number | undefined;
  /** Published comment being edited, and its text when editing began. */
  readonly noteId?: number | undefined;
  readonly base?: string | undefined;
  /** Sent with an unknown outcome. */
  readonly maybeSent: boolean;
  /** The last sent text, and the state before. */
  readonly sent?: (SendBaseline & { readonly text: string }) | undefined;
  /** The line is unknown; the position is only that of the file. */
  readonly isGuess: boolean;
}

/** The user's published comment, with its displayed text. */
export interface NoteName {
  readonly discussionId: string | undefined;
  readonly id: number;
  readonly base: string;
}

const storedPlace = v.pipe(
  v.object({
    project: v.number(),
    iid: v.number(),
    isPublic: v.boolean(),
    discussionId: v.optional(v.string()),
    resolves: v.boolean(),
    position: v.optional(givenPosition),
    commitId: v.optional(v.string()),
    draftId: v.optional(v.number()),
    noteId: v.optional(v.number()),
    base: v.optional(v.string()),
    maybeSent: v.boolean(),
    sent: v.optional(v.object({ text: v.string(), noteId: v.number(), draftId: v.number(), atMs: v.number() })),
    isGuess: v.optional(v.boolean(), false),
  }),
  v.transform(({ discussionId, position, draftId, ...rest }) => ({
    ...rest,
    discussionId,
    // a guessed line is dropped
    position: rest.isGuess ? withoutLine(position) : position,
    draftId,
  })),
);

/** Unsaved comments on merge requests. `Sent` is empty where the state before was unknown. */
export class UnsentComments extends UnsentTexts<UnsentComment, Partial<SendBaseline>> {
  constructor(texts: StoredTexts) {
    super(texts, storedPlace);
  }

  newKey(place: Place): string {
    return `${prefix(place)}${randomUUID()}`;
  }

  /** Key for the edited text of a draft. */
  editKey(place: Place, draftId: number): string {
    return `${prefix(place)}edit ${draftId}`;
  }

  /** A comment written on a page: a reply, or one on the merge request. Includes stored text. */
  ofThread(place: Place, discussionId: string | undefined): UnsentComment {
    const key = `${prefix(place)}page ${discussionId ?? ''}`;
    return this.get(key) ?? { ...blankText(place), key, isPublic: true, discussionId };
  }

  /** A comment on a file, written on a page. Includes stored text; undefined if there is none and the position is unknown. */
  ofFile(place: Place, path: string, position: GivenPosition | undefined): UnsentComment | undefined {
    const key = `${prefix(place)}page file ${path}`;
    const blank = { ...blankText(place), key, isPublic: true, position };
    return this.get(key) ?? (position && blank);
  }

  /** An edit of a published comment. Includes stored text with the base it started from. */
  ofNoteEdit(place: Place, { discussionId, id, base }: NoteName): UnsentComment {
    const key = `${prefix(place)}page note ${id}`;
    return this.get(key) ?? { ...blankText(place), key, isPublic: true, discussionId, noteId: id, base };
  }

  allOfPage(place: Place): readonly UnsentComment[] {
    return this.under(`${prefix(place)}page `);
  }

  /** An edit of a draft. */
  ofDraftEdit(place: Place, draft: DraftNote, text: string): UnsentComment {
    return {
      ...blankText(place),
      key: this.editKey(place, draft.id),
      text,
      resolves: draft.resolve_discussion,
      discussionId: draft.discussion_id ?? undefined,
      position: positionAgain(draft.position),
      commitId: draft.commit_id ?? undefined,
      draftId: draft.id,
    };
  }

  /** Oldest first. */
  of(place: Place): readonly UnsentComment[] {
    return this.under(prefix(place))
      .toReversed()
      .filter(({ key }) => !this.isTyped(key));
  }

  /** Texts that are neither being typed nor sent, latest change first. */
  all(): readonly UnsentComment[] {
    return this.under(areaPrefix).filter(({ key }) => !this.isTyped(key) && !this.isSending(key));
  }

  inProject({ account, project }: Pick<ReviewPlace, 'account' | 'project'>): readonly UnsentComment[] {
    return this.all().filter((stored) => stored.account === account && stored.project === project);
  }

  /** Merge requests that have any of {@link inProject}. */
  unsaved(place: Pick<ReviewPlace, 'account' | 'project'>): readonly number[] {
    const iids = this.inProject(place).map(({ iid }) => iid);
    return [...new Set(iids)].sort((one, other) => one - other);
  }

  /** Removes edits that are already saved: the window may have closed before the response. */
  async deleteSaved(place: Place, drafts: readonly DraftNote[]): Promise<void> {
    for (const unsent of this.of(place)) {
      const draft = drafts.find(({ id }) => id === unsent.draftId);
      const isSaved = draft !== undefined && isSameText(draft.note, unsent.text);
      if (isSaved && !this.isSending(unsent.key)) await this.remove(unsent);
    }
  }

  /** Stored edit of a draft. */
  edit(place: Place, draftId: number): UnsentComment | undefined {
    return this.get(this.editKey(place, draftId));
  }

  protected override sentOf({
    maybeSent,
    sent,
    text,
  }: UnsentComment): UnsentComment['sent'] | { readonly text: string } {
    return maybeSent ? (sent ?? { text }) : undefined;
  }

  protected override withSent(
    stored: UnsentComment,
    sent: (Partial<SendBaseline> & { readonly text: string }) | undefined,
  ): UnsentComment {
    return { ...stored, maybeSent: sent !== undefined, sent: hasBaseline(sent) ? sent : undefined };
  }
}

/** True if the state before sending is known; otherwise only the user can decide whether the text arrived. */
export const hasBaseline = <S extends Partial<SendBaseline>>(sent: S | undefined): sent is S & SendBaseline =>
  sent?.noteId !== undefined;

/** A new text: a draft without a line. */
export const blankText = ({ account, project, iid }: Place): Omit<UnsentComment, 'key'> => ({
  account,
  project,
  iid,
  text: '',
  isPublic: false,
  discussionId: undefined,
  resolves: false,
  position: undefined,
  draftId: undefined,
  maybeSent: false,
  isGuess: false,
  refusal: undefined,
});

const areaPrefix = 'reviews ';
const prefix = (place: Place): string => `${areaPrefix}${placeKey(place)} `;

const withoutLine = (position: GivenPosition | undefined): GivenPosition | undefined => {
  if (position === undefined) return undefined;
  const { base_sha, start_sha, head_sha, old_path, new_path } = position;
  return { base_sha, start_sha, head_sha, old_path, new_path, position_type: 'file' };
};

/** A draft or unsaved comment. */
export interface UnpublishedText {
  readonly store: ReviewDrafts;
  readonly draft?: DraftNote;
  readonly kept?: UnsentComment;
}
