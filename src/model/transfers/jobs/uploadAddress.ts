/** An address an archive can be uploaded to, and what it says of itself. */
export interface UploadAddress {
  readonly kind: 'address';
  /** The whole of it, which lets anybody write there: kept in memory only, never shown. */
  readonly url: string;
  /** Host and path, which may be shown and kept. */
  readonly shown: string;
  /** When it stops being valid; undefined when it does not say. */
  readonly expiresAtMs: number | undefined;
  /** Whether its signature covers the type of the content; undefined when that cannot be told. */
  readonly signsContentType: boolean | undefined;
}

/** Why a text is no address an archive can be uploaded to. */
export type NoUploadAddress = {
  readonly kind: 'refused';
  readonly why: 'empty' | 'invalid' | 'scheme' | 'unencrypted' | 'credentials' | 'expired';
};

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Reads a pre-signed address as S3, Google Cloud Storage and Azure write them. Other addresses are taken as well; only
 * what cannot be meant is refused: no address, no http, unencrypted beyond this computer, a user and password in it, or
 * a time that has passed.
 */
export const readUploadAddress = (text: string, nowMs: number): UploadAddress | NoUploadAddress => {
  const given = text.trim();
  if (given === '') return { kind: 'refused', why: 'empty' };
  if (!URL.canParse(given) || /\s/.test(given)) return { kind: 'refused', why: 'invalid' };
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'refused', why: 'scheme' };
  if (url.username !== '' || url.password !== '') return { kind: 'refused', why: 'credentials' };
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return { kind: 'refused', why: 'unencrypted' };
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const expiresAtMs = expiryOf(query);
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return { kind: 'refused', why: 'expired' };
  const signed = query.get('x-amz-signedheaders') ?? query.get('x-goog-signedheaders');
  return {
    kind: 'address',
    url: given,
    shown: `${url.host}${url.pathname}`,
    expiresAtMs,
    signsContentType: signed === undefined ? undefined : signed.toLowerCase().split(';').includes('content-type'),
  };
};

const expiryOf = (query: ReadonlyMap<string, string>): number | undefined => {
  const begin = query.get('x-amz-date') ?? query.get('x-goog-date');
  const seconds = Number(query.get('x-amz-expires') ?? query.get('x-goog-expires'));
  if (begin !== undefined && Number.isFinite(seconds)) {
    // 20261121T130000Z
    const [, day, time] = /^(\d{8})T(\d{6})Z$/i.exec(begin) ?? [];
    const iso = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
    const beginMs = Date.parse(iso);
    return Number.isNaN(beginMs) ? undefined : beginMs + seconds * 1000;
  }
  // the older signature of S3 says seconds since 1970, Azure a date
  const old = Number(query.get('expires') ?? Number.NaN);
  if (Number.isFinite(old)) return old * 1000;
  const azure = Date.parse(query.has('sig') ? (query.get('se') ?? '') : '');
  return Number.isNaN(azure) ? undefined : azure;
};
