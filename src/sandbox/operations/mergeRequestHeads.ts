import { git } from '../git/command.ts';
import type { ProjectState } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { currentRequest } from './mergeRequests.ts';

/** Refs that survive the deletion of the source branches. */
const requestHeads = 'refs/merge-requests/';

/** Updates the refs of all merge requests before a fetch, as GitLab does. */
export const writeRequestHeads = async (world: World, project: ProjectState): Promise<void> => {
  const repository = world.repository(project);
  const requests = await Promise.all(project.mergeRequests.map((request) => currentRequest(repository, request)));
  const lines = await Promise.all(
    requests.map(async ({ iid, sha }) => {
      const ref = `${requestHeads}${iid}/head`;
      const [commit, before] = await Promise.all([repository.objects.info(sha), repository.objects.info(ref)]);
      return commit === undefined || before?.sha === sha ? '' : `update ${ref} ${sha}\n`;
    }),
  );
  const input = lines.join('');
  // a concurrent fetch may write the same refs
  if (input !== '') await git(repository.directory, ['update-ref', '--stdin'], { input, expected: [0, 128] });
};
