import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const foreign = /^(VSCODE_|ELECTRON_|npm_|INIT_CWD$|NODE_OPTIONS$|NODE_CHANNEL_|BROWSER$|GRAFT_)/i;

/** Without variables of an outer editor, npm or task, and without a proxy for this machine. */
export function editorEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const direct = [env['NO_PROXY'] ?? env['no_proxy'], '127.0.0.1', 'localhost'].filter(Boolean).join(',');
  return { ...env, NO_PROXY: direct, no_proxy: direct, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...extra };
}

/** No user or system config, a fixed author, no prompts. */
export function gitEnvironment(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'gitconfig');
  const lines = ['[user]', 'name = Olive Marsh', 'email = olive@acme.example', '[init]', 'defaultBranch = main'];
  writeFileSync(file, [...lines, '[commit]', 'gpgSign = false', '[credential]', 'helper =', ''].join('\n'));
  return { GIT_CONFIG_GLOBAL: file, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
}
