import { Secrets } from '../../../../client/redactSecrets.ts';
import { tokenBeginning } from '../../../tokenShape.ts';
import { cleanedError } from '../cleanedError.ts';

/** Services repeat credentials in messages and clone URLs. */
export const withoutSecrets = (text: string, secrets: readonly string[] = []): string =>
  shapes.reduce((cleaned, { pattern, instead }) => cleaned.replace(pattern, instead), new Secrets(secrets).clean(text));

/** Formats of credentials no longer known. */
const shapes: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /(\w:\/\/)[^\s/@:]+(?::[^\s/@]*)?@/g, instead: '$1' },
  {
    pattern: new RegExp(
      String.raw`\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|${tokenBeginning}[\w-]{16,}|ATBB[A-Za-z0-9]{16,})`,
      'g',
    ),
    instead: '[credential]',
  },
];

/** Returns other errors unchanged. */
export const errorWithoutSecrets = (error: unknown, secrets: readonly string[]): unknown =>
  cleanedError(error, (words) => withoutSecrets(words, secrets));
