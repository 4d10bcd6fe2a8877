/** Contains a secret, plain or within base64 or base64url. */
export const holds = (text: string, secret: string): boolean =>
  text.includes(secret) ||
  (text.match(/[\w+/-]{8,}/g) ?? []).some((coded) =>
    [0, 1, 2, 3].some((start) => Buffer.from(coded.slice(start), 'base64').includes(secret)),
  );
