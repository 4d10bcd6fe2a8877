import * as vscode from 'vscode';
import type { Account } from '../../model/account.ts';
import type { ArchiveOrigin } from '../../model/imports/projectImport.ts';
import { pathFromName } from '../../model/imports/pathRules.ts';
import type { App } from '../app.ts';
import { basename } from '../format.ts';
import { bytesText } from '../jobs/words.ts';
import { givenJob, mayImport, nameInFile } from './archiveQuestions.ts';
import { TypedTexts } from '../typedTexts.ts';
import {
  askProject,
  changePart,
  confirmPath,
  placeWarnings,
  type ProjectQuestions,
  reviewProject,
} from './projectQuestions.ts';
import { startProject } from './projectStart.ts';
import { askAddress, askStored } from './remoteQuestions.ts';
import { requireAccount, requireCapabilities } from './account.ts';

/** An archive the server fetches by itself. */
interface RemoteOrigin {
  readonly origin: ArchiveOrigin;
  /** For the reader, without query and keys. */
  readonly shown: string;
  readonly sizeBytes: number | undefined;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Imports a project from an address (X5), which is looked at first and kept in memory only. */
export const importProjectFromUrl = (app: App, argument?: unknown): Promise<void> =>
  importRemote(app, argument, {
    title: vscode.l10n.t('Import Project from Address'),
    takes: 'everything',
    async ask(title) {
      const chosen = await askAddress(app, title);
      return chosen && { ...chosen, origin: { kind: 'url', url: chosen.url } };
    },
  });

/** Imports a project from an object storage (X6); its keys are kept in memory only. */
export const importProjectFromStorage = (app: App, argument?: unknown): Promise<void> =>
  importRemote(app, argument, {
    title: vscode.l10n.t('Import Project from Object Storage'),
    takes: 'placeAndName',
    async ask(title) {
      const stored = await askStored(title);
      return (
        stored && {
          origin: { kind: 's3', stored },
          shown: `${stored.bucket}/${stored.key}`,
          sizeBytes: undefined,
          warnings: [],
          notes: [vscode.l10n.t('The server looks at the archive itself: its size and type are known only then.')],
        }
      );
    },
  });

const importRemote = async (
  app: App,
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
  const again = givenJob(app, argument);
  const account: Account | undefined = (again && app.accounts.get(again.account)) ?? (await requireAccount(app, title));
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  let remote = capabilities && (await ask(title));
  if (capabilities === undefined || remote === undefined) return;
  const name = nameInFile(basename(decoded(remote.shown)));
  const questions: ProjectQuestions = {
    app,
    title,
    account,
    client: app.clients.of(account),
    capabilities,
    texts: new TypedTexts(app.keptTexts, account.id, `imports ${account.id} remote ${basename(remote.shown)}`),
    proposal: { name, path: pathFromName(name) },
    takes,
  };
  let answers = await askProject(questions);
  while (answers !== undefined) {
    const part = await reviewProject<'origin'>(questions, answers, {
      detail: vscode.l10n.t('The server fetches the archive and makes the project of it.'),
      rows: [
        {
          part: 'origin',
          icon: takes === 'everything' ? 'link' : 'database',
          label: vscode.l10n.t('Archive'),
          value: remote.shown,
          ...(remote.sizeBytes === undefined ? {} : { detail: bytesText(remote.sizeBytes) }),
        },
      ],
      warnings: [...remote.warnings, ...placeWarnings(answers)],
      notes: remote.notes,
    });
    if (part === undefined) return;
    if (part === 'origin') remote = (await ask(title)) ?? remote;
    else if (part !== 'start') answers = await changePart(questions, answers, part);
    else {
      const confirmed = await confirmPath(questions, answers);
      if (confirmed?.kind === 'change') answers = await changePart(questions, answers, 'path');
      if (confirmed?.kind !== 'go') continue;
      const { origin, shown } = remote;
      await startProject(app, {
        account,
        importer: { client: questions.client, capabilities },
        answers,
        origin,
        source: shown,
        file: undefined,
        replaces: confirmed.replaces,
        texts: questions.texts,
      });
      return;
    }
  }
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
