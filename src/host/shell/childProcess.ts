import { type ChildProcessWithoutNullStreams, execFile, type ExecFileException, spawn } from 'node:child_process';

/** What programs get of our environment; the rest is none of their business, as it may hold tokens. */
const passed = new RegExp(
  `^(?:${[
    // where programs and their parts are
    'PATH|PATHEXT|COMSPEC|SHELL|(?:LD|DYLD|DYLD_FALLBACK)_LIBRARY_PATH|MSYS\\w*',
    // folders of the system and of the user
    'SYSTEMROOT|SYSTEMDRIVE|WINDIR|PROGRAMDATA|ALLUSERSPROFILE|(?:COMMON)?PROGRAM(?:FILES(?:\\(X86\\))?|W6432)',
    'HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|TEMP|TMP|XDG_\\w+',
    'USER|USERNAME|USERDOMAIN|LOGNAME|LANG|LANGUAGE|LC_\\w+|LOCALE_ARCHIVE|TZ',
    // agents that hold keys, and how they ask
    'SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS(?:_REQUIRE)?|GNUPGHOME|GPG_TTY',
    'DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS',
    // the way to the network
    '(?:HTTP|HTTPS|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|NIX_SSL_CERT_FILE|CURL_CA_BUNDLE|NODE_EXTRA_CA_CERTS',
    // how the user wants git to be, but not which repository another git is at work in
    'GIT_(?:SSH(?:_COMMAND|_VARIANT)?|ASKPASS|PROXY_COMMAND|ALLOW_PROTOCOL|PROTOCOL_FROM_USER|EXEC_PATH)',
    'GIT_(?:CONFIG|SSL|HTTP|LFS|AUTHOR|COMMITTER|ATTR)_\\w+|GIT_(?:CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)',
  ].join('|')})$`,
  // Windows does not tell cases apart, and proxies are written both ways
  'i',
);

/**
 * Git without prompts, without optional locks, and with messages in English. Objects are
 * what the server has under their SHA, whatever `refs/replace` of the clone says.
 */
export const quietGit = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
} as const;

/** How a program is started. Its environment is what programs need of ours, and what is said here. */
export interface ChildOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A program that runs, and its three streams. */
export type Child = ChildProcessWithoutNullStreams;

/** Starts a program. All that are started from here are. */
export const startChild = (program: string, args: readonly string[], options: ChildOptions = {}): Child =>
  spawn(program, args, { ...settingsOf(options), stdio: 'pipe' });

/** What a program printed, and why it failed. */
export interface ChildResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  /** It did not start, ended with another code than 0 or printed more than it may; undefined when it did its work. */
  readonly failed: ExecFileException | undefined;
}

/** Runs a program to its end, however that is; throws only when the signal aborts. */
export const runChild = (
  program: string,
  args: readonly string[],
  {
    input = '',
    largestOutputBytes,
    ...options
  }: ChildOptions & { readonly input?: string | Uint8Array | undefined; readonly largestOutputBytes: number },
): Promise<ChildResult> =>
  new Promise((resolve, reject) => {
    const { signal } = options;
    const settings = { ...settingsOf(options), encoding: 'buffer', maxBuffer: largestOutputBytes } as const;
    const child = execFile(program, [...args], settings, (error, stdout, stderr) => {
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve({ stdout, stderr: stderr.toString(), failed: error ?? undefined });
    });
    // it may end before it has read everything; what it says of that is in its own words
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });

const settingsOf = ({
  environment,
  cwd,
  signal,
}: ChildOptions): { env: NodeJS.ProcessEnv; windowsHide: true; cwd?: string; signal?: AbortSignal } => ({
  env: {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name))),
    ...environment,
  },
  windowsHide: true,
  ...(cwd === undefined ? {} : { cwd }),
  ...(signal === undefined ? {} : { signal }),
});
