import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Account, instanceName } from '../../model/account.ts';
import { type GroupImportDetails, groupImportDetails, startGroupImport } from '../../model/imports/groupImport.ts';
import { pathHolder } from '../../model/imports/pathHolder.ts';
import { pathFromName } from '../../model/imports/pathRules.ts';
import type { App } from '../app.ts';
import { cancellableIfSlow } from '../progress.ts';
import type { ChosenArchive } from './archiveFile.ts';
import { archiveRemarks, archiveRow, proposalOf } from './archiveQuestions.ts';
import { askName, askPath, type ChosenPath, takenWords } from './askPath.ts';
import { beginImport } from './beginImport.ts';
import { chooseParentGroup, type GroupPlace, visibilityWord } from './chooseNamespace.ts';
import { checkedWhole } from './importProject.ts';
import { TypedTexts } from '../typedTexts.ts';
import { saidAlike, sendAsJob } from './projectStart.ts';
import { askReview } from './review.ts';

interface GroupAnswers {
  readonly place: GroupPlace;
  readonly name: string;
  readonly path: ChosenPath;
}

interface GroupQuestions {
  readonly app: App;
  readonly account: Account;
  readonly title: string;
  readonly texts: TypedTexts;
  readonly proposal: { readonly name: string; readonly path: string };
}

/** Imports a group from an archive on this computer (G3): asks for all of it, says the rules, sends it once. */
export const importGroup = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Group');
  const begun = await beginImport(app, argument, { title, of: 'group' });
  if (begun === undefined) return;
  const { again, account, capabilities, limit } = begun;
  let { archive } = begun;
  const before = v.safeParse(groupImportDetails, again?.details);
  const proposed = proposalOf(archive);
  const questions: GroupQuestions = {
    app,
    account,
    title,
    texts: new TypedTexts(app.keptTexts, account.id, `imports ${account.id} group ${archive.name}`),
    proposal: before.success ? { name: before.output.name, path: before.output.path } : proposed,
  };
  let answers = await askGroup(questions);
  while (answers !== undefined) {
    const { release } = capabilities.known;
    const server = instanceName(account.baseUrl);
    const { place, name, path } = answers;
    const remarks = archiveRemarks(archive, { limit, release, server });
    const part: 'file' | 'place' | 'name' | 'path' | 'start' | undefined = await askReview<
      'file' | 'place' | 'name' | 'path'
    >({
      title,
      start: {
        label: t('Import'),
        value: path.fullPath,
        detail: t('The archive is sent now, then the server makes the group of it.'),
      },
      rows: [
        archiveRow(archive),
        {
          part: 'place',
          icon: place.parent === undefined ? 'server' : 'organization',
          label: t('Into'),
          value:
            place.parent === undefined
              ? t('the top of {0}, as {1}', server, account.username)
              : t('{0} on {1}, as {2}', place.parent.path, server, account.username),
        },
        { part: 'name', icon: 'symbol-text', label: t('Name'), value: name },
        { part: 'path', icon: 'link', label: t('Path'), value: t('{0}, free', path.fullPath) },
      ],
      warnings: remarks.warnings,
      notes: [...groupRules(place, archive), ...remarks.notes],
    });
    if (part === undefined) return;
    if (part === 'file') archive = (archive.look.read === 'head' ? await checkedWhole(archive) : undefined) ?? archive;
    else if (part !== 'start') answers = await changed(questions, answers, part);
    else if (await isFree(app, account, path)) return start(questions, answers, archive);
    else answers = await changed(questions, answers, 'path');
  }
};

/** What becomes of visibility and members, said before anything is sent. */
const groupRules = ({ parent }: GroupPlace, { look }: ChosenArchive): readonly string[] => {
  const { t } = vscode.l10n;
  const visibility =
    parent === undefined
      ? t('The group will be private, whatever it was.')
      : parent.visibility === undefined
        ? t('The group takes the visibility of {0}.', parent.path)
        : t('The group takes the visibility of {0}: {1}.', parent.path, visibilityWord(parent.visibility));
  const { groups } = look.facts;
  return [
    visibility,
    t('Members are found by their e-mail addresses; who has no account here is left out.'),
    t('You become an owner of the group.'),
    t('Projects are no part of the archive: import them one by one afterwards, into this group.'),
    ...(groups === undefined || groups < 2
      ? []
      : [t('The archive holds {0} groups: this one and those below it, which may become private.', groups)]),
  ];
};

