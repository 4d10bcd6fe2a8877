import { homedir } from 'node:os';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { runChild } from './childProcess.ts';
import { runGit } from './git.ts';
import type { LocalRepositories } from './gitExtension.ts';

const largestOutputBytes = 64 * 1024;
/** How long a program may take to answer, in milliseconds. */
const programMs = 10_000;

const workflowScopes = ['api'];

/**
 * The account that GitLab Workflow lends, by the label it shows it with (`user - https://server`). It lends its first
 * account, whichever it is asked for.
 */
export const workflowAccount = async (): Promise<vscode.AuthenticationSessionAccountInformation | undefined> => {
  if (vscode.extensions.getExtension('gitlab.gitlab-workflow') === undefined) return undefined;
  const [first] = await vscode.authentication.getAccounts('gitlab');
  return first;
};

/** The token of an account of GitLab Workflow; undefined when it is gone or may not be used. `ask`: for the user's consent. */
export const lentByWorkflow = async (label: string, ask = false): Promise<string | undefined> => {
  const account = await workflowAccount();
  if (account?.label !== label) return undefined;
  const options = ask ? { account, createIfNone: true } : { account, silent: true };
  try {
    const session = await vscode.authentication.getSession('gitlab', workflowScopes, options);
    // its accounts may have changed meanwhile: a token of another server would go to this one
    return session?.account.label === label ? session.accessToken : undefined;
  } catch (error) {
    // the editor's word for *Cancel*, in every language
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
 * glab's token for a server, by its own commands for other programs: the credential helper, which exchanges a token that
 * has ended, and before it existed the configuration. Undefined when glab is missing or not signed in there. Programs are
 * started in the user's folder: no file of the workspace has a say in what they do.
 */
export const lentByGlab = async (baseUrl: string): Promise<string | undefined> => {
  if (!vscode.workspace.isTrusted) return undefined;
  const { host } = new URL(baseUrl);
  const helped = await output(['auth', 'credential-helper'], { GITLAB_HOST: host });
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), helperAnswer), helped);
  // it may speak of another server, where it is not signed in to this one
  if (answer.success) return new URL(answer.output.instance_url).host === host ? answer.output.token.token : undefined;
  const configured = await output(['config', 'get', 'token', '--host', host]);
  return configured.trim() || undefined;
};

/** What git's credential helpers hold for a server, as a token; nobody is asked for a password. */
export const lentByGit = async (
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

/** What glab prints; nothing where it is missing, fails or takes too long. Its words may hold a token and are not kept. */
const output = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> => {
  const signal = AbortSignal.timeout(programMs);
  const configured = process.env['GLAB_CONFIG_DIR'];
  const folder = configured === undefined ? {} : { GLAB_CONFIG_DIR: configured };
  const settings = { cwd: homedir(), environment: { ...folder, ...environment }, signal, largestOutputBytes };
  try {
    const { stdout, failed } = await runChild('glab', args, settings);
    return failed === undefined ? stdout.toString() : '';
  } catch (error) {
    if (signal.aborted) return '';
    throw error;
  }
};
