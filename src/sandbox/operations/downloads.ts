import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { DownloadReply, RequestContext } from '../handling.ts';
import { refusal } from '../refusals.ts';
import { exportOf } from '../transfer/exports.ts';
import { givenFile } from '../transfer/givenFile.ts';
import type { ExportJob } from '../world/transferRecords.ts';

export interface WantedDownload {
  readonly kind: ExportJob['kind'];
  readonly subjectId: number;
  readonly personId: number;
  /** Full path of the group or project. */
  readonly path: string;
}

const fileName = (visit: RequestContext, path: string): string => {
  const day = visit.now().toISOString().slice(0, 10);
  return `${day}_${path.replaceAll('/', '_')}_export.tar.gz`;
};

/**
 * Serves the caller's own export, directly or by redirect to object storage. Throws 404 without an export or its file.
 */
export const downloadReply = async (visit: RequestContext, wanted: WantedDownload): Promise<DownloadReply> => {
  const { transfers } = visit;
  const file = exportOf(transfers, wanted.kind, wanted.subjectId, wanted.personId)?.file ?? null;
  if (file === null) throw refusal(404, '404 Not found or has expired');
  const path = transfers.path('exports', file);
  if (!existsSync(path)) throw refusal(404, `The ${wanted.kind} export file is not available yet`);
  const name = fileName(visit, wanted.path);
  const storage = transfers.settings.objectStorage;
  if (storage !== undefined) return { kind: 'elsewhere', location: storage.offer(path, name) };
  const { status, headers, body } = await givenFile(path, name, visit.headers);
  if (body === undefined) return { kind: 'stream', status, headers, body: Readable.from([]) };
  return { kind: 'stream', status, headers, body: body() };
};