const askGroup = async (questions: GroupQuestions): Promise<GroupAnswers | undefined> => {
  const { app, account, title, proposal } = questions;
  const place = await chooseParentGroup(app, account, title);
  if (place === undefined) return undefined;
  const name = await askGroupName(questions, proposal.name);
  if (name === undefined) return undefined;
  const path = await askGroupPath(questions, place, proposal.path === '' ? pathFromName(name) : proposal.path);
  return path && { place, name, path };
};

const askGroupName = ({ title, texts }: GroupQuestions, value: string): Promise<string | undefined> =>
  texts.ask('name', value, (box) =>
    askName({ title, prompt: vscode.l10n.t('Name of the group'), thing: 'group', ...box }),
  );

const askGroupPath = (
  { app, account, title, texts }: GroupQuestions,
  { parent }: GroupPlace,
  value: string,
): Promise<ChosenPath | undefined> =>
  texts.ask('path', value, (box) =>
    askPath({
      title,
      client: app.clients.of(account),
      thing: parent === undefined ? 'topLevelGroup' : 'group',
      parent: parent?.path,
      ...box,
    }),
  );

const changed = async (
  questions: GroupQuestions,
  answers: GroupAnswers,
  part: 'place' | 'name' | 'path',
): Promise<GroupAnswers> => {
  const { app, account, title } = questions;
  if (part === 'name') return { ...answers, name: (await askGroupName(questions, answers.name)) ?? answers.name };
  const place = part === 'place' ? await chooseParentGroup(app, account, title) : answers.place;
  const path = place && (await askGroupPath(questions, place, answers.path.path));
  return place && path ? { ...answers, place, path } : answers;
};

const isFree = async (app: App, account: Account, path: ChosenPath): Promise<boolean> => {
  const { t } = vscode.l10n;
  const now = await cancellableIfSlow(t('Looking whether {0} is free…', path.fullPath), async (signal) => ({
    holder: await pathHolder(app.clients.of(account), path.fullPath, { signal }),
  }));
  if (now?.holder !== undefined)
    void vscode.window.showWarningMessage(t('Nothing was sent. {0}', takenWords(now.holder)));
  return now !== undefined && now.holder === undefined;
};

const start = async (
  { app, account, texts }: GroupQuestions,
  { place, name, path }: GroupAnswers,
  archive: ChosenArchive,
): Promise<void> => {
  const { parent } = place;
  const within = parent?.id === undefined ? undefined : { id: parent.id, path: parent.path };
  const { groups } = archive.look.facts;
  const details: GroupImportDetails = {
    name,
    path: path.path,
    isSent: false,
    ...(within === undefined ? {} : { parent: within }),
    ...(groups === undefined ? {} : { groups }),
  };
  const seed = {
    kind: 'groupImport' as const,
    account: account.id,
    baseUrl: account.baseUrl,
    subject: { type: 'group' as const, path: path.fullPath },
    source: undefined,
    file: { path: archive.file, sizeBytes: archive.upload.size },
    details,
  };
  if (await saidAlike(app, seed)) return;
  const importer = { client: app.clients.of(account), capabilities: app.clients.capabilitiesOf(account) };
  const wanted = { name, path: path.path, parent: within, file: archive.upload };
  const job = await sendAsJob(app, seed, {
    isUpload: true,
    send: (options) => startGroupImport(importer, wanted, options),
    begun: () => ({ phase: 'running', state: { state: 'scheduled' }, details: { ...details, isSent: true } }),
  });
  if (job?.phase === 'running' || job?.phase === 'succeeded') await texts.forget();
};
