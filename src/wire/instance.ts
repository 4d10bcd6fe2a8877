import * as v from 'valibot';
import { json, operation } from './operation.ts';
import { integer, maybeFlag, maybeText } from './records.ts';

/** The signed-in user. */
export const user = v.object({
  id: integer,
  username: v.string(),
  name: v.string(),
  state: maybeText,
  email: maybeText,
  avatar_url: maybeText,
  web_url: v.string(),
  bot: maybeFlag,
  /** Reported to administrators only. */
  is_admin: maybeFlag,
});

/** The signed-in user. */
export type User = v.InferOutput<typeof user>;

/** The server's release, such as `18.1.1-ee`. */
export const version = v.object({ version: v.string(), revision: maybeText });

/** Release and build; `enterprise` says which build it is, not which licence it has. */
export const metadata = v.object({ ...version.entries, enterprise: maybeFlag });

/** A personal access token as its own owner sees it, without the secret. */
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

/** A personal access token as its own owner sees it. */
export type PersonalAccessToken = v.InferOutput<typeof personalAccessToken>;

/** What administrators have set; only what imports and exports ask about. */
export const applicationSettings = v.object({
  /** Largest archive that may be imported, in MiB; 0 is any. */
  max_import_size: v.nullish(integer),
  /** Largest archive an export may have, in MiB; 0 is any. */
  max_export_size: v.nullish(integer),
  /** Where imports may come from; `gitlab_project` are archives. */
  import_sources: v.nullish(v.array(v.string())),
});

/** What administrators have set. */
export type ApplicationSettings = v.InferOutput<typeof applicationSettings>;

/** U1: who the token belongs to. */
export const getUser = operation({
  reference: 'U1',
  method: 'GET',
  path: '/user',
  parameters: {},
  answer: json(user),
  success: [200],
});

/** U2: the server's release. */
export const getVersion = operation({
  reference: 'U2',
  method: 'GET',
  path: '/version',
  parameters: {},
  answer: json(version),
  success: [200],
});

/** U3: the server's release and build. */
export const getMetadata = operation({
  reference: 'U3',
  method: 'GET',
  path: '/metadata',
  parameters: {},
  answer: json(metadata),
  success: [200],
  since: '15.2',
});

/** U4: the token that is being used: scopes, expiry, state. */
export const getOwnToken = operation({
  reference: 'U4',
  method: 'GET',
  path: '/personal_access_tokens/self',
  parameters: {},
  answer: json(personalAccessToken),
  success: [200],
  since: '15.5',
});

/** U5: what administrators have set; told to them only. */
export const getApplicationSettings = operation({
  reference: 'U5',
  method: 'GET',
  path: '/application/settings',
  parameters: {},
  answer: json(applicationSettings),
  success: [200],
});
