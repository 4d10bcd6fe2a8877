import { Secrets } from '../../../../client/secrets.ts';
import { tokenBeginning } from '../../../tokenShape.ts';
import { cleanedError } from '../cleanedError.ts';

/** A text without any of the credentials: services repeat what they were sent, and addresses to clone from hold them. */
export const withoutSecrets = (text: string, secrets: readonly string[] = []): string =>
  shapes.reduce((cleaned, { pattern, instead }) => cleaned.replace(pattern, instead), new Secrets(secrets).clean(text));

/** What credentials look like where the credential itself is no longer known. */
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

/** The same error without the credentials; what is no failed request is left as it is. */
export const errorWithoutSecrets = (error: unknown, secrets: readonly string[]): unknown =>
  cleanedError(error, (words) => withoutSecrets(words, secrets));
