export interface PersonView {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 with offset. */
  readonly at: string | undefined;
}

export interface FailureView {
  readonly message: string;
  /** A retry may help. */
  readonly retryable: boolean;
  /** Stopped by the user, not an error. */
  readonly stopped?: true;
  /** Epoch time of the data still shown. */
  readonly asOfMs?: number | undefined;
}

/** A part that loads separately. */
export type PartView<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: FailureView };

export interface Typed {
  readonly type: string;
}

/** Members of the union with this type. */
export type MessageOf<Message extends Typed, Type extends Message['type']> = Message extends unknown
  ? Type extends Message['type']
    ? Message
    : never
  : never;

/** Handlers by message type; a missing one doesn't compile. */
export type Handlers<Message extends Typed> = {
  readonly [Type in Message['type']]: (message: MessageOf<Message, Type>) => unknown;
};

/** Ignores unknown types. */
export const handle = async <Message extends Typed>(handlers: Handlers<Message>, message: Message): Promise<void> => {
  const type: Message['type'] = message.type;
  if (Object.hasOwn(handlers, type)) await (handlers[type] as (message: Message) => unknown)(message);
};
