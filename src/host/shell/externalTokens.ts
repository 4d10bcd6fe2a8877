import { homedir } from 'node:os';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { runChild } from './childProcess.ts';
import { runGit } from './git.ts';
import type { LocalRepositories } from './gitExtension.ts';

const maxOutputBytes = 64 * 1024;
const programMs = 10_000;

const workflowScopes = ['api'];

/** GitLab Workflow always provides its first account; its label is `user - https://server`. */
export const workflowAccount = async (): Promise<vscode.AuthenticationSessionAccountInformation | undefined> => {
  if (vscode.extensions.getExtension('gitlab.gitlab-workflow') === undefined) return undefined;
  const [first] = await vscode.authentication.getAccounts('gitlab');
  return first;
};

/** Undefined if the account is gone or not permitted. `ask`: request consent. */
export const tokenFromWorkflow = async (label: string, ask = false): Promise<string | undefined> => {
  const account = await workflowAccount();
  if (account?.label !== label) return undefined;
  const options = ask ? { account, createIfNone: true } : { account, silent: true };
  try {
    const session = await vscode.authentication.getSession('gitlab', workflowScopes, options);
    // the account may have changed: never send a token to another server
    return session?.account.label === label ? session.accessToken : undefined;
  } catch (error) {
    // VS Code's untranslated error for Cancel
    if (error instanceof Error && error.message === 'User did not consent to login.') return undefined;
    throw error;
  }
};

const helperAnswer = v.object({
  type: v.literal('success'),
  instance_url: v.string(),
  token: v.object({ token: v.string() }),
});

/**
 * By `auth credential-helper`, or the older `config get`. Undefined if not signed in. Runs in the home directory, out
 * of reach of the workspace's files.
 */
export const tokenFromGlab = async (baseUrl: string): Promise<string | undefined> => {
  if (!vscode.workspace.isTrusted) return undefined;
  const { host } = new URL(baseUrl);
  const helped = await output(['auth', 'credential-helper'], { GITLAB_HOST: host });
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), helperAnswer), helped);
  // without a sign-in for this server it may answer for another
  if (answer.success) return new URL(answer.output.instance_url).host === host ? answer.output.token.token : undefined;
  const configured = await output(['config', 'get', 'token', '--host', host]);
  return configured.trim() || undefined;
};

export const tokenFromGit = async (
  repositories: Pick<LocalRepositories, 'git'>,
  baseUrl: string,
): Promise<string | undefined> => {
  if (!vscode.workspace.isTrusted) return undefined;
  const { protocol, host, pathname } = new URL(baseUrl);
  const path = pathname === '/' ? '' : `path=${pathname.slice(1)}\n`;
  const quiet = { GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' };
  const question = `protocol=${protocol.slice(0, -1)}\nhost=${host}\n${path}\n`;
  const at = await repositories.git(vscode.Uri.file(homedir()));
  const call = { input: question, env: quiet, signal: AbortSignal.timeout(programMs) };
  const { code, stdout } = await runGit(at, ['-c', 'core.askPass=', 'credential', 'fill'], call);
  return code === 0 ? /^password=(.+)$/m.exec(stdout.toString())?.[1] : undefined;
};

/** Empty on failure. May hold a token, so it is never logged. */
const output = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> => {
  const signal = AbortSignal.timeout(programMs);
  const configured = process.env['GLAB_CONFIG_DIR'];
  const folder = configured === undefined ? {} : { GLAB_CONFIG_DIR: configured };
  const settings = {
    cwd: homedir(),
    environment: { ...folder, ...environment },
    signal,
    maxOutputBytes: maxOutputBytes,
  };
  try {
    const { stdout, error } = await runChild('glab', args, settings);
    return error === undefined ? stdout.toString() : '';
  } catch (error) {
    if (signal.aborted) return '';
    throw error;
  }
};
