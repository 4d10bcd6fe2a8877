import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import {
  type GroupImportDetails,
  groupImportDetails,
  startGroupImport,
} from '../../../model/transfers/imports/groupImport.ts';
import { pathFromName } from '../../../model/transfers/imports/pathRules.ts';
import { type Summary, confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import { UnsentFields } from '../../kit/pages/unsentFields.ts';
import { askInTurn, type WizardStep } from '../../kit/questions/wizard.ts';
import type { TransfersArea } from '../area.ts';
import { seedOf, startJob } from '../startJob.ts';
import { checkedWhole, type ChosenArchive } from './archiveFile.ts';
import { archiveRemarks, archiveRow, proposalOf } from './archiveQuestions.ts';
import { askName, askPath, type ChosenPath, holderNow, isTaken } from './askPath.ts';
import { askArchive, type ImportAnswers } from './askArchive.ts';
import { chooseParentGroup, type GroupPlace, visibilityWord } from './chooseNamespace.ts';
import { importRefusalMessage } from './refusalMessages.ts';

interface GroupAnswers {
  readonly place: GroupPlace;
  readonly name: string;
  readonly path: ChosenPath;
  readonly archive: ChosenArchive;
}

interface GroupQuestions extends ImportAnswers {
  readonly area: TransfersArea;
  readonly title: string;
  readonly texts: UnsentFields;
  readonly proposal: { readonly name: string; readonly path: string };
}

type GroupPart = 'file' | 'place' | 'name' | 'path';

/** Imports a group from a local archive (G3). */
export const importGroup = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const title = vscode.l10n.t('Import Group');
  const answers = await askArchive(area, argument, { title, of: 'group' });
  if (answers === undefined) return;
  const { again, account, archive } = answers;
  const before = v.safeParse(groupImportDetails, again?.details);
  const questions: GroupQuestions = {
    ...answers,
    area,
    title,
    texts: new UnsentFields(area.unsentTexts, account.id, `imports ${account.id} group ${archive.name}`),
    proposal: before.success ? { name: before.output.name, path: before.output.path } : proposalOf(archive),
  };
  const asked = await askGroup(questions);
  if (asked === undefined) return;
  await confirmAndSend<GroupAnswers, GroupPart>(
    area,
    { ...asked, archive },
    {
      show: (answers) => reviewOf(questions, answers),
      change: (answers, part) => changed(questions, answers, part),
      send: (answers) => send(questions, answers),
    },
  );
};

const reviewOf = (
  { title, account, capabilities, limit }: GroupQuestions,
  { place, name, path, archive }: GroupAnswers,
): Summary<GroupPart> => {
  const { t } = vscode.l10n;
  const server = instanceName(account.baseUrl);
  const remarks = archiveRemarks(archive, { limit, release: capabilities.known.release, server });
  return {
    title,
    start: {
      label: t('Import'),
      value: path.fullPath,
      detail: t('The archive is uploaded, then the server creates the group.'),
    },
    rows: [
      archiveRow(archive),
      {
        part: 'place',
        icon: place.parent === undefined ? 'server' : 'organization',
        label: t('Into'),
        value:
          place.parent === undefined
            ? t('top level of {0}, as {1}', server, account.username)
            : t('{0} on {1}, as {2}', place.parent.path, server, account.username),
      },
      { part: 'name', icon: 'symbol-text', label: t('Name'), value: name },
      { part: 'path', icon: 'link', label: t('Path'), value: t('{0}, available', path.fullPath) },
    ],
    warnings: remarks.warnings,
    notes: [...groupRules(place, archive), ...remarks.notes],
  };
};

/** Effects on visibility and members. */
const groupRules = ({ parent }: GroupPlace, { check }: ChosenArchive): readonly string[] => {
  const { t } = vscode.l10n;
  const visibility =
    parent === undefined
      ? t('The group will be private.')
      : parent.visibility === undefined
        ? t('Visibility as {0}.', parent.path)
        : t('Visibility as {0}: {1}.', parent.path, visibilityWord(parent.visibility));
  const { groups } = check.facts;
  return [
    visibility,
    t('Members are matched by email address. Members without an account here are omitted.'),
    t('You become an Owner of the group.'),
    t('The archive contains no projects. Import them into this group afterwards.'),
    ...(groups === undefined || groups < 2
      ? []
      : [t('The archive contains {0} groups: this group and its subgroups. Subgroups may become private.', groups)]),
  ];
};

const askGroup = (questions: GroupQuestions): Promise<Omit<GroupAnswers, 'archive'> | undefined> => {
  const { area, account, title, proposal } = questions;
  return askInTurn<Omit<GroupAnswers, 'archive'>>([
    { part: 'place', ask: (_, at) => chooseParentGroup(area, account, title, at) },
    { part: 'name', ask: ({ name = proposal.name }, at) => askGroupName(questions, name, at) },
    {
      part: 'path',
      async ask({ place, name = '', path }, at) {
        const proposed = path?.path ?? (proposal.path === '' ? pathFromName(name) : proposal.path);
        return place && (await askGroupPath(questions, place, proposed, at));
      },
    },
  ]);
};

const askGroupName = ({ title, texts }: GroupQuestions, value: string, at?: WizardStep): Promise<string | undefined> =>
  texts.ask('name', value, (box) =>
    askName({ title, prompt: vscode.l10n.t('Name of the group'), thing: 'group', at, ...box }),
  );

const askGroupPath = (
  { client, title, texts }: GroupQuestions,
  { parent }: GroupPlace,
  value: string,
  at?: WizardStep,
): Promise<ChosenPath | undefined> =>
  texts.ask('path', value, (box) =>
    askPath({
      title,
      client,
      thing: parent === undefined ? 'topLevelGroup' : 'group',
      parent: parent?.path,
      at,
      ...box,
    }),
  );

const changed = async (questions: GroupQuestions, answers: GroupAnswers, part: GroupPart): Promise<GroupAnswers> => {
  const { area, account, title } = questions;
  if (part === 'file') return { ...answers, archive: await checkedWhole(answers.archive) };
  if (part === 'name') return { ...answers, name: (await askGroupName(questions, answers.name)) ?? answers.name };
  const place = part === 'place' ? await chooseParentGroup(area, account, title) : answers.place;
  const path = place && (await askGroupPath(questions, place, answers.path.path));
  return place && path ? { ...answers, place, path } : answers;
};

const send = async (
  { area, account, client, capabilities, texts }: GroupQuestions,
  { place, name, path, archive }: GroupAnswers,
): Promise<Sent | 'path'> => {
  const holder = await holderNow(client, path.fullPath);
  if (holder === undefined) return 'change';
  if (isTaken(holder)) return 'path';
  const { parent } = place;
  const within = parent?.id === undefined ? undefined : { id: parent.id, path: parent.path };
  const { groups } = archive.check.facts;
  const details: GroupImportDetails = {
    name,
    path: path.path,
    isSent: false,
    ...(within === undefined ? {} : { parent: within }),
    ...(groups === undefined ? {} : { groups }),
  };
  const wanted = { name, path: path.path, parent: within, file: archive.upload };
  const next = await startJob(area, {
    seed: {
      ...seedOf('groupImport', account, { type: 'group', path: path.fullPath }),
      file: { path: archive.file, sizeBytes: archive.upload.size },
      details,
    },
    isUpload: true,
    send: (options) => startGroupImport({ client, capabilities }, wanted, options),
    started: () => ({ state: { state: 'scheduled' }, details: { ...details, isSent: true } }),
    refused: importRefusalMessage,
  });
  if (next === 'done') await texts.delete();
  return next;
};
