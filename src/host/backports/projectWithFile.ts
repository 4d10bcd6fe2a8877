import { requestErrorFacts } from '../../client/errors.ts';
import { projectFilePath } from '../../model/backports/projectFile.ts';
import { getFile } from '../../wire/repositoryFiles.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { projectKey } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';

/** Shows the Backport Queue view from now on. */
export const showQueue = (): void => setContextKey('graft.backports.isUsed', true);

/** Shows it if the project has the file. */
export const findProjectFile = async ({ project, log }: Pick<Shell, 'project' | 'log'>): Promise<void> => {
  const { open } = project;
  if (open === undefined) return;
  try {
    await open.client.send(getFile, { id: open.project.id, file_path: projectFilePath, ref: 'HEAD' });
    if (project.open && projectKey(project.open) === projectKey(open)) setContextKey('graft.backports.hasFile', true);
  } catch (error) {
    setContextKey('graft.backports.hasFile', false);
    // the opened queue shows the error
    if (!requestErrorFacts(error, 'notFound'))
      log.error('Whether the project has a backport queue is not known.', error);
  }
};
