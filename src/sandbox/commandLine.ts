import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Arguments {
  readonly port: number;
  readonly host: string;
  readonly world: string | undefined;
  readonly relativeUrl: string;
  readonly faults: boolean;
  readonly json: boolean;
  /** The program that started us holds our standard input open; when it closes, we end. */
  readonly hasParent: boolean;
}

/** How to call the program. */
export const usage = `Usage: node sandbox.cjs [options]

Starts a sample server that speaks the GitLab API over real git repositories.

  --port N              port to listen on; 0 takes a free one (default 0)
  --host ADDRESS        address to listen on (default 127.0.0.1)
  --world DIR           keep the sample data in this folder; made when it holds none
                        (default: a temporary folder that is removed at the end)
  --relative-url PATH   where the server lives below its host, such as /gitlab
  --faults              allow tests to switch faults on
  --json                print one line of JSON even in a terminal
  --parent              end when standard input is closed
  --help                show this text
`;

/** A command line that cannot be understood; the message is a sentence for its author. */
export class UsageError extends Error {}

const portNumber = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port needs a number from 0 to 65535, not "${text}".`);
  return port;
};

/** Reads the arguments; `help` when only the usage is wanted. Throws `UsageError`. */
export const parseArguments = (args: readonly string[]): Arguments | 'help' => {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        world: { type: 'string' },
        'relative-url': { type: 'string', default: '' },
        faults: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        parent: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (values.help) return 'help';
  return {
    port: portNumber(values.port),
    host: values.host,
    world: values.world,
    relativeUrl: values['relative-url'],
    faults: values.faults,
    json: values.json,
    hasParent: values.parent,
  };
};
