import type { UploadFile } from '../../wire/parameters.ts';
import { jsonResponse } from '../exchange.ts';
import type { ReceivedFile } from '../multipart.ts';
import { Refusal } from '../refusals.ts';

/** Throws 422 unless the file name ends in `.gz`. */
export const archiveFile = (file: UploadFile, kind: 'project' | 'group'): ReceivedFile => {
  if (!('path' in file)) throw new Error('A file of a request is always on disk.');
  if (!file.name.toLowerCase().endsWith('.gz')) {
    const error = `You need to upload a GitLab ${kind} export archive (ending in .gz).`;
    throw new Refusal(jsonResponse(422, { message: { error } }));
  }
  return file as ReceivedFile;
};
