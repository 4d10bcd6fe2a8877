import type { Client } from '../../../client/client.ts';
import { requestFailure } from '../../../client/errors.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import {
  getProjectImport,
  importProject,
  importProjectFromS3,
  importRemoteProject,
  type ProjectImport,
} from '../../../wire/projectTransfer.ts';
import type { AccountCapabilities } from '../../accountCapabilities.ts';
import { isSince, type Release } from '../../release.ts';
import { type Found, type Written, writeOnce } from '../../writeOnce.ts';
import { errorWithoutAddresses } from './addresses.ts';
import type { Overrides } from './overrides.ts';
import { followUpload, namedAsArchive, type UploadOptions } from './sending.ts';

/** As which account an import is begun. */
export interface ImportAccount {
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
}

/** An object of a storage, with what opens it; lives as long as the run that asked for it. */
export interface StoredArchive {
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where the archive of an import comes from. */
export type ArchiveOrigin =
  | { readonly kind: 'file'; readonly file: UploadFile }
  /** The address may be a credential itself. */
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 's3'; readonly stored: StoredArchive };

/** A project that is to be made of an archive. */
export interface WantedProject {
  /** Full path of the group or user it goes to. */
  readonly namespace: string;
  /** Last part of its path. */
  readonly path: string;
  /** Its path when left out. */
  readonly name?: string | undefined;
  readonly origin: ArchiveOrigin;
  readonly overrides: Overrides;
  /** Number of the project that has the path and is to be replaced; undefined when the path is free. */
  readonly replaces: number | undefined;
}

/** What `import_type` says of an import of an archive. */
const archiveType = 'gitlab_project';

/**
 * Begins to import a project (X4, X5, X6), once. After a lost answer, and after a cancel, the project is looked for at
 * its path, which nothing else had: `notDone` then says that nothing was created. Throws what the server refused, with
 * no address or key in it.
 */
export const startProjectImport = async (
  { client, capabilities }: ImportAccount,
  wanted: WantedProject,
  options: UploadOptions = {},
): Promise<Written<ProjectImport>> => {
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
  const look = async (): Promise<Found<ProjectImport>> => {
    const seen = await upload.look(() => findProjectImport(client, wanted));
    // the new one takes the path of the old one at its end: until then nobody sees it
    return seen === 'absent' && wanted.replaces !== undefined ? 'unclear' : seen;
  };
  const secrets = secretsOf(origin);
  try {
    const written = await writeOnce(() => upload.sent(write), look);
    return written.kind === 'done' ? written : { ...written, cause: errorWithoutAddresses(written.cause, secrets) };
  } catch (error) {
    throw errorWithoutAddresses(error, secrets);
  }
};

/** How a release wants to be told where a project goes. */
export const namespaceFor = (
  path: string,
  release: Release | undefined,
): { readonly namespace: string } | { readonly namespace_path: string } =>
  release !== undefined && isSince(release, '18.7') ? { namespace_path: path } : { namespace: path };

/** Every text of an origin that must be in no error. */
const secretsOf = (origin: ArchiveOrigin): readonly string[] => {
  if (origin.kind === 'file') return [];
  if (origin.kind === 's3') return [origin.stored.secretAccessKey, origin.stored.accessKeyId];
  const url = new URL(origin.url);
  return [url.search, ...url.searchParams.values(), url.password];
};

/**
 * The import of an archive that is at the path of a wanted project; undefined when there is none, or only the project
 * that is to be replaced. Throws when the server cannot be asked.
 */
export const findProjectImport = async (
  client: Client,
  wanted: Pick<WantedProject, 'namespace' | 'path' | 'replaces'>,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ProjectImport | undefined> => {
  try {
    const found = await client.send(getProjectImport, { id: `${wanted.namespace}/${wanted.path}` }, options);
    return found.import_type === archiveType && found.id !== wanted.replaces ? found : undefined;
  } catch (error) {
    if (requestFailure(error, 'notFound') === undefined) throw error;
    return undefined;
  }
};
