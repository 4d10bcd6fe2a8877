import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { eachPage } from '../../../client/eachPage.ts';
import { requestFailure } from '../../../client/errors.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import { getGroup, type Group, listGroups } from '../../../wire/groups.ts';
import { importGroup } from '../../../wire/groupTransfer.ts';
import type { Job } from '../jobs/job.ts';
import { type Written, writeOnce } from '../../writeOnce.ts';
import type { ImportAccount } from './projectImport.ts';
import { followUpload, namedAsArchive, type UploadOptions } from './sending.ts';

/** A group that is to be made of an archive. */
export interface WantedGroup {
  readonly name: string;
  /** Last part of its path. */
  readonly path: string;
  /** The group it goes into; undefined at the top. */
  readonly parent: { readonly id: number; readonly path: string } | undefined;
  readonly file: UploadFile;
}

/** What a job of a group import remembers besides. */
export const groupImportDetails = v.object({
  name: v.string(),
  parent: v.optional(v.object({ id: v.number(), path: v.string() })),
  path: v.string(),
  isSent: v.boolean(),
  /** How many groups the archive holds, the group itself among them; undefined where it was not seen. */
  groups: v.optional(v.number()),
});

/** What a job of a group import remembers besides. */
export type GroupImportDetails = v.InferOutput<typeof groupImportDetails>;

/** The full path a group gets. */
export const groupPath = ({
  parent,
  path,
}: Pick<WantedGroup, 'path'> & { parent?: { path: string } | undefined }): string =>
  parent === undefined ? path : `${parent.path}/${path}`;

const findGroup = async (
  client: Client,
  path: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Group | undefined> => {
  try {
    const found = await client.send(getGroup, { id: path, with_projects: false }, options);
    // a path that was left leads on to where the group is now
    return found.full_path.toLowerCase() === path.toLowerCase() ? found : undefined;
  } catch (error) {
    if (requestFailure(error, 'notFound') === undefined) throw error;
    return undefined;
  }
};

/**
 * Begins to import a group (G3), once; the answer does not name it. After a lost answer, and after a cancel, it is looked
 * for at its path, which nothing else had. Throws what the server refused.
 */
export const startGroupImport = async (
  { client, capabilities }: ImportAccount,
  wanted: WantedGroup,
  options: UploadOptions = {},
): Promise<Written<undefined>> => {
  const upload = followUpload(options);
  const fullPath = groupPath(wanted);
  return writeOnce(
    () =>
      upload.sent(async () => {
        await capabilities.send(
          importGroup,
          {
            name: wanted.name,
            path: wanted.path,
            file: namedAsArchive(wanted.file),
            ...(wanted.parent === undefined ? {} : { parent_id: wanted.parent.id }),
          },
          fullPath,
          { signal: options.signal, progress: upload.progress },
        );
        return undefined;
      }),
    async () => {
      const seen = await upload.look(() => findGroup(client, fullPath));
      return typeof seen === 'string' ? seen : { found: undefined };
    },
  );
};

/** What a look at a group showed. Servers tell nothing of the import itself, so what can be seen is all there is. */
export type GroupImportState =
  | {
      readonly kind: 'there';
      readonly group: Group;
      /** Groups that are there, the group itself among them; undefined where the archive did not tell how many to expect. */
      readonly groups: number | undefined;
      /** `all`: as many groups as the archive holds. `some`: fewer so far. `untold`: nobody can say. */
      readonly content: 'all' | 'some' | 'untold';
    }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'never'; readonly why: 'notSent' | 'neverCame' };

const appearsWithinMs = 10 * 60_000;
/** Groups are counted up to this many; more are taken to be there. */
const mostCounted = 500;

/** Looks at the group of an import. Throws when the server cannot be asked. */
export const pollGroupImport = async (
  job: Pick<Job, 'startedAtMs'>,
  details: GroupImportDetails,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
  nowMs: number,
): Promise<GroupImportState> => {
  const path = groupPath(details);
  const group = await findGroup(client, path, { signal });
  if (group === undefined) {
    if (!details.isSent) return { kind: 'never', why: 'notSent' };
    return nowMs - job.startedAtMs > appearsWithinMs ? { kind: 'never', why: 'neverCame' } : { kind: 'notYet' };
  }
  const { groups: expected } = details;
  if (expected === undefined || expected <= 1) return { kind: 'there', group, groups: expected, content: 'untold' };
  const below = await groupsBelow(client, group.full_path, { signal });
  const groups = below + 1;
  return { kind: 'there', group, groups, content: groups >= Math.min(expected, mostCounted) ? 'all' : 'some' };
};

const groupsBelow = async (
  client: Client,
  path: string,
  options: { readonly signal: AbortSignal },
): Promise<number> => {
  const found = new Set<number>();
  for await (const { items } of eachPage(client, listGroups, { search: path, per_page: 100 }, options)) {
    for (const { id, full_path: full } of items)
      if (full.toLowerCase().startsWith(`${path.toLowerCase()}/`)) found.add(id);
    if (found.size >= mostCounted) break;
  }
  return found.size;
};
