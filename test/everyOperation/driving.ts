import assert from 'node:assert/strict';
import type { AnswerOf } from '../../src/client/answer.ts';
import { createClient, type Client } from '../../src/client/client.ts';
import { directConnections, type Transport } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { handlers } from '../../src/sandbox/handlers.ts';
import type { RunningSandbox, SandboxOptions } from '../support/servers/startSandbox.ts';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Operation, ParametersOf } from '../../src/wire/operation.ts';
import { withSandbox, type Driven } from '../sandbox/driving.ts';

export type Who = keyof RunningSandbox['tokens'];

export const driven = new Map<OperationName, 'answered' | 'failed'>();

export interface Driver {
  readonly sandbox: () => Driven;
  readonly send: <O extends Operation>(who: Who, operation: O, parameters: ParametersOf<O>) => Promise<AnswerOf<O>>;
  /**
   * A test that sends an operation and checks its answer. Later steps of a `describe` build on earlier ones:
   * parameters that are known only then come from a function.
   */
  readonly step: <Name extends OperationName, const Given extends ParametersOf<(typeof catalogue)[Name]>>(
    name: Name,
    who: Who,
    parameters: Given | (() => Given | Promise<Given>),
    look: (answer: AnswerOf<(typeof catalogue)[Name]>) => void | Promise<void>,
  ) => void;
}

export const withDriver = (options: SandboxOptions = {}): Driver => {
  const sandbox = withSandbox(options);
  let transport: Transport | undefined;
  const clients = new Map<Who, Client>();
  before(() => {
    transport = createUndiciTransport(directConnections);
  });
  after(() => transport?.close());
  const clientOf = (who: Who): Client => {
    const known = clients.get(who);
    if (known !== undefined) return known;
    const { tokens, url } = sandbox().sandbox;
    const client = createClient({ baseUrl: url, token: async () => tokens[who], transport: async () => transport! });
    clients.set(who, client);
    return client;
  };
  return {
    sandbox,
    send: (who, operation, parameters) => clientOf(who).send(operation, parameters),
    step: (name, who, parameters, look) => {
      it(`${catalogue[name].reference} ${name}`, async () => {
        driven.set(name, 'failed');
        assert.equal(typeof handlers[name], 'function', `the sandbox has no handler for ${name}`);
        // the compiler cannot relate one name across three tables
        const given = typeof parameters === 'function' ? await parameters() : parameters;
        const answer: unknown = await clientOf(who).send<Operation>(catalogue[name], given);
        await look(answer as AnswerOf<(typeof catalogue)[typeof name]>);
        driven.set(name, 'answered');
      });
    },
  };
};
