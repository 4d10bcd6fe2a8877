import { git } from '../git/command.ts';
import type { ProjectState } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { currentRequest } from './mergeRequests.ts';

/** Where git finds the heads of merge requests, whatever becomes of their branches. */
const requestHeads = 'refs/merge-requests/';

/** Gives each merge request whose commit is there its ref, as real servers do; git reads them in a fetch. */
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
  // another fetch may be writing the same
  if (input !== '') await git(repository.directory, ['update-ref', '--stdin'], { input, expected: [0, 128] });
};
