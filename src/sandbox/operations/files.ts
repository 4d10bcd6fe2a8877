import type { getRawFile } from '../../wire/projects.ts';
import { openCode, type Handler } from '../handling.ts';
import { notFound } from '../refusals.ts';
import { openCommit } from './commits.ts';

const looksBinary = (content: Buffer): boolean => content.subarray(0, 8000).includes(0);

/** R5. The bytes as they are in git; 404 `404 Commit Not Found` for an unknown ref, `404 File Not Found` for the rest. */
export const handleGetRawFile: Handler<typeof getRawFile> = async (visit) => {
  const { repository } = openCode(visit);
  const { file_path: path, ref } = visit.parameters();
  const commit = await openCommit(repository, ref);
  const blob = await repository.objects.contents(`${commit.sha}:${path}`);
  if (blob?.type !== 'blob') throw notFound('File');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    kind: 'bytes',
    headers: {
      'content-type': looksBinary(blob.content) ? 'application/octet-stream' : 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="${encodeURIComponent(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'x-gitlab-blob-id': blob.sha,
      'x-gitlab-commit-id': commit.sha,
      'x-gitlab-file-name': encodeURIComponent(name),
      'x-gitlab-file-path': encodeURIComponent(path),
      'x-gitlab-ref': encodeURIComponent(ref),
      'x-gitlab-size': String(blob.size),
    },
    body: blob.content,
  };
};
