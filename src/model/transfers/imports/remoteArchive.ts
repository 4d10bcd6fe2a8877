import type { RemoteFile } from '../../../client/remoteFile.ts';
import { remoteLimitBytes } from './sizeLimit.ts';

export type AddressProblem = 'empty' | 'notAnAddress' | 'notWeb';

export const addressProblem = (text: string): AddressProblem | undefined => {
  if (text === '') return 'empty';
  if (!URL.canParse(text)) return 'notAnAddress';
  return /^https?:$/.test(new URL(text).protocol) ? undefined : 'notWeb';
};

export type RemoteProblem =
  | { readonly kind: 'expired'; readonly at: Date | undefined }
  | { readonly kind: 'refused'; readonly status: number; readonly words: string | undefined }
  | { readonly kind: 'missing'; readonly status: number }
  | { readonly kind: 'redirects'; readonly to: string | undefined }
  | { readonly kind: 'failed'; readonly status: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'tooLarge'; readonly sizeBytes: number; readonly limitBytes: number }
  /** Required by GitLab. */
  | { readonly kind: 'noLength' }
  /** GitLab accepts only `application/gzip`. */
  | { readonly kind: 'type'; readonly type: string | undefined };

/** Expiry of a pre-signed URL. */
export const expiryOf = (address: URL): Date | undefined => {
  const parameters = new Map([...address.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const prefix of ['x-amz', 'x-goog']) {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(parameters.get(`${prefix}-date`) ?? '') ?? [];
    const seconds = Number(parameters.get(`${prefix}-expires`) ?? 'none');
    if (year !== undefined && Number.isFinite(seconds))
      return new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + seconds * 1000);
  }
  // older Amazon and Google signatures, and Azure's
  const expires = parameters.get('expires') ?? '';
  if (/^\d{9,11}$/.test(expires) && parameters.has('signature')) return new Date(Number(expires) * 1000);
  const end = Date.parse(parameters.get('se') ?? '');
  return parameters.has('sig') && !Number.isNaN(end) ? new Date(end) : undefined;
};

/** Message of an S3 error. */
const spokenMessage = (words: string | undefined): string | undefined =>
  /<Message>([^<]{1,500})<\/Message>/i.exec(words ?? '')?.[1] ?? undefined;

export const remoteProblem = (file: RemoteFile, address: URL, now: Date): RemoteProblem | undefined => {
  const { status, sizeBytes, type } = file;
  const at = expiryOf(address);
  const words = spokenMessage(file.words);
  if (status === 401 || status === 403 || status === 400) {
    if ((at !== undefined && at <= now) || /expired/i.test(words ?? '')) return { kind: 'expired', at };
    return { kind: 'refused', status, words };
  }
  if (status === 404 || status === 410) return { kind: 'missing', status };
  if (status >= 300 && status < 400) return { kind: 'redirects', to: file.leadsTo };
  if (status !== 200) return { kind: 'failed', status };
  if (sizeBytes === undefined) return { kind: 'noLength' };
  if (sizeBytes === 0) return { kind: 'empty' };
  if (sizeBytes > remoteLimitBytes) return { kind: 'tooLarge', sizeBytes, limitBytes: remoteLimitBytes };
  return type === 'application/gzip' ? undefined : { kind: 'type', type };
};

/** Checks only the address. */
export const knownExpired = (address: URL, now: Date): RemoteProblem | undefined => {
  const at = expiryOf(address);
  return at !== undefined && at <= now ? { kind: 'expired', at } : undefined;
};
