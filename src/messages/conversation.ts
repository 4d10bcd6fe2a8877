import type { PartView } from './page.ts';

/** Where a thread stands in a diff; on the whole file when it has no line. Numbers are 1-based. */
export interface ThreadPlaceView {
  readonly oldPath: string;
  readonly newPath: string;
  /** Both numbers for a line that did not change. */
  readonly oldLine: number | undefined;
  readonly newLine: number | undefined;
  /** Whether the place is in the diff that is shown; otherwise its numbers mean another version of the file. */
  readonly isInThisDiff: boolean;
}

/** One remark of a thread. */
export interface NoteView {
  /** Unique within the page. */
  readonly id: string;
  readonly author: string;
  /** Without `@`; undefined for a user who is gone. */
  readonly username: string | undefined;
  readonly isMine: boolean;
  /** Whether it is one's own and can be changed and deleted. */
  readonly canChange: boolean;
  /** ISO 8601. */
  readonly at: string | undefined;
  readonly isEdited: boolean;
  readonly isSystem: boolean;
  /** What else is to be known of it, such as that it is internal. */
  readonly labels: readonly string[];
  /** Markdown. */
  readonly body: string;
  /** Where they are known. */
  readonly reactions?: readonly ReactionView[];
}

/** A reaction to a remark, or one that is offered. */
export interface ReactionView {
  /** Without colons, such as `thumbsup`. */
  readonly name: string;
  /** The character, or `:name:`. */
  readonly text: string;
  /** Who gave it, by name. */
  readonly people: readonly string[];
  readonly isMine: boolean;
}

/** A thread, its notes oldest first. */
export interface ThreadView {
  readonly id: string;
  readonly place: ThreadPlaceView | undefined;
  readonly canReply: boolean;
  readonly resolution: 'resolved' | 'open' | undefined;
  /** Whether one of its notes suggests a change that can be applied. */
  readonly hasSuggestion?: boolean;
  readonly notes: readonly NoteView[];
}

/** What people said about a commit. */
export interface ConversationView {
  /** Oldest first. */
  readonly threads: readonly ThreadView[];
  /** Where references in notes lead: the pages of the project and of the instance, without trailing slash. */
  readonly places: { readonly project: string; readonly instance: string };
  /** Why nothing can be written, in words; undefined when it can. */
  readonly readOnly: string | undefined;
  /** The reactions that may be given; undefined where none may. */
  readonly offered?: readonly ReactionView[] | undefined;
}

/** Where a text that is being written belongs. A line that did not change has both numbers. */
export type TextPlace =
  | { readonly kind: 'commit' }
  | ({ readonly kind: 'line' } & Pick<ThreadPlaceView, 'oldPath' | 'newPath' | 'oldLine' | 'newLine'>)
  | { readonly kind: 'thread'; readonly id: string }
  /** A comment of one's own that is being changed; `base` is what it said when that began. */
  | { readonly kind: 'note'; readonly thread: string; readonly id: number; readonly base: string };

/** A name of the place, the same for the same place. */
export const textKey = (place: TextPlace): string => {
  if (place.kind === 'line') return `line ${place.oldLine ?? '-'} ${place.newLine ?? '-'} ${place.newPath}`;
  return 'id' in place ? `${place.kind} ${place.id}` : place.kind;
};

/** How a text that the server does not have yet is doing. */
export type TextState =
  /** Nothing was sent. `isLeftOver` when it was typed before the page was opened. */
  | { readonly kind: 'typed'; readonly isLeftOver: boolean }
  | { readonly kind: 'sending' }
  /** Refused, or never sent: the server does not have it. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The answer was lost. `unclear` when looking at the server did not tell; otherwise it does not have the text so far. */
  | { readonly kind: 'lost'; readonly message: string; readonly unclear: boolean }
  /** The server has it, and something is to be said about that. */
  | { readonly kind: 'sent'; readonly message: string };

/** A text that is being written. */
export interface TextView {
  readonly place: TextPlace;
  readonly text: string;
  readonly state: TextState;
}

/** Messages about a conversation from the extension to a page. */
export type ToConversation =
  | { readonly type: 'conversation'; readonly view: PartView<ConversationView>; readonly isRefreshing: boolean }
  /** Texts kept from before, all at once, when the page begins to listen. */
  | { readonly type: 'texts'; readonly texts: readonly TextView[] }
  /** How a text is doing; `gone` once the server has it and there is nothing more to say. */
  | { readonly type: 'textState'; readonly place: TextPlace; readonly state: TextState | 'gone' }
  /** Shows a text that is being written. */
  | { readonly type: 'showText'; readonly place: TextPlace };

/** Messages about a conversation from a page to the extension. */
export type FromConversation =
  /** The text as it is now, to be kept; an empty one is forgotten. */
  | { readonly type: 'keepText'; readonly place: TextPlace; readonly text: string }
  /**
   * Sends a text, once. `instead` names the place it was written for when it is sent to another one. `comment` asks for
   * a plain comment on the line, for servers that refuse a thread there; `draft` adds it to the review.
   */
  | {
      readonly type: 'sendText';
      readonly place: TextPlace;
      readonly instead: TextPlace | undefined;
      readonly text: string;
      readonly form: 'thread' | 'comment' | 'draft';
    }
  /** Looks whether the server has a text whose answer was lost. */
  | { readonly type: 'lookForText'; readonly place: TextPlace; readonly text: string }
  /** Deletes a comment of one's own, after a question. */
  | { readonly type: 'deleteNote'; readonly note: Extract<TextPlace, { kind: 'note' }> }
  | { readonly type: 'refreshConversation' }
  /** Gives up reading; what was there before stays. */
  | { readonly type: 'stopConversation' };
