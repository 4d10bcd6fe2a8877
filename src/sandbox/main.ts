import { parseArguments, usage, UsageError, type Arguments } from './commandLine.ts';
import { startServices, type DescribedServices } from './external/startServices.ts';
import { endGitBelow, gitVersion } from './git/command.ts';
import type { SandboxDescription } from './sample/description.ts';
import { planWithRepository } from './sample/ownRepository.ts';
import { startSandbox, type RunningSandbox } from './startSandbox.ts';
import { WorldError } from './world/world.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);

interface Started {
  readonly sandbox: RunningSandbox;
  readonly surroundings: DescribedServices;
  readonly close: () => Promise<void>;
}

const surroundingsInWords = ({ outside, buckets }: DescribedServices): readonly string[] => [
  ...(outside === undefined
    ? []
    : [
        '',
        `  GitHub and Bitbucket are played by ${outside.url}`,
        `    user name    ${outside.username}`,
        `    token        ${outside.token}`,
      ]),
  ...(buckets === undefined
    ? []
    : [
        '',
        `  An S3 storage is at ${buckets.url}`,
        `    region       ${buckets.region}`,
        `    key          ${buckets.accessKeyId}`,
        `    secret       ${buckets.secretAccessKey}`,
      ]),
];

const inWords = (sandbox: SandboxDescription, surroundings: DescribedServices): string =>
  [
    `The sample server is ready at ${sandbox.url}`,
    '',
    `  project      ${sandbox.url}/${sandbox.project}`,
    `  token        ${sandbox.tokens.maintainer}   (a maintainer; ${sandbox.tokens.developer} is a developer)`,
    `  member roles ${sandbox.tokens.root}   (an administrator)`,
    `  clone        git clone ${sandbox.url.replace('://', `://x:${sandbox.tokens.maintainer}@`)}/${sandbox.project}.git`,
    `  repository   ${sandbox.repository}`,
    ...(sandbox.commits.clean === ''
      ? []
      : [
          '',
          `  Cherry-pick to ${sandbox.branches.target}:`,
          `    clean          ${sandbox.commits.clean}`,
          `    conflict       ${sandbox.commits.conflict}`,
          `    already there  ${sandbox.commits.alreadyThere}`,
        ]),
    ...surroundingsInWords(surroundings),
    '',
    'Press Ctrl+C to stop it.',
  ].join('\n');

const describe = ({ sandbox, surroundings }: Started): string => {
  const { url, project, group, mergeRequest, tokens, repository, commits, branches, application } = sandbox;
  return JSON.stringify({
    url,
    project,
    group,
    mergeRequest,
    tokens,
    repository,
    commits,
    branches,
    application,
    ...surroundings,
  });
};

/** Message for the user. */
const reason = (error: unknown, { port, host }: Arguments): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Choose another one with --port, or 0 for a free one.`;
  if (code === 'EACCES') return `Port ${port} on ${host} is not allowed. Choose a port above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this computer.`;
  if (error instanceof WorldError) return error.message;
  return `The sample server could not start: ${error instanceof Error ? error.message : String(error)}`;
};

const checkGit = async (): Promise<string | undefined> => {
  try {
    const [major, minor] = await gitVersion();
    return major > 2 || (major === 2 && minor >= 38) ? undefined : `git ${major}.${minor} is too old: 2.38 is needed.`;
  } catch {
    return 'git was not found. Install git 2.38 or newer and make sure it is on the PATH.';
  }
};

/** Also works during startup. */
const stopOnSignals = (starting: Promise<Started>, hasParent: boolean): void => {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const closed = starting.then(
      (started) => started.close(),
      () => undefined,
    );
    void closed.finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (!hasParent) return;
  process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
};

const run = async (args: Arguments): Promise<void> => {
  const complaint = await checkGit();
  if (complaint !== undefined) throw new WorldError(complaint);
  const starting = start(args);
  stopOnSignals(starting, args.hasParent);
  const started = await starting;
  print(args.json || !process.stdout.isTTY ? describe(started) : inWords(started.sandbox, started.surroundings));
};

const start = async (args: Arguments): Promise<Started> => {
  const { port, host, world, repository, tokens, relativeUrl, faults, edition, rateLimits, throttle } = args;
  const { cable, signIn, jobDelayMs, largestArchive, allowances, objectStorage } = args;
  const onError = (error: unknown): void =>
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const { services, described, close } = await startServices(args);
  try {
    const sandbox = await startSandbox({
      port,
      host,
      tokens,
      relativeUrl,
      faults,
      edition,
      limits: { ...(rateLimits ? { application: 'usual' } : {}), ...(throttle === undefined ? {} : { throttle }) },
      cable,
      jobDelayMs,
      largestArchive,
      allowances,
      objectStorage,
      services,
      onError,
      ...(signIn === undefined ? {} : { signIn }),
      ...(world === undefined ? {} : { world }),
      ...(repository === undefined ? {} : { plan: await planWithRepository(repository) }),
    });
    return {
      sandbox,
      surroundings: described,
      async close() {
        await sandbox.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const main = async (): Promise<void> => {
  process.on('exit', () => endGitBelow());
  // the reader of standard output may exit first
  process.stdout.on('error', () => undefined);
  let args: Arguments | 'help';
  try {
    args = parseArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\nTry --help.`);
    process.exitCode = 2;
    return;
  }
  if (args === 'help') return print(usage);
  try {
    await run(args);
  } catch (error) {
    complain(reason(error, args));
    process.exitCode = 1;
  }
};

void main();
