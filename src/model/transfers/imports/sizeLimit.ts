import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { getApplicationSettings } from '../../../wire/instance.ts';

export type SizeLimit =
  | { readonly kind: 'bytes'; readonly bytes: number; readonly from: 'settings' | 'gitlab.com' }
  | { readonly kind: 'none' }
  /** Reported to administrators only. */
  | { readonly kind: 'unknown' };

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Published, not in the API. */
const limitOfGitlabCom = 5 * gibibyte;

/** Limit for imports by URL, whatever the settings; object storage allows more. */
export const remoteLimitBytes = 10 * gibibyte;

/** Throws if the server can't be reached. */
export const readSizeLimit = async (
  client: Client,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SizeLimit> => {
  if (new URL(client.baseUrl).hostname === 'gitlab.com')
    return { kind: 'bytes', bytes: limitOfGitlabCom, from: 'gitlab.com' };
  return settingOf(client, 'max_import_size', options);
};

/** Throws if the server can't be reached. */
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
    if (requestErrorFacts(error, 'forbidden', 'insufficientScope', 'notFound') === undefined) throw error;
    return { kind: 'unknown' };
  }
};

export const fits = (limit: SizeLimit, bytes: number): boolean | undefined => {
  if (limit.kind === 'unknown') return undefined;
  return limit.kind === 'none' || bytes <= limit.bytes;
};
