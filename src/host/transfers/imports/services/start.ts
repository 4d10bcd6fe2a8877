import * as vscode from '../../../vscode.ts';
import type { Client } from '../../../../client/client.ts';
import { type Account, instanceName } from '../../../../model/account.ts';
import { pathHolder } from '../../../../model/transfers/imports/pathHolder.ts';
import { rememberedOf } from '../../../../model/transfers/imports/services/again.ts';
import {
  requestServiceImport,
  type StartedImport,
  importTypes,
  keepsBitbucketPath,
  type WantedImport,
} from '../../../../model/transfers/imports/services/requestImport.ts';
import { askedPath } from '../../../../model/transfers/imports/services/landing.ts';
import type { ServiceDetails } from '../../../../model/transfers/imports/services/watching.ts';
import type { JobChange, JobKind } from '../../../../model/transfers/jobs/job.ts';
import type { Release } from '../../../../model/release.ts';
import type { Sent } from '../../../kit/questions/summary.ts';
import type { TransfersArea } from '../../area.ts';
import { seedOf, startJob } from '../../startJob.ts';
import type { Importer } from '../account.ts';
import { holderNow, isTaken } from '../askPath.ts';
import { serviceRefusalMessage } from './messages.ts';

const kinds: Readonly<Record<WantedImport['service'], JobKind>> = {
  github: 'githubImport',
  bitbucketServer: 'bitbucketServerImport',
  bitbucket: 'bitbucketImport',
};

/** Starts an import as a job; `place` if the path has been taken, which is shown. */
export const startServiceImport = async (
  area: TransfersArea,
  { account, client, capabilities }: Importer,
  { wanted, source }: { readonly wanted: WantedImport; readonly source: string },
): Promise<Sent | 'place'> => {
  const path = askedPath(wanted.asked);
  const holder = await holderNow(client, path);
  if (holder === undefined) return 'change';
  if (isTaken(holder)) return 'place';
  const mayLandAt = [path, ...(await otherPaths(client, account, wanted, capabilities.known.release))];
  const details: ServiceDetails = {
    importType: importTypes[wanted.service],
    mayLandAt,
    asked: wanted.asked,
    remembered: rememberedOf(wanted),
  };
  return startJob(area, {
    seed: { ...seedOf(kinds[wanted.service], account, { type: 'project', path }), source, details },
    send: () => requestServiceImport({ client, capabilities }, wanted, mayLandAt),
    started: (value) => startedChange(value, account, path),
    refused: (error) => serviceRefusalMessage(wanted.service, error, instanceName(account.baseUrl)),
    appearsLate: true,
  });
};

const startedChange = (
  { path, projectId, status, elsewhere }: StartedImport,
  { baseUrl }: Account,
  asked: string,
): JobChange => ({
  subject: { type: 'project', path, id: projectId, webUrl: `${baseUrl}/${path}` },
  state:
    elsewhere === undefined
      ? { state: status }
      : { state: 'elsewhere', words: vscode.l10n.t('The server created it as {1} instead of {0}.', asked, path) },
});

/** Free paths where the project may also appear: some releases ignore the requested one. */
const otherPaths = async (
  client: Client,
  account: Account,
  { service, asked, ...wanted }: WantedImport,
  release: Release | undefined,
): Promise<readonly string[]> => {
  if (service !== 'bitbucketServer') return [];
  const last = 'repository' in wanted && keepsBitbucketPath(release) ? wanted.repository : asked.path;
  const others = new Set([`${asked.namespace}/${last}`, `${account.username}/${last}`]);
  others.delete(askedPath(asked));
  const free = [...others].map(async (path) => ((await pathHolder(client, path)) === undefined ? [path] : []));
  return (await Promise.all(free)).flat();
};
