/** A person as a page shows one. */
export interface PersonView {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 with offset. */
  readonly at: string | undefined;
}

/** Why a part could not be shown, in words for the reader. */
export interface FailureView {
  readonly message: string;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  /** Set when the reader gave it up: nothing has gone wrong. */
  readonly stopped?: true;
  /** When what is shown all the same was read, in milliseconds since 1970. */
  readonly asOfMs?: number | undefined;
}

/** A part that arrives on its own after the rest of the page. */
export type PartView<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: FailureView };

/** Something that is told apart from others by its type. */
export interface Typed {
  readonly type: string;
}

/** The messages of a type. */
export type MessageOf<Message extends Typed, Type extends Message['type']> = Message extends unknown
  ? Type extends Message['type']
    ? Message
    : never
  : never;

/** A handler for each type of message: a type without one does not compile. */
export type Handlers<Message extends Typed> = {
  readonly [Type in Message['type']]: (message: MessageOf<Message, Type>) => unknown;
};

/** Has a message carried out by its handler. Nothing is done for a type that is in nobody's table. */
export const handle = async <Message extends Typed>(handlers: Handlers<Message>, message: Message): Promise<void> => {
  const type: Message['type'] = message.type;
  if (Object.hasOwn(handlers, type)) await (handlers[type] as (message: Message) => unknown)(message);
};
