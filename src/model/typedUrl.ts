export type ParsedUrl =
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'invalid'; readonly problem: 'empty' | 'notAnAddress' | 'scheme' | 'credentials' };

/** The scheme defaults to https. */
export const parseUrl = (input: string): ParsedUrl => {
  const text = input.trim();
  if (text === '') return { kind: 'invalid', problem: 'empty' };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return { kind: 'invalid', problem: 'notAnAddress' };
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'invalid', problem: 'scheme' };
  if (url.password !== '') return { kind: 'invalid', problem: 'credentials' };
  // invalid host characters were encoded
  if (url.hostname === '' || /[\s"<>%]/.test(url.hostname)) return { kind: 'invalid', problem: 'notAnAddress' };
  return { kind: 'url', url };
};
