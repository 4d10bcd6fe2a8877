import type { AnswerOf } from '../client/answer.ts';
import type { Client, SendOptions } from '../client/client.ts';
import { requestErrorFacts } from '../client/errors.ts';
import type { Operation, ParametersOf } from '../wire/operation.ts';
import { getMetadata, getVersion } from '../wire/instance.ts';
import {
  type Availability,
  type Capabilities,
  withOutcome,
  withServer,
  nothingKnown,
  operationAvailability,
} from './capabilities.ts';

/** Learned from the server and from every answer. */
export class AccountCapabilities {
  readonly #client: Client;
  #known: Capabilities = nothingKnown;
  #isServerKnown = false;

  constructor(client: Client) {
    this.#client = client;
  }

  get known(): Capabilities {
    return this.#known;
  }

  /**
   * Once. Rejects if the server can't be reached or the caller cancels, and retries next time. Callers share the request,
   * not their cancellation.
   */
  async ready(options: SendOptions = {}): Promise<void> {
    if (this.#isServerKnown) return;
    await this.#ask(options);
    this.#isServerKnown = true;
  }

  of(operation: Operation, place?: string): Availability {
    return operationAvailability(this.#known, operation, place);
  }

  /** `place`: group or project. */
  async send<O extends Operation>(
    operation: O,
    parameters: ParametersOf<O>,
    place: string,
    options?: SendOptions,
  ): Promise<AnswerOf<O>> {
    try {
      const answer = await this.#client.send(operation, parameters, options);
      this.#known = withOutcome(this.#known, operation, 'answered', place);
      return answer;
    } catch (error) {
      const facts = requestErrorFacts(error);
      if (facts !== undefined) this.#known = withOutcome(this.#known, operation, facts, place);
      throw error;
    }
  }

  /** There is no metadata before 15.2; some tokens can read neither. */
  async #ask(options: SendOptions): Promise<void> {
    for (const operation of [getMetadata, getVersion]) {
      try {
        this.#known = withServer(this.#known, await this.#client.send<typeof getMetadata>(operation, {}, options));
        return;
      } catch (error) {
        if (!requestErrorFacts(error, 'notFound', 'forbidden', 'insufficientScope', 'refused')) throw error;
      }
    }
  }
}
