import type { Client } from '../../../client/client.ts';
import { requestFailure } from '../../../client/errors.ts';
import { getApplicationSettings } from '../../../wire/instance.ts';

/** How large an archive a server takes. */
export type SizeLimit =
  /** `from`: what the server told, or what is known of GitLab.com. */
  | { readonly kind: 'bytes'; readonly bytes: number; readonly from: 'settings' | 'gitlab.com' }
  | { readonly kind: 'none' }
  /** Only administrators are told. */
  | { readonly kind: 'unknown' };

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** What GitLab.com takes; it tells nobody. */
const limitOfGitlabCom = 5 * gibibyte;

/** What servers fetch from an address at most, whatever their settings; of object storages they fetch more. */
export const remoteLimitBytes = 10 * gibibyte;

/** Reads how large an archive may be. Throws when the server cannot be asked. */
export const readSizeLimit = async (
  client: Client,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SizeLimit> => {
  if (new URL(client.baseUrl).hostname === 'gitlab.com')
    return { kind: 'bytes', bytes: limitOfGitlabCom, from: 'gitlab.com' };
  return settingOf(client, 'max_import_size', options);
};

/** Reads how large an archive the server makes. Throws when the server cannot be asked. */
export const readExportLimit = (
  client: Client,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SizeLimit> => settingOf(client, 'max_export_size', options);

const settingOf = async (
  client: Client,
  name: 'max_import_size' | 'max_export_size',
  options: { readonly signal?: AbortSignal | undefined },
): Promise<SizeLimit> => {
  try {
    const { [name]: most } = await client.send(getApplicationSettings, {}, options);
    if (most === null || most === undefined) return { kind: 'unknown' };
    return most === 0 ? { kind: 'none' } : { kind: 'bytes', bytes: most * mebibyte, from: 'settings' };
  } catch (error) {
    if (requestFailure(error, 'forbidden', 'insufficientScope', 'notFound') === undefined) throw error;
    return { kind: 'unknown' };
  }
};

/** Whether a server takes so many bytes; undefined when nobody knows. */
export const fits = (limit: SizeLimit, bytes: number): boolean | undefined => {
  if (limit.kind === 'unknown') return undefined;
  return limit.kind === 'none' || bytes <= limit.bytes;
};
