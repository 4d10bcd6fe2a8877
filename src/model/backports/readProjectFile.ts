import type { Client } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { getFile } from '../../wire/repositoryFiles.ts';
import { maxProjectFile, projectFilePath, type ProjectFileReading } from './projectFile.ts';

/** R6. Throws if unreadable, as that isn't `absent`. Loads the parser on demand. */
export const readProjectFile = async (
  { client, project }: { readonly client: Client; readonly project: number },
  signal?: AbortSignal,
): Promise<ProjectFileReading> => {
  const parameters = { id: project, file_path: projectFilePath, ref: 'HEAD' };
  const read = await client
    .send(getFile, parameters, signal === undefined ? {} : { signal })
    .catch((error: unknown) => {
      // 404 also means a hidden project or repository
      const words = requestErrorFacts(error, 'notFound')?.serverMessage ?? '';
      if (/\b(?:file|commit|repository) not found/i.test(words)) return undefined;
      throw error;
    });
  if (read === undefined) return { kind: 'absent' };
  const { size, content, commit_id: commit, blob_id: blob } = read;
  const bytes = Buffer.from(content, 'base64');
  // don't trust the reported size
  if (Math.max(size, bytes.length) > maxProjectFile) {
    return { kind: 'bad', problems: [{ line: 1, column: 1, key: '', kind: 'tooLarge' }], commit, blob };
  }
  const { parseProjectFile } = await import('./parseProjectFile.ts');
  return { ...parseProjectFile(bytes.toString('utf8')), commit, blob };
};
