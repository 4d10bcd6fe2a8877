import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { deliver, type Delivery, type Undelivered, type Outgoing } from '../../../model/outbox.ts';
import type { StoredText, StoredTexts } from '../../shell/unsentTexts.ts';
import { explain } from '../words/explain.ts';
import { lostWriteMessage, type LostWrite } from '../words/lostWrites.ts';

export interface UnsentText {
  readonly key: string;
  /** Account id. */
  readonly account: string;
  readonly text: string;
  /** Reason it isn't on the server; undefined while it's being edited. */
  readonly refusal: string | undefined;
  /** Undefined before it is stored. */
  readonly changedAtMs?: number | undefined;
}

/** Requests that send a text, and the words for their failures. */
export interface SendSteps<Sent, R> extends Pick<Outgoing<Sent, R>, 'findEarlier' | 'prepare' | 'write'> {
  readonly what: LostWrite & ('comment' | 'text');
  /** Reason of a refusal. */
  readonly explainRefusal: (error: unknown) => string;
}

/** All of a text but what every stored one has. */
export type PlaceOf<T extends UnsentText> = Omit<T, keyof StoredText>;

/** Comments that the server doesn't have: stored while typed, sent once, and offered again after a reload. */
export abstract class UnsentTexts<T extends UnsentText, Sent extends object> implements vscode.Disposable {
  readonly #texts: StoredTexts;
  readonly #place: v.GenericSchema<unknown, PlaceOf<T>>;
  readonly #changed = new vscode.EventEmitter<T>();
  readonly #sending = new Set<string>();
  readonly #typing = new Set<string>();

  /** Not fired for each keystroke. */
  readonly onDidChange = this.#changed.event;

  /** `place` reads what `PlaceOf` has, of this version and earlier ones. */
  constructor(texts: StoredTexts, place: v.GenericSchema<unknown, PlaceOf<T>>) {
    this.#texts = texts;
    this.#place = place;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  protected abstract sentOf(text: T): (Sent & { readonly text: string }) | undefined;
  protected abstract withSent(text: T, sent: (Sent & { readonly text: string }) | undefined): T;

  get(key: string): T | undefined {
    const stored = this.#texts.get(key);
    return stored && this.#read(stored);
  }

  /** Latest change first. */
  protected under(prefix: string): readonly T[] {
    return this.#texts.all(prefix).flatMap((stored) => this.#read(stored) ?? []);
  }

  /** Replaces the text with the same key. A blank text is deleted. */
  async save(text: T): Promise<void> {
    await this.#put(text);
    this.#changed.fire(text);
  }

  /** Stores text from an open comment editor; it doesn't count as unsaved until that closes. */
  async saveTyped(text: T): Promise<void> {
    this.#typing.add(text.key);
    await this.#put(text);
  }

  boxOpened(text: T): void {
    this.#typing.add(text.key);
    this.#changed.fire(text);
  }

  boxClosed(text: T): void {
    if (this.#typing.delete(text.key)) this.#changed.fire(text);
  }

  isTyped(key: string): boolean {
    return this.#typing.has(key);
  }

  isSending(key: string): boolean {
    return this.#sending.has(key);
  }

  async remove(text: T): Promise<void> {
    await this.#drop(text);
    this.#changed.fire(text);
  }

  /**
   * Sends a text once; undefined while it is being sent already. `sent` runs before it no longer counts as being sent, with
   * what was written.
   */
  async send<R>(
    text: T,
    steps: SendSteps<Sent, R>,
    sent: (written: R | undefined) => Promise<void> = async () => undefined,
  ): Promise<Delivery<R> | undefined> {
    if (this.#sending.has(text.key)) return undefined;
    this.#sending.add(text.key);
    this.#changed.fire(text);
    try {
      const outcome = await deliver(this.#outgoing(text, steps));
      if (outcome.kind === 'done' || outcome.kind === 'left')
        await sent('value' in outcome ? outcome.value : undefined);
      return outcome;
    } finally {
      this.#sending.delete(text.key);
      this.#changed.fire(text);
    }
  }

  #drop({ key }: T): Promise<void> {
    this.#typing.delete(key);
    return this.#texts.delete(key);
  }

  /** Undefined for what other versions stored. */
  #read({ place, ...stored }: StoredText): T | undefined {
    const read = v.safeParse(this.#place, place);
    return read.success ? ({ ...read.output, ...stored } as unknown as T) : undefined;
  }

  #put(unsent: T): Promise<void> {
    const { key, account, text, refusal, changedAtMs: _, ...place } = unsent;
    return this.#texts.save({ key, account, text, refusal, place });
  }

  #outgoing<R>(text: T, steps: SendSteps<Sent, R>): Outgoing<Sent, R> {
    return {
      ...steps,
      text: text.text,
      earlier: this.sentOf(text),
      save: ({ sent, refusal }) => this.save({ ...this.withSent(text, sent), refusal }),
      // the text is still drawn as being sent until the server's is
      remove: () => this.#drop(text),
      decide: (isSame) => askAgain(text.text, isSame),
      reason: (left) => reasonOf(left, steps),
    };
  }
}

const reasonOf = (
  left: Undelivered,
  { what, explainRefusal }: Pick<SendSteps<never, never>, 'what' | 'explainRefusal'>,
): string => {
  switch (left.kind) {
    case 'refused':
      return explainRefusal(left.cause);
    case 'unseen':
      return vscode.l10n.t('It may have been sent, and checking the server failed. {0}', explain(left.cause));
    case 'undecided':
      return doubtMessage(left.isSame);
    default:
      return lostWriteMessage(what, left);
  }
};

const doubtMessage = (isSame: boolean): string =>
  isSame
    ? vscode.l10n.t('You already have a comment with the same text there. We can’t tell whether it is this one.')
    : vscode.l10n.t('An earlier version of this text is already there.');

/** Asks about a text that may be on the server. */
const askAgain = async (text: string, isSame: boolean): Promise<'send' | 'there' | 'stay'> => {
  const { t } = vscode.l10n;
  const advice = t('Check on the server if you are not sure: sending again may post it twice.');
  const detail = `${advice}\n\n${text.slice(0, 500)}`;
  const [anyway, there] = [t('Send Anyway'), t('Already There')];
  const answers = isSame ? [anyway, there] : [anyway];
  const answer = await vscode.window.showWarningMessage(doubtMessage(isSame), { modal: true, detail }, ...answers);
  return answer === undefined ? 'stay' : answer === anyway ? 'send' : 'there';
};
