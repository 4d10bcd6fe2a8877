import type { AnswerOf } from '../client/answer.ts';
import type { Client, SendOptions } from '../client/client.ts';
import { requestFailure } from '../client/errors.ts';
import type { Operation, ParametersOf } from '../wire/operation.ts';
import { getMetadata, getVersion } from '../wire/instance.ts';
import {
  type Availability,
  type Capabilities,
  learnOutcome,
  learnServer,
  nothingKnown,
  operationAvailability,
} from './capabilities.ts';

/** What one account may expect of its server: asked once, and corrected by every answer that passes through `send`. */
export class AccountCapabilities {
  readonly #client: Client;
  #known: Capabilities = nothingKnown;
  #isServerKnown = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Everything known so far. */
  get known(): Capabilities {
    return this.#known;
  }

  /**
   * Learns release and build once. Throws the `RequestError` of a server that cannot be reached, or of a caller that
   * gave up, and asks again the next time. Callers that wait together share the request, not each other's cancelling.
   */
  async ready(options: SendOptions = {}): Promise<void> {
    if (this.#isServerKnown) return;
    await this.#ask(options);
    this.#isServerKnown = true;
  }

  /** Whether an operation can be had at a place, as far as is known now. */
  of(operation: Operation, place?: string): Availability {
    return operationAvailability(this.#known, operation, place);
  }

  /** Sends an operation as the client does and learns from how it ends. `place` is the group or project it is about. */
  async send<O extends Operation>(
    operation: O,
    parameters: ParametersOf<O>,
    place: string,
    options?: SendOptions,
  ): Promise<AnswerOf<O>> {
    try {
      const answer = await this.#client.send(operation, parameters, options);
      this.#known = learnOutcome(this.#known, operation, 'answered', place);
      return answer;
    } catch (error) {
      const facts = requestFailure(error);
      if (facts !== undefined) this.#known = learnOutcome(this.#known, operation, facts, place);
      throw error;
    }
  }

  /** Servers before 15.2 have no metadata, and some tokens may read neither: then nothing is learnt. */
  async #ask(options: SendOptions): Promise<void> {
    for (const operation of [getMetadata, getVersion]) {
      try {
        this.#known = learnServer(this.#known, await this.#client.send<typeof getMetadata>(operation, {}, options));
        return;
      } catch (error) {
        if (!requestFailure(error, 'notFound', 'forbidden', 'insufficientScope', 'refused')) throw error;
      }
    }
  }
}
