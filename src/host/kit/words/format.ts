import * as vscode from '../../vscode.ts';
import { byteSize, relativeDate, shortSha } from '../../../messages/formats.ts';
import { accountName } from '../../../model/account.ts';
import type { OpenProject } from '../../shell/currentProject.ts';

/** Such as `3 days ago`. `at`: ISO 8601 or epoch milliseconds. */
export const age = (at: string | number): string => {
  const timestamp = typeof at === 'number' ? new Date(at).toISOString() : at;
  return relativeDate(timestamp, Date.now(), vscode.env.language) ?? timestamp;
};

/** Such as `512 bytes`, `1.2 MB`. */
export const bytesText = (bytes: number): string => byteSize(bytes, vscode.env.language);

/** Date and local time. `at`: ISO 8601 or epoch milliseconds. */
export const moment = (at: string | number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? String(at)
    : new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
};

/** First 400 characters of Markdown on one line, without bullets. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*] /, '').trim())
    .filter((line) => line !== '')
    .join(' · ')
    .replace(/\b[0-9a-f]{40,64}\b/g, shortSha)
    .slice(0, 400);

export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Empty at the top. */
export const dirname = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Such as `acme/orchard · olive@gitlab.example.com`. */
export const projectAndAccount = ({ project, account }: Pick<OpenProject, 'project' | 'account'>): string =>
  `${project.path_with_namespace} · ${accountName(account)}`;

export { shortSha };
export { visible, visibleLabel } from '../../visible.ts';
