import type { PartView } from './page.ts';

/** Position in a diff, 1-based; without lines: the whole file. */
export interface ThreadPlaceView {
  readonly oldPath: string;
  readonly newPath: string;
  /** Both are set for an unchanged line. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** False: the numbers refer to another version of the file. */
  readonly isInThisDiff: boolean;
}

export interface NoteView {
  /** Unique within the page. */
  readonly id: string;
  readonly author: string;
  /** Without `@`; undefined for a deleted user. */
  readonly username: string | undefined;
  readonly isOwn: boolean;
  /** May be edited and deleted. */
  readonly canChange: boolean;
  /** ISO 8601. */
  readonly at: string | undefined;
  readonly isEdited: boolean;
  readonly isSystem: boolean;
  /** Such as `Internal`. */
  readonly labels: readonly string[];
  /** Markdown. */
  readonly body: string;
  /** Undefined while unknown. */
  readonly reactions?: readonly ReactionView[];
}

/** Given, or available to give. */
export interface ReactionView {
  /** Without colons, such as `thumbsup`. */
  readonly name: string;
  /** The character, or `:name:`. */
  readonly text: string;
  /** Names. */
  readonly people: readonly string[];
  readonly isOwn: boolean;
}

export interface ThreadView {
  readonly id: string;
  readonly place: ThreadPlaceView | undefined;
  readonly canReply: boolean;
  readonly resolution: 'resolved' | 'open' | undefined;
  /** Has a suggestion that can be applied. */
  readonly hasSuggestion?: boolean;
  readonly notes: readonly NoteView[];
}

/** Threads of a commit or merge request. */
export interface ConversationView {
  /** Oldest first, as are the notes of a thread. */
  readonly threads: readonly ThreadView[];
  /** Base URLs of references, without trailing slash. */
  readonly places: { readonly project: string; readonly instance: string };
  /** Reason; undefined if writing is allowed. */
  readonly readOnly: string | undefined;
  /** Available reactions; undefined if they aren't allowed. */
  readonly offered?: readonly ReactionView[] | undefined;
}

/** Target of a text. An unchanged line has both numbers. */
export type TextPlace =
  | { readonly kind: 'commit' }
  | ({ readonly kind: 'line' } & Pick<ThreadPlaceView, 'oldPath' | 'newPath' | 'oldLine' | 'newLine'>)
  | { readonly kind: 'thread'; readonly id: string }
  /** Edit of an own comment; `base` is its text when editing began. */
  | { readonly kind: 'note'; readonly thread: string; readonly id: number; readonly base: string };

export const textKey = (place: TextPlace): string => {
  if (place.kind === 'line') return `line ${place.oldLine ?? '-'} ${place.newLine ?? '-'} ${place.newPath}`;
  return 'id' in place ? `${place.kind} ${place.id}` : place.kind;
};

/** State of an unsaved comment. */
export type TextState =
  /** Not sent. `isLeftOver`: restored from an earlier session. */
  | { readonly kind: 'typed'; readonly isLeftOver: boolean }
  | { readonly kind: 'sending' }
  /** The server doesn't have it as far as known; sending again looks for it first. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Saved, but with a notice. */
  | { readonly kind: 'sent'; readonly message: string };

export interface TextView {
  readonly place: TextPlace;
  readonly text: string;
  readonly state: TextState;
}

export type ToConversation =
  | { readonly type: 'conversation'; readonly view: PartView<ConversationView>; readonly isRefreshing: boolean }
  /** All saved texts, once after the page loads. */
  | { readonly type: 'texts'; readonly texts: readonly TextView[] }
  /** `gone`: saved without a notice. */
  | { readonly type: 'textState'; readonly place: TextPlace; readonly state: TextState | 'gone' }
  /** Reveals the text's editor. */
  | { readonly type: 'showText'; readonly place: TextPlace };

export type FromConversation =
  /** Saves the text across reloads; empty: deletes it. */
  | { readonly type: 'keepText'; readonly place: TextPlace; readonly text: string }
  /**
   * Sends a text, once. `replacement`: original target, if it was redirected. `comment`: no thread, for servers that refuse one
   * on the line. `draft`: adds to the review.
   */
  | {
      readonly type: 'sendText';
      readonly place: TextPlace;
      readonly instead: TextPlace | undefined;
      readonly text: string;
      readonly form: 'thread' | 'comment' | 'draft';
    }
  /** Asks for confirmation. */
  | { readonly type: 'deleteNote'; readonly note: Extract<TextPlace, { kind: 'note' }> }
  | { readonly type: 'refreshConversation' }
  /** Cancels reading; keeps the old content. */
  | { readonly type: 'stopConversation' };
