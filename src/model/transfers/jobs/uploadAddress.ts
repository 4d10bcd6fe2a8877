export interface UploadAddress {
  readonly kind: 'address';
  /** Grants write access: only in memory, never shown. */
  readonly url: string;
  /** Without query; safe to show and save. */
  readonly shown: string;
  readonly expiresAtMs: number | undefined;
  /** Undefined if unknown. */
  readonly signsContentType: boolean | undefined;
}

export type NoUploadAddress = {
  readonly kind: 'refused';
  readonly why: 'empty' | 'invalid' | 'scheme' | 'unencrypted' | 'credentials' | 'expired';
};

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Pre-signed by S3, Google Cloud Storage or Azure. Others are accepted unless empty, invalid, not http(s), unencrypted
 * beyond this computer, with credentials, or expired.
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
  const startsAt = query.get('x-amz-date') ?? query.get('x-goog-date');
  const seconds = Number(query.get('x-amz-expires') ?? query.get('x-goog-expires'));
  if (startsAt !== undefined && Number.isFinite(seconds)) {
    // 20261121T130000Z
    const [, day, time] = /^(\d{8})T(\d{6})Z$/i.exec(startsAt) ?? [];
    const iso = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
    const startsAtMs = Date.parse(iso);
    return Number.isNaN(startsAtMs) ? undefined : startsAtMs + seconds * 1000;
  }
  // older S3 signatures in seconds since 1970, Azure as a date
  const old = Number(query.get('expires') ?? Number.NaN);
  if (Number.isFinite(old)) return old * 1000;
  const azure = Date.parse(query.has('sig') ? (query.get('se') ?? '') : '');
  return Number.isNaN(azure) ? undefined : azure;
};
