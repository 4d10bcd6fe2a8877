import * as vscode from '../../../vscode.ts';
import type { ImportService } from '../../../../model/transfers/imports/services/serviceRefusal.ts';
import { isAtLeast, type Release } from '../../../../model/release.ts';
import {
  importFromBitbucket,
  importFromBitbucketServer,
  importFromGithub,
  importGithubGists,
} from '../../../../wire/externalImport.ts';
import { serviceName } from './messages.ts';

const operations = {
  github: importFromGithub,
  gists: importGithubGists,
  bitbucketServer: importFromBitbucketServer,
  bitbucket: importFromBitbucket,
} as const;

/** Undefined if the release supports the import or is unknown. */
export const unavailableMessage = (
  release: Release | undefined,
  service: ImportService,
  gitlab: string,
): string | undefined => {
  const { t } = vscode.l10n;
  const { since } = operations[service];
  if (since === undefined || release === undefined || isAtLeast(release, since)) return undefined;
  const has = release.slice(0, 2).join('.');
  return service === 'gists'
    ? t('{0} runs GitLab {2}. Importing gists requires GitLab {1} or later.', gitlab, since, has)
    : t(
        '{0} runs GitLab {3}. Importing from {1} requires GitLab {2} or later.',
        gitlab,
        serviceName(service),
        since,
        has,
      );
};
