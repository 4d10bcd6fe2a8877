import type { ImportSource } from '../world/transferRecords.ts';
import { signedHeaders } from '../external/awsSignature.ts';
import { ArchiveError } from './archive.ts';
import { describeRemote, fetchFile, OutgoingError, webAddress, type RemoteFile } from './outgoing.ts';
import type { Transfers } from './transfers.ts';

export type RemoteSource = Extract<ImportSource, { kind: 'url' | 's3' }>;

const allowedTypes = ['application/gzip', 'application/x-tar', 'application/x-gzip', 'application/octet-stream'];

const headersOf = (source: RemoteSource, method: 'HEAD' | 'GET', now: Date): Readonly<Record<string, string>> =>
  source.kind === 'url' ? {} : signedHeaders(new URL(source.url), method, source, now);

const complaint = ({ status, type, length }: RemoteFile, source: RemoteSource, most: number): string | undefined => {
  if (status !== 200) return `Failed to open '${source.url.split('?')[0] ?? ''}': the server answered ${status}`;
  if (length === undefined || length === 0) return "Missing 'ContentLength' header";
  if (length > most) return `Content length is too big (should be at most ${most} B)`;
  const allowed = source.kind === 'url' ? allowedTypes.slice(0, 1) : allowedTypes;
  const plain = (type ?? '').split(';')[0]?.trim() ?? '';
  return allowed.includes(plain) ? undefined : `Content type '${plain}' not allowed. (Allowed: ${allowed.join(', ')})`;
};

/** Checks availability, size and content type of a remote archive. Returns an error message or undefined. */
export const remoteComplaint = async (transfers: Transfers, source: RemoteSource): Promise<string | undefined> => {
  const { closing, now, largestArchive } = transfers.settings;
  try {
    const remote = await describeRemote(webAddress(source.url), headersOf(source, 'HEAD', now()), closing);
    return complaint(remote, source, largestArchive);
  } catch (error) {
    if (error instanceof OutgoingError) return error.message;
    throw error;
  }
};

/** Returns the path of the archive; downloads a remote one to `path`. */
export const fetchSource = async (transfers: Transfers, source: ImportSource, path: string): Promise<string> => {
  if (source.kind === 'file') return transfers.path('uploads', source.file);
  if (source.kind !== 'url' && source.kind !== 's3') throw new ArchiveError('The import has no archive.');
  const { closing, now, largestArchive } = transfers.settings;
  const headers = headersOf(source, 'GET', now());
  await fetchFile(webAddress(source.url), headers, { path, most: largestArchive }, closing);
  return path;
};
