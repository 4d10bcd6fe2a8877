import type { getApplicationSettings, getMetadata, getOwnToken, getUser, getVersion } from '../../wire/instance.ts';
import { isAlive } from '../authentication.ts';
import { isAtLeast } from '../edition.ts';
import { ok, requireUser, type Handler } from '../handling.ts';
import { badRequest, forbidden, unauthorized } from '../refusals.ts';
import { userRecord } from './userRecord.ts';

/** Revision of every release of the sandbox. */
export const revision = 'ceb07b24cb0';

/** U1. */
export const handleGetUser: Handler<typeof getUser> = async (visit) => {
  const person = requireUser(visit);
  const record = {
    ...userRecord(visit, person),
    web_url: `${visit.url}/${person.username}`,
    created_at: person.createdAt,
    bio: '',
    location: null,
    bot: person.isBot === true,
    email: person.email,
    commit_email: person.email,
    two_factor_enabled: false,
    external: false,
    can_create_group: true,
    can_create_project: true,
    ...(person.isAdmin ? { is_admin: true } : {}),
  };
  return ok(record);
};

/** U2. */
export const handleGetVersion: Handler<typeof getVersion> = async (visit) => {
  requireUser(visit);
  return ok({ version: visit.edition.version, revision });
};

/** U3. */
export const handleGetMetadata: Handler<typeof getMetadata> = async (visit) => {
  requireUser(visit);
  const record = {
    version: visit.edition.version,
    revision,
    kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
    ...(isAtLeast(visit.edition, '15.6') ? { enterprise: visit.edition.enterprise } : {}),
  };
  return ok(record);
};

/** U4. Any scope of a personal access token, but no OAuth token. */
export const handleGetOwnToken: Handler<typeof getOwnToken> = async (visit) => {
  const { token } = visit;
  if (token === undefined) throw unauthorized();
  if (token.expiresAt !== undefined)
    throw badRequest('This endpoint requires token type to be a personal access token');
  const record = {
    id: token.id,
    name: token.name,
    revoked: token.isRevoked,
    created_at: token.createdAt,
    description: null,
    scopes: [...token.scopes],
    user_id: token.personId,
    last_used_at: visit.now().toISOString(),
    active: isAlive(token, visit.now()),
    expires_at: token.expiresOn,
  };
  return ok(record);
};

/** U5. For administrators; sizes in MiB, rounded down so that they never exceed the limit. */
export const handleGetApplicationSettings: Handler<typeof getApplicationSettings> = async (visit) => {
  const person = requireUser(visit);
  if (!person.isAdmin) throw forbidden();
  const { largestArchive, allowances } = visit.transfers.settings;
  return ok({
    max_import_size: Math.floor(largestArchive / 1024 ** 2),
    import_sources: [...allowances.importSources],
    project_export_enabled: allowances.projectExport,
    max_export_size: Math.floor(allowances.largestExport / 1024 ** 2),
  });
};
