import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import {
  getProjectImport,
  importProject,
  importProjectFromS3,
  importRemoteProject,
  type ProjectImport,
} from '../../../wire/projectTransfer.ts';
import type { AccountCapabilities } from '../../accountCapabilities.ts';
import { isAtLeast, type Release } from '../../release.ts';
import { type LookupOutcome, type WriteOutcome, writeOnce } from '../../writeOnce.ts';
import { errorWithoutAddresses } from './addresses.ts';
import type { Overrides } from './overrides.ts';
import { followUpload, namedAsArchive, type UploadOptions } from './sending.ts';

export interface ImportAccount {
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
}

/** Credentials are in memory only. */
export interface StoredArchive {
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type ArchiveOrigin =
  | { readonly kind: 'file'; readonly file: UploadFile }
  /** May contain credentials. */
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 's3'; readonly stored: StoredArchive };

export interface WantedProject {
  /** Full path of a group or user. */
  readonly namespace: string;
  /** Last part of the full path. */
  readonly path: string;
  /** Default: the path. */
  readonly name?: string | undefined;
  readonly origin: ArchiveOrigin;
  readonly overrides: Overrides;
  /** ID; undefined if the path is free. */
  readonly replaces: number | undefined;
}

const archiveType = 'gitlab_project';

/**
 * X4, X5, X6; once. After a lost answer or a cancel, the path decides, which was free; `notDone` means nothing was created.
 * Throws refusals, without addresses and keys.
 */
export const startProjectImport = async (
  { client, capabilities }: ImportAccount,
  wanted: WantedProject,
  options: UploadOptions = {},
): Promise<WriteOutcome<ProjectImport>> => {
  const { origin, overrides } = wanted;
  const upload = followUpload(options);
  const common = {
    path: wanted.path,
    ...namespaceFor(wanted.namespace, capabilities.known.release),
    ...(wanted.name === undefined ? {} : { name: wanted.name }),
  };
  const more = {
    ...(wanted.replaces === undefined ? {} : { overwrite: true }),
    ...(Object.keys(overrides).length === 0 ? {} : { override_params: { ...overrides } }),
  };
  const { signal } = options;
  const write = (): Promise<ProjectImport> => {
    if (origin.kind === 'file') {
      const file = namedAsArchive(origin.file);
      const { progress } = upload;
      return capabilities.send(importProject, { ...common, ...more, file }, wanted.namespace, { signal, progress });
    }
    upload.sentAtOnce();
    if (origin.kind === 'url')
      return capabilities.send(importRemoteProject, { ...common, ...more, url: origin.url }, wanted.namespace, {
        signal,
      });
    const { region, bucket, key, accessKeyId, secretAccessKey } = origin.stored;
    const stored = { region, bucket_name: bucket, file_key: key };
    const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
    return capabilities.send(importProjectFromS3, { ...common, ...stored, ...keys }, wanted.namespace, { signal });
  };
  const check = async (): Promise<LookupOutcome<ProjectImport>> => {
    const seen = await upload.check(() => findProjectImport(client, wanted));
    // the old project is replaced only at the end
    return seen === 'absent' && wanted.replaces !== undefined ? 'unclear' : seen;
  };
  const secrets = secretsOf(origin);
  try {
    const written = await writeOnce(() => upload.sent(write), check);
    return written.kind === 'done' ? written : { ...written, cause: errorWithoutAddresses(written.cause, secrets) };
  } catch (error) {
    throw errorWithoutAddresses(error, secrets);
  }
};

export const namespaceFor = (
  path: string,
  release: Release | undefined,
): { readonly namespace: string } | { readonly namespace_path: string } =>
  release !== undefined && isAtLeast(release, '18.7') ? { namespace_path: path } : { namespace: path };

const secretsOf = (origin: ArchiveOrigin): readonly string[] => {
  if (origin.kind === 'file') return [];
  if (origin.kind === 's3') return [origin.stored.secretAccessKey, origin.stored.accessKeyId];
  const url = new URL(origin.url);
  return [url.search, ...url.searchParams.values(), url.password];
};

/** Undefined without an import, or for the project to overwrite. Throws if the server can't be reached. */
export const findProjectImport = async (
  client: Client,
  wanted: Pick<WantedProject, 'namespace' | 'path' | 'replaces'>,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ProjectImport | undefined> => {
  try {
    const found = await client.send(getProjectImport, { id: `${wanted.namespace}/${wanted.path}` }, options);
    return found.import_type === archiveType && found.id !== wanted.replaces ? found : undefined;
  } catch (error) {
    if (requestErrorFacts(error, 'notFound') === undefined) throw error;
    return undefined;
  }
};
