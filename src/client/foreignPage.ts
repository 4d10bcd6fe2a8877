/** Clues to the sender of an unexpected web page. */
export interface PageFacts {
  readonly server?: string | undefined;
  readonly via?: string | undefined;
  readonly title?: string | undefined;
  /** Redirect target. */
  readonly signIn?: string | undefined;
}

export type PageProblem = 'tlsWanted' | 'clientCertificateWanted' | 'clientCertificateRejected';

const problems: readonly (readonly [title: RegExp, problem: PageProblem])[] = [
  [/plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL/i, 'tlsWanted'],
  [/SSL certificate was sent/i, 'clientCertificateWanted'],
  [/SSL certificate error/i, 'clientCertificateRejected'],
];

/** TLS errors in page titles of nginx, Go and Apache. */
export const pageProblem = (title = ''): PageProblem | undefined =>
  problems.find(([pattern]) => pattern.test(title))?.[1];

const maxLength = 200;

export const pageFacts = (headers: Readonly<Record<string, string>>, body: Uint8Array): PageFacts => {
  const [, title = ''] = /<title[^<>]*>([^<]+)/i.exec(Buffer.from(body).toString('utf8', 0, 16 * 1024)) ?? [];
  return { server: short(headers['server']), via: short(headers['via']), title: short(plain(title)) };
};

const short = (text = ''): string | undefined => text.replace(/\s+/g, ' ').trim().slice(0, maxLength) || undefined;

const characters = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }));

const plain = (html: string): string =>
  html.replace(/&(#?\w+);/g, (whole, name: string) => characters.get(name.toLowerCase()) ?? whole);
