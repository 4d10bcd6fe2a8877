/** Who may have sent a web page in the place of an answer, as far as it says so. */
export interface PageFacts {
  /** Its `Server` and `Via` headers. */
  readonly server?: string | undefined;
  readonly via?: string | undefined;
  readonly title?: string | undefined;
  /** Where a redirect leads, other than to the server. */
  readonly signIn?: string | undefined;
}

/** What a page says of the connection it came by. */
export type PageProblem = 'tlsWanted' | 'clientCertificateWanted' | 'clientCertificateRejected';

const problems: readonly (readonly [title: RegExp, problem: PageProblem])[] = [
  [/plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL/i, 'tlsWanted'],
  [/SSL certificate was sent/i, 'clientCertificateWanted'],
  [/SSL certificate error/i, 'clientCertificateRejected'],
];

/** Reads the titles by which nginx, Go and Apache say what TLS should have brought; undefined for any other. */
export const pageProblem = (title = ''): PageProblem | undefined =>
  problems.find(([pattern]) => pattern.test(title))?.[1];

/** Longest part of any of them that is kept. */
const longest = 200;

/** Reads who sent a page from its headers and its title. */
export const pageFacts = (headers: Readonly<Record<string, string>>, body: Uint8Array): PageFacts => {
  const [, title = ''] = /<title[^<>]*>([^<]+)/i.exec(Buffer.from(body).toString('utf8', 0, 16 * 1024)) ?? [];
  return { server: short(headers['server']), via: short(headers['via']), title: short(plain(title)) };
};

const short = (text = ''): string | undefined => text.replace(/\s+/g, ' ').trim().slice(0, longest) || undefined;

const characters = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }));

/** Text of HTML with the usual characters in the place of their names. */
const plain = (html: string): string =>
  html.replace(/&(#?\w+);/g, (whole, name: string) => characters.get(name.toLowerCase()) ?? whole);
