import { parseArgs } from 'node:util';
import type { Tier } from '../wire/operation.ts';
import { EditionError, editionOf, type Edition } from './edition.ts';

/** What the command line asks for. */
export interface Arguments {
  readonly port: number;
  readonly host: string;
  readonly world: string | undefined;
  readonly relativeUrl: string;
  readonly faults: boolean;
  readonly edition: Edition;
  /** Whether the rate limits of real servers are on. */
  readonly rateLimits: boolean;
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
  --release VERSION     the release to behave like, such as 15.8.0 or 17.2.1-ee (default 18.7.1-ee);
                        without -ee it is a Community server
  --tier TIER           free, premium or ultimate: what an -ee release is licensed for (default ultimate)
  --gitlab-com          behave like GitLab.com where that differs from other servers
  --rate-limits         limit exports, imports and downloads as real servers do
  --json                print one line of JSON even in a terminal
  --parent              end when standard input is closed
  --help                show this text
`;

/** A command line that cannot be understood; the message is a sentence for its author. */
export class UsageError extends Error {}

const tiers: readonly Tier[] = ['free', 'premium', 'ultimate'];

const editionFrom = (release: string | undefined, tierName: string | undefined, gitlabCom: boolean): Edition => {
  const tier = tiers.find((candidate) => candidate === tierName);
  if (tierName !== undefined && tier === undefined) {
    throw new UsageError(`--tier needs free, premium or ultimate, not "${tierName}".`);
  }
  try {
    return editionOf({
      gitlabCom,
      ...(release === undefined ? {} : { version: release }),
      ...(tier === undefined ? {} : { tier }),
    });
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
};

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
        release: { type: 'string' },
        tier: { type: 'string' },
        'gitlab-com': { type: 'boolean', default: false },
        'rate-limits': { type: 'boolean', default: false },
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
    edition: editionFrom(values.release, values.tier, values['gitlab-com']),
    rateLimits: values['rate-limits'],
    json: values.json,
    hasParent: values.parent,
  };
};
