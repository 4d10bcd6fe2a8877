import { type ChildProcessWithoutNullStreams, execFile, type ExecFileException, spawn } from 'node:child_process';

/** Inherited environment variables; others may hold tokens. */
const inheritedVariables = new RegExp(
  `^(?:${[
    // programs and libraries
    'PATH|PATHEXT|COMSPEC|SHELL|(?:LD|DYLD|DYLD_FALLBACK)_LIBRARY_PATH|MSYS\\w*',
    // directories of the system and the user
    'SYSTEMROOT|SYSTEMDRIVE|WINDIR|PROGRAMDATA|ALLUSERSPROFILE|(?:COMMON)?PROGRAM(?:FILES(?:\\(X86\\))?|W6432)',
    'HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|TEMP|TMP|XDG_\\w+',
    'USER|USERNAME|USERDOMAIN|LOGNAME|LANG|LANGUAGE|LC_\\w+|LOCALE_ARCHIVE|TZ',
    // key agents and their prompts
    'SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS(?:_REQUIRE)?|GNUPGHOME|GPG_TTY',
    'DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS',
    // network
    '(?:HTTP|HTTPS|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|NIX_SSL_CERT_FILE|CURL_CA_BUNDLE|NODE_EXTRA_CA_CERTS',
    // settings of git, but not the repository of an outer git process
    'GIT_(?:SSH(?:_COMMAND|_VARIANT)?|ASKPASS|PROXY_COMMAND|ALLOW_PROTOCOL|PROTOCOL_FROM_USER|EXEC_PATH)',
    'GIT_(?:CONFIG|SSL|HTTP|LFS|AUTHOR|COMMITTER|ATTR)_\\w+|GIT_(?:CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)',
  ].join('|')})$`,
  // Windows ignores case, and proxy variables exist in both
  'i',
);

/** Without prompts and optional locks, in English. Ignores `refs/replace`, which the server doesn't have. */
export const nonInteractiveEnvironment = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
} as const;

export interface ChildOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
}

export type Child = ChildProcessWithoutNullStreams;

/** The only place that starts child processes. */
export const startChild = (program: string, args: readonly string[], options: ChildOptions = {}): Child =>
  spawn(program, args, { ...settingsOf(options), stdio: 'pipe' });

export interface ChildResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Not started, exit code not 0, or too much output. */
  readonly error: ExecFileException | undefined;
}

/** Rejects only when aborted. */
export const runChild = (
  program: string,
  args: readonly string[],
  {
    input = '',
    maxOutputBytes: maxOutputBytes,
    ...options
  }: ChildOptions & { readonly input?: string | Uint8Array | undefined; readonly maxOutputBytes: number },
): Promise<ChildResult> =>
  new Promise((resolve, reject) => {
    const { signal } = options;
    const settings = { ...settingsOf(options), encoding: 'buffer', maxBuffer: maxOutputBytes } as const;
    const child = execFile(program, [...args], settings, (error, stdout, stderr) => {
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve({ stdout, stderr: stderr.toString(), error: error ?? undefined });
    });
    // the program may exit before reading all input
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });

const settingsOf = ({
  environment,
  cwd,
  signal,
}: ChildOptions): { env: NodeJS.ProcessEnv; windowsHide: true; cwd?: string; signal?: AbortSignal } => ({
  env: {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => inheritedVariables.test(name))),
    ...environment,
  },
  windowsHide: true,
  ...(cwd === undefined ? {} : { cwd }),
  ...(signal === undefined ? {} : { signal }),
});
