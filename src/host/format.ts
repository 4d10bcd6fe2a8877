import * as vscode from 'vscode';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago a moment was, in the language of the editor: `3 days ago`. */
export const age = (timestamp: string, now = Date.now()): string => {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Number.isNaN(seconds)) return timestamp;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
};

/** A moment in the language and time zone of the user. */
export const moment = (timestamp: string): string => {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime())
    ? timestamp
    : new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
};

/** Last part of a path. */
export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path without its last part; empty at the top. */
export const dirname = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A hash as people say it. */
export const shortSha = (sha: string): string => sha.slice(0, 8);

/** Characters that act instead of showing: controls, and those that turn the direction of what follows. */
const acting = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text from the server for one line of a row: what would act on the row is shown by its code, such as `\\u202e`. */
export const visible = (text: string): string =>
  text.replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for places where VS Code draws `$(name)` as an icon. */
export const visibleLabel = (text: string): string => visible(text).replaceAll('$(', '\\$(');
