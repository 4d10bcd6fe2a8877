import * as vscode from '../../../vscode.ts';
import type { ImportService } from '../../../../model/transfers/imports/services/serviceRefusal.ts';
import { isSince, type Release } from '../../../../model/release.ts';
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

/** Says that a release is too old for an import; undefined when it has it, or may have. */
export const unavailableMessage = (
  release: Release | undefined,
  service: ImportService,
  gitlab: string,
): string | undefined => {
  const { t } = vscode.l10n;
  const { since } = operations[service];
  if (since === undefined || release === undefined || isSince(release, since)) return undefined;
  const has = release.slice(0, 2).join('.');
  return service === 'gists'
    ? t('{0} is too old for this: gists can be imported since GitLab {1}, it is {2}.', gitlab, since, has)
    : t(
        '{0} is too old for this: imports from {1} came with GitLab {2}, it is {3}.',
        gitlab,
        serviceName(service),
        since,
        has,
      );
};
