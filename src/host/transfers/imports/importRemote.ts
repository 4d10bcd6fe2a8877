import * as vscode from '../../vscode.ts';
import { pathFromName } from '../../../model/transfers/imports/pathRules.ts';
import { basename, bytesText } from '../../kit/words/format.ts';
import { UnsentFields } from '../../kit/pages/unsentFields.ts';
import type { TransfersArea } from '../area.ts';

import { requireImporter } from './account.ts';
import { givenJob, nameInFile } from './archiveQuestions.ts';
import type { ProjectQuestions } from './projectQuestions.ts';
import { importFrom, type ProjectOrigin } from './projectWizard.ts';
import { askAddress, askStored } from './remoteQuestions.ts';

/** An archive that the server downloads. */
type RemoteOrigin = Omit<ProjectOrigin, 'file' | 'askAgain' | 'source'> & { readonly source: string };

/** Imports a project from a URL (X5), which is kept in memory only. */
export const importProjectFromUrl = (area: TransfersArea, argument?: unknown): Promise<void> =>
  importRemote(area, argument, {
    title: vscode.l10n.t('Import Project from URL'),
    takes: 'everything',
    async ask(title) {
      const chosen = await askAddress(area, title);
      if (chosen === undefined) return undefined;
      const { url, shown, sizeBytes } = chosen;
      const detail = sizeBytes === undefined ? undefined : bytesText(sizeBytes);
      return {
        ...chosen,
        archive: { kind: 'url', url },
        row: { icon: 'link', label: vscode.l10n.t('Archive'), value: shown, detail },
        source: shown,
      };
    },
  });

/** Imports a project from object storage (X6); the keys are kept in memory only. */
export const importProjectFromStorage = (area: TransfersArea, argument?: unknown): Promise<void> =>
  importRemote(area, argument, {
    title: vscode.l10n.t('Import Project from Object Storage'),
    takes: 'placeAndName',
    async ask(title) {
      const { t } = vscode.l10n;
      const stored = await askStored(title);
      if (stored === undefined) return undefined;
      const source = `${stored.bucket}/${stored.key}`;
      return {
        archive: { kind: 's3', stored },
        row: { icon: 'database', label: t('Archive'), value: source },
        source,
        warnings: [],
        notes: [t('The server checks the size and type of the archive itself.')],
      };
    },
  });

const importRemote = async (
  area: TransfersArea,
  argument: unknown,
  {
    title,
    takes,
    ask,
  }: {
    readonly title: string;
    readonly takes: ProjectQuestions['takes'];
    readonly ask: (title: string) => Promise<RemoteOrigin | undefined>;
  },
): Promise<void> => {
  const again = givenJob(area, argument);
  const importer = await requireImporter(area, title, again && area.accounts.get(again.account));
  const originOf = async (): Promise<(RemoteOrigin & ProjectOrigin) | undefined> => {
    const remote = await ask(title);
    return remote && { ...remote, file: undefined, askAgain: originOf };
  };
  const remote = importer && (await originOf());
  if (importer === undefined || remote === undefined) return;
  const name = nameInFile(basename(decoded(remote.source)));
  const { id } = importer.account;
  await importFrom(
    {
      ...importer,
      area,
      again,
      title,
      texts: new UnsentFields(area.unsentTexts, id, `imports ${id} remote ${basename(remote.source)}`),
      proposal: { name, path: pathFromName(name) },
      takes,
      does: vscode.l10n.t('The server downloads the archive, then creates the project.'),
    },
    remote,
  );
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
