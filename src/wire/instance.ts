import * as v from 'valibot';
import { json, operation } from './operation.ts';
import { integer, maybeFlag, maybeText } from './records.ts';

export const user = v.object({
  id: integer,
  username: v.string(),
  name: v.string(),
  state: maybeText,
  email: maybeText,
  avatar_url: maybeText,
  web_url: v.string(),
  bot: maybeFlag,
  /** Only for administrators. */
  is_admin: maybeFlag,
});

export type User = v.InferOutput<typeof user>;

/** Such as `18.1.1-ee`. */
export const version = v.object({ version: v.string(), revision: maybeText });

/** `enterprise` is the build and doesn't imply a licence. */
export const metadata = v.object({ ...version.entries, enterprise: maybeFlag });

/** Without the secret. */
export const personalAccessToken = v.object({
  id: integer,
  name: v.string(),
  description: maybeText,
  revoked: v.boolean(),
  active: v.boolean(),
  scopes: v.array(v.string()),
  user_id: v.nullish(integer),
  created_at: maybeText,
  last_used_at: maybeText,
  expires_at: maybeText,
});

export type PersonalAccessToken = v.InferOutput<typeof personalAccessToken>;

export const applicationSettings = v.object({
  /** MiB; 0 is unlimited. */
  max_import_size: v.nullish(integer),
  /** MiB; 0 is unlimited. */
  max_export_size: v.nullish(integer),
  /** `gitlab_project` means archives. */
  import_sources: v.nullish(v.array(v.string())),
});

export type ApplicationSettings = v.InferOutput<typeof applicationSettings>;

export const getUser = operation({
  reference: 'U1',
  method: 'GET',
  path: '/user',
  parameters: {},
  answer: json(user),
  success: [200],
});

export const getVersion = operation({
  reference: 'U2',
  method: 'GET',
  path: '/version',
  parameters: {},
  answer: json(version),
  success: [200],
});

export const getMetadata = operation({
  reference: 'U3',
  method: 'GET',
  path: '/metadata',
  parameters: {},
  answer: json(metadata),
  success: [200],
  since: '15.2',
});

/** U4: current token. */
export const getOwnToken = operation({
  reference: 'U4',
  method: 'GET',
  path: '/personal_access_tokens/self',
  parameters: {},
  answer: json(personalAccessToken),
  success: [200],
  since: '15.5',
});

/** U5: for administrators. */
export const getApplicationSettings = operation({
  reference: 'U5',
  method: 'GET',
  path: '/application/settings',
  parameters: {},
  answer: json(applicationSettings),
  success: [200],
});
