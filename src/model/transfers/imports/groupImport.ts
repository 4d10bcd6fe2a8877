import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { eachPage } from '../../../client/eachPage.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import { getGroup, type Group, listGroups } from '../../../wire/groups.ts';
import { importGroup } from '../../../wire/groupTransfer.ts';
import type { Job } from '../jobs/job.ts';
import { type WriteOutcome, writeOnce } from '../../writeOnce.ts';
import type { ImportAccount } from './projectImport.ts';
import { followUpload, namedAsArchive, type UploadOptions } from './sending.ts';

export interface WantedGroup {
  readonly name: string;
  /** Last part of the full path. */
  readonly path: string;
  readonly parent: { readonly id: number; readonly path: string } | undefined;
  readonly file: UploadFile;
}

export const groupImportDetails = v.object({
  name: v.string(),
  parent: v.optional(v.object({ id: v.number(), path: v.string() })),
  path: v.string(),
  isSent: v.boolean(),
  /** Groups in the archive, including itself. */
  groups: v.optional(v.number()),
});

export type GroupImportDetails = v.InferOutput<typeof groupImportDetails>;

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
    // redirected
    return found.full_path.toLowerCase() === path.toLowerCase() ? found : undefined;
  } catch (error) {
    if (requestErrorFacts(error, 'notFound') === undefined) throw error;
    return undefined;
  }
};

/**
 * G3, once; the answer doesn't name the group. After a lost answer or a cancel, the group's path decides, which was free.
 * Throws refusals.
 */
export const startGroupImport = async (
  { client, capabilities }: ImportAccount,
  wanted: WantedGroup,
  options: UploadOptions = {},
): Promise<WriteOutcome<undefined>> => {
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
      const seen = await upload.check(() => findGroup(client, fullPath));
      return typeof seen === 'string' ? seen : { found: undefined };
    },
  );
};

/** The import itself has no status. */
export type GroupImportState =
  | {
      readonly kind: 'there';
      readonly group: Group;
      /** Count including itself; undefined if the expected number is unknown. */
      readonly groups: number | undefined;
      /** Compared with the archive; `untold` if unknown. */
      readonly content: 'all' | 'some' | 'untold';
    }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'never'; readonly why: 'notSent' | 'neverCame' };

const appearsWithinMs = 10 * 60_000;
/** Beyond this, the rest is assumed. */
const maxCounted = 500;

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
  return { kind: 'there', group, groups, content: groups >= Math.min(expected, maxCounted) ? 'all' : 'some' };
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
    if (found.size >= maxCounted) break;
  }
  return found.size;
};
