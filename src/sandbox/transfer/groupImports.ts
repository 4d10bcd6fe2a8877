import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { levels, type Group, type Membership, type Person } from '../world/records.ts';
import type { GroupImportJob } from '../world/transferRecords.ts';
import { ArchiveError, readArchive } from './archive.ts';
import { Failures } from './failures.ts';
import { readPeople } from './people.ts';
import { findPlace, isTaken, visibilityIn } from './places.ts';
import { badgeSchema, boardSchema, labelSchema, milestoneSchema, readRelation } from './relations.ts';
import type { Transfers } from './transfers.ts';
import { readJson } from './tree.ts';

const listed = v.object({ id: v.union([v.number(), v.string()]) });
const described = v.object({
  name: v.string(),
  path: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/)),
  parent_id: v.nullish(v.number()),
  description: v.nullish(v.string()),
  visibility: v.fallback(v.picklist(['private', 'internal', 'public']), 'private'),
});

const change = (transfers: Transfers, groupId: number, changed: Partial<GroupImportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    groupImports: state.groupImports.map((job) => (job.groupId === groupId ? { ...job, ...changed } : job)),
  }));

type Loaded = Pick<Group, 'members' | 'planning'> & { readonly data: v.InferOutput<typeof described> };

const loadGroup = async (
  transfers: Transfers,
  folder: string,
  id: number | string,
  failures: Failures,
): Promise<Loaded> => {
  const place = `tree/groups/${id}`;
  const data = v.safeParse(described, await readJson(folder, `${place}.json`));
  if (!data.success) throw new ArchiveError(`${place}.json describes no group.`);
  const list = (relation: string) => ({ folder, relation, file: `${place}/${relation}.ndjson` });
  const people = await readPeople(transfers.world, folder, `${place}/members.ndjson`);
  const [labels, milestones, boards, badges] = [
    await readRelation({ ...list('labels'), schema: labelSchema }, failures),
    await readRelation({ ...list('milestones'), schema: milestoneSchema }, failures),
    await readRelation({ ...list('boards'), schema: boardSchema }, failures),
    await readRelation({ ...list('badges'), schema: badgeSchema }, failures),
  ];
  return {
    data: data.output,
    members: people.flatMap(({ personId, level }) => (personId === null ? [] : [{ personId, level }])),
    planning: {
      labels: labels.map(({ row }) => row),
      milestones: milestones.map(({ row }) => row),
      boards: boards.map(({ row }) => row),
      badges: badges.map(({ row }) => row),
    },
  };
};

const withOwner = (members: readonly Membership[], personId: number): readonly Membership[] => [
  { personId, level: levels.owner },
  ...members.filter((member) => member.personId !== personId),
];

const nextGroupId = (groups: readonly Group[]): number => Math.max(0, ...groups.map(({ id }) => id)) + 1;

const perform = async (transfers: Transfers, { groupId, personId, file }: GroupImportJob): Promise<void> => {
  const { world, settings } = transfers;
  const step = (to: string): Promise<void> => transfers.step({ kind: 'groupImport', subjectId: groupId, to });
  await step('started');
  await change(transfers, groupId, { state: 'started' });
  const folder = await transfers.workFolder();
  try {
    if (file === null) throw new ArchiveError('The import has lost its archive.');
    await readArchive(transfers.path('uploads', file), folder);
    if (!existsSync(join(folder, 'tree/groups/_all.ndjson'))) throw new ArchiveError('The archive is none of a group.');
    const failures = new Failures(transfers);
    const ids = await readRelation(
      { folder, file: 'tree/groups/_all.ndjson', relation: 'groups', schema: listed, prepare: (value) => value },
      failures,
    );
    const groups: { readonly id: number | string; readonly loaded: Loaded }[] = [];
    for (const { row } of ids)
      groups.push({ id: row.id, loaded: await loadGroup(transfers, folder, row.id, failures) });
    await step('finished');
    await world.update((state) => {
      const created = new Map<number | string, string>();
      let all = state.groups;
      for (const [index, { id, loaded }] of groups.entries()) {
        const { data, members, planning } = loaded;
        if (index === 0) {
          all = all.map((group) =>
            group.id === groupId
              ? {
                  ...group,
                  description: data.description ?? '',
                  members: withOwner(members, personId),
                  ...(planning && { planning }),
                }
              : group,
          );
          created.set(id, all.find((group) => group.id === groupId)?.path ?? data.path);
          continue;
        }
        const parent = created.get(data.parent_id ?? '') ?? created.get(groups[0]?.id ?? '') ?? '';
        const path = `${parent}/${data.path}`;
        if (isTaken(world, path) || all.some((group) => group.path === path)) continue;
        const above = all.find((group) => group.path === parent);
        const visibility = visibilityIn(above && { kind: 'group', path: above.path, group: above }, data.visibility);
        created.set(id, path);
        all = [
          ...all,
          {
            id: nextGroupId(all),
            path,
            name: data.name,
            description: data.description ?? '',
            members,
            visibility,
            createdAt: settings.now().toISOString(),
            ...(planning && { planning }),
          },
        ];
      }
      return { ...state, groups: all };
    });
    await change(transfers, groupId, { state: 'finished', file: null });
    await transfers.dropUpload(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Also restarts an import that was interrupted by the end of the sandbox. */
export const runGroupImport = (transfers: Transfers, job: GroupImportJob): void =>
  transfers.run(async () => {
    try {
      await perform(transfers, job);
    } catch (error) {
      if (transfers.settings.closing.aborted) return;
      const isExpected = error instanceof ArchiveError;
      await change(transfers, job.groupId, {
        state: 'failed',
        file: null,
        error: isExpected ? error.message : 'The import failed because of an error of the server',
      });
      await transfers.dropUpload(job.file);
      if (!isExpected) throw error;
    }
  });

/** Creates the empty group, owned by the importer; undefined when the path is taken. */
export const beginGroupImport = async (
  transfers: Transfers,
  wanted: {
    readonly name: string;
    readonly path: string;
    readonly parent: Group | undefined;
    readonly person: Person;
    readonly file: string;
  },
): Promise<Group | undefined> => {
  const { world, settings } = transfers;
  const { parent, person } = wanted;
  const path = parent === undefined ? wanted.path : `${parent.path}/${wanted.path}`;
  if (isTaken(world, path)) return undefined;
  const place = parent === undefined ? undefined : findPlace(world, parent.path);
  const group: Group = {
    id: nextGroupId(world.state.groups),
    path,
    name: wanted.name,
    members: [{ personId: person.id, level: levels.owner }],
    // top-level groups are private, subgroups inherit
    visibility: place === undefined ? 'private' : visibilityIn(place, 'public'),
    createdAt: settings.now().toISOString(),
  };
  const job: GroupImportJob = {
    groupId: group.id,
    personId: person.id,
    state: 'scheduled',
    error: null,
    file: wanted.file,
  };
  await world.update((state) => ({
    ...state,
    groups: [...state.groups, group],
    transfers: { ...transfers.state, groupImports: [...transfers.state.groupImports, job] },
  }));
  runGroupImport(transfers, job);
  return group;
};
