import * as vscode from '../../vscode.ts';
import { isCancelled, requestErrorFacts } from '../../../client/errors.ts';
import { describeRemoteFile } from '../../../client/remoteFile.ts';
import { shownAddress } from '../../../model/transfers/imports/addresses.ts';
import type { StoredArchive } from '../../../model/transfers/imports/projectImport.ts';
import {
  addressProblem,
  expiryOf,
  knownExpired,
  type RemoteProblem,
  remoteProblem,
} from '../../../model/transfers/imports/remoteArchive.ts';
import type { TransfersArea } from '../area.ts';
import { askText } from '../../kit/questions/askText.ts';
import { explain } from '../../kit/words/explain.ts';
import { bytesText, moment, visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { askInTurn, type WizardQuestion } from '../../kit/questions/wizard.ts';

/** A checked URL of an archive, kept in memory only. */
export interface ChosenAddress {
  readonly url: string;
  /** Without query. */
  readonly shown: string;
  readonly sizeBytes: number | undefined;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Asks for the URL of an archive and checks it. Undefined when closed. */
export const askAddress = async (area: TransfersArea, title: string): Promise<ChosenAddress | undefined> => {
  const { t } = vscode.l10n;
  let last = '';
  for (;;) {
    const url = await askText({
      title,
      prompt: t('URL of the archive for the server to download. May be pre-signed; it is not saved.'),
      placeholder: 'https://bucket.s3.eu-central-1.amazonaws.com/export.tar.gz?X-Amz-…',
      value: last,
      problem: problemMessage,
    });
    if (url === undefined) return undefined;
    last = url;
    const checked = await check(area, url);
    if (checked !== 'change') return checked;
  }
};

const problemMessage = (text: string): string | undefined => {
  const { t } = vscode.l10n;
  switch (addressProblem(text)) {
    case undefined:
      return undefined;
    case 'empty':
      return t('Enter a URL.');
    case 'notAnAddress':
      return t('Enter a URL that starts with https://.');
    case 'notWeb':
      return t('The URL must start with https:// or http://.');
  }
};

/** Problems for any server; others may not occur where the server is. */
const certain: readonly RemoteProblem['kind'][] = ['expired', 'missing', 'empty', 'tooLarge'];

const check = async (area: TransfersArea, url: string): Promise<ChosenAddress | 'change' | undefined> => {
  const { t } = vscode.l10n;
  const address = new URL(url);
  const shown = shownAddress(url);
  const chosen = (sizeBytes: number | undefined, warnings: readonly string[]): ChosenAddress => ({
    url,
    shown,
    sizeBytes,
    warnings,
    notes: expiryNotes(address),
  });
  const asked = async (words: string, canGoOn: boolean): Promise<ChosenAddress | 'change' | undefined> => {
    const change = t('Change URL…');
    const anyway = t('Continue Anyway');
    const detail = canGoOn ? t('The server may still reach it.') : t('Nothing was sent to the server.');
    const answer = await vscode.window.showWarningMessage(
      words,
      { modal: true, detail },
      change,
      ...(canGoOn ? [anyway] : []),
    );
    if (answer === anyway) return chosen(undefined, [words]);
    return answer === change ? 'change' : undefined;
  };
  const expired = knownExpired(address, new Date());
  if (expired !== undefined) return asked(remoteMessage(expired), false);
  try {
    const file = await cancellable(t('Checking {0}…', visible(shown)), (signal) =>
      describeRemoteFile(address, {
        signal,
        transport: () => area.network.transport(),
        record: (request) => area.log.request(request),
        secrets: area.log.secrets,
      }),
    );
    if (file === undefined) return undefined;
    const problem = remoteProblem(file, address, new Date());
    if (problem === undefined) return chosen(file.sizeBytes, []);
    return await asked(remoteMessage(problem), !certain.includes(problem.kind));
  } catch (error) {
    if (isCancelled(error)) return undefined;
    if (requestErrorFacts(error) === undefined) throw error;
    area.log.error('The URL of an archive could not be checked.', error);
    return asked(t('Can’t reach this URL from here. {0}', explain(error)), true);
  }
};

const expiryNotes = (address: URL): readonly string[] => {
  const at = expiryOf(address);
  return at === undefined
    ? []
    : [
        vscode.l10n.t(
          'The URL expires at {0}. The server may download the archive some time after the request.',
          moment(at.toISOString()),
        ),
      ];
};

export const remoteMessage = (problem: RemoteProblem): string => {
  const { t } = vscode.l10n;
  switch (problem.kind) {
    case 'expired':
      return problem.at === undefined
        ? t('The URL has expired.')
        : t('The URL expired at {0}.', moment(problem.at.toISOString()));
    case 'refused':
      return problem.words === undefined
        ? t('No access to this URL ({0}).', problem.status)
        : t('No access to this URL: “{0}” ({1}).', visible(problem.words), problem.status);
    case 'missing':
      return t('Nothing found at this URL ({0}).', problem.status);
    case 'redirects':
      return problem.to === undefined
        ? t('The URL redirects. GitLab doesn’t follow redirects.')
        : t('The URL redirects to {0}. GitLab doesn’t follow redirects; use that URL instead.', visible(problem.to));
    case 'failed':
      return t('The URL returns an error ({0}).', problem.status);
    case 'empty':
      return t('The file at this URL is empty.');
    case 'tooLarge':
      return t(
        'The file at this URL has {0}. The limit is {1}.',
        bytesText(problem.sizeBytes),
        bytesText(problem.limitBytes),
      );
    case 'noLength':
      return t('The URL doesn’t report a file size (Content-Length), which GitLab requires.');
    case 'type':
      return problem.type === undefined
        ? t('The URL doesn’t report a content type. GitLab requires application/gzip.')
        : t('The URL reports the content type {0}. GitLab requires application/gzip.', visible(problem.type));
  }
};

/** Asks for an object and its keys, which are kept in memory only. Undefined when closed. */
export const askStored = (title: string): Promise<StoredArchive | undefined> => {
  const { t } = vscode.l10n;
  const problem = (text: string): string | undefined => (text === '' ? t('Enter a value.') : undefined);
  const question = (part: keyof StoredArchive, prompt: string, placeholder: string): WizardQuestion<StoredArchive> => ({
    part,
    ask(before, at) {
      const isSecret = part === 'secretAccessKey';
      const value = isSecret ? '' : (before[part] ?? '');
      return askText({ title, at, prompt, placeholder, value, problem, isSecret });
    },
  });
  return askInTurn([
    question('region', t('Region of the bucket'), 'eu-central-1'),
    question('bucket', t('Name of the bucket'), 'exports'),
    question('key', t('Key of the archive in the bucket'), 'moved/rocket_export.tar.gz'),
    question('accessKeyId', t('Access key ID. It is sent to your GitLab server and not saved.'), 'AKIA…'),
    question('secretAccessKey', t('Secret access key. It is sent to your GitLab server and not saved.'), ''),
  ]);
};
