import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import { readLocalRepository, type LocalRepository } from '../world/localRepository.ts';
import type { ProjectPlan, WorldPlan } from '../world/plans.ts';
import { levels } from '../world/records.ts';
import { acmePlan } from './acme.ts';
import { roleEntry, rule } from './rules.ts';

/** Valid, unused path in the sample group. */
const pathOf = (name: string, { projects, groups }: WorldPlan): string => {
  const taken = new Set([...projects, ...groups].map(({ path }) => path.toLowerCase()));
  const valid = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/[-._]{2,}/g, '-')
    .replace(/^[-._]|[-._]$|\.(?:git|atom)$/gi, '');
  const path = `acme/${valid === '' ? 'repository' : valid}`;
  let free = path;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${path}-${number}`;
  return free;
};

const rulesOf = ({ defaultBranch }: LocalRepository): readonly ProtectedBranch[] => {
  const [maintainer, developer] = [[roleEntry(levels.maintainer)], [roleEntry(levels.developer)]];
  return [
    rule(51, defaultBranch, { push: maintainer, merge: developer }),
    rule(52, 'release*', { push: maintainer, merge: maintainer }),
  ];
};

/** Sample world whose first project is a copy of a local repository. Throws `WorldError`. */
export const planWithRepository = async (folder: string): Promise<WorldPlan> => {
  const source = await readLocalRepository(folder);
  const project: ProjectPlan = {
    id: 106,
    path: pathOf(source.name, acmePlan),
    name: source.name,
    description: 'A copy of a repository on this computer',
    source,
    rules: rulesOf(source),
    commits: [],
  };
  return { ...acmePlan, projects: [project, ...acmePlan.projects] };
};
