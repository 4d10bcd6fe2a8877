import { cleanedError } from '../cleanedError.ts';

/** A text without any of the credentials: services repeat what they were sent, and addresses to clone from hold them. */
export const withoutSecrets = (text: string, secrets: readonly string[] = []): string =>
  shapes.reduce(
    (cleaned, { pattern, instead }) => cleaned.replace(pattern, instead),
    secrets
      .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      // a short one would tear words apart, and nobody can tell it from them
      .filter((secret) => secret.length >= 4)
      .reduce((cleaned, secret) => cleaned.replaceAll(secret, '[credential]'), text),
  );

/** What credentials look like where the credential itself is no longer known. */
const shapes: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /(\w:\/\/)[^\s/@:]+(?::[^\s/@]*)?@/g, instead: '$1' },
  {
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|ATBB[A-Za-z0-9]{16,})/g,
    instead: '[credential]',
  },
];

/** The same error without the credentials; what is no failed request is left as it is. */
export const errorWithoutSecrets = (error: unknown, secrets: readonly string[]): unknown =>
  cleanedError(error, (words) => withoutSecrets(words, secrets));
