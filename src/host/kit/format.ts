import * as vscode from '../vscode.ts';
import { byteSize, relativeDate, shortSha } from '../../messages/formats.ts';
import { accountName } from '../../model/account.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** How long ago a moment (ISO 8601, or milliseconds) was, in the language of the editor: `3 days ago`. */
export const age = (at: string | number): string => {
  const timestamp = typeof at === 'number' ? new Date(at).toISOString() : at;
  return relativeDate(timestamp, Date.now(), vscode.env.language) ?? timestamp;
};

/** A number of bytes in the language of the editor: `512 bytes`, `1.2 MB`. */
export const bytesText = (bytes: number): string => byteSize(bytes, vscode.env.language);

/** A moment (ISO 8601, or milliseconds) in the language and time zone of the user. */
export const moment = (at: string | number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? String(at)
    : new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
};

/** The beginning of a Markdown text in one line: list items without their dash, hashes cut. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*] /, '').trim())
    .filter((line) => line !== '')
    .join(' · ')
    .replace(/\b[0-9a-f]{40,64}\b/g, shortSha)
    .slice(0, 400);

/** Last part of a path. */
export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path without its last part; empty at the top. */
export const dirname = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What a page works with: `acme/orchard · olive@gitlab.example.com`. It keeps its account when the window switches. */
export const projectAndAccount = ({ project, account }: Pick<OpenProject, 'project' | 'account'>): string =>
  `${project.path_with_namespace} · ${accountName(account)}`;

export { shortSha };
export { visible, visibleLabel } from '../visible.ts';
