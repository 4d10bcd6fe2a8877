import type { Group } from '../world/records.ts';
import { noPlanning } from '../world/transferRecords.ts';
import type { World } from '../world/world.ts';
import type { ArchiveEntry } from './archive.ts';
import { userDocument } from './people.ts';
import { versionEntries } from './projectArchive.ts';
import { inArchiveNames, jsonEntry, linesEntry } from './tree.ts';

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const documents = (world: World, root: Group, group: Group): readonly ArchiveEntry[] => {
  const place = `tree/groups/${group.id}`;
  const planning = { ...noPlanning, ...group.planning };
  const parent = group.id === root.id ? undefined : world.group(parentPath(group.path));
  return [
    jsonEntry(`${place}.json`, {
      id: group.id,
      name: group.name,
      path: group.path.slice(group.path.lastIndexOf('/') + 1),
      parent_id: parent?.id ?? null,
      description: group.description ?? '',
      visibility: group.visibility ?? 'private',
    }),
    linesEntry(
      `${place}/members.ndjson`,
      group.members.flatMap(({ personId, level }) => {
        const person = world.person(personId);
        return person === undefined ? [] : [{ user_id: personId, access_level: level, user: userDocument(person) }];
      }),
    ),
    linesEntry(`${place}/labels.ndjson`, planning.labels.map(inArchiveNames)),
    linesEntry(`${place}/milestones.ndjson`, planning.milestones.map(inArchiveNames)),
    linesEntry(`${place}/boards.ndjson`, planning.boards.map(inArchiveNames)),
    linesEntry(`${place}/badges.ndjson`, planning.badges.map(inArchiveNames)),
  ];
};

/** The group and its subgroups, parents first, without projects. */
export async function* groupEntries(
  { world, version }: { readonly world: World; readonly version: string },
  root: Group,
): AsyncGenerator<ArchiveEntry> {
  const all = world.state.groups
    .filter(({ path }) => path === root.path || path.startsWith(`${root.path}/`))
    .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length);
  yield* versionEntries(version);
  yield linesEntry(
    'tree/groups/_all.ndjson',
    all.map(({ id }) => ({ id })),
  );
  for (const group of all) yield* documents(world, root, group);
}
