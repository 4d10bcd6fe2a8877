import * as vscode from '../../vscode.ts';
import type { Client } from '../../../client/client.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import type { AccountCapabilities } from '../../../model/accountCapabilities.ts';
import type { Overrides } from '../../../model/transfers/imports/overrides.ts';
import { pathFromName } from '../../../model/transfers/imports/pathRules.ts';
import type { ImportPlace } from '../../../model/transfers/imports/places.ts';
import type { TransfersArea } from '../area.ts';
import { visible } from '../../kit/words/format.ts';
import { askName, askPath, type ChosenPath, holderNow, isTaken, takenMessage } from './askPath.ts';
import { askOverrides, overridesSummary } from './askOverrides.ts';
import { chooseNamespace } from './chooseNamespace.ts';
import type { UnsentFields } from '../../kit/pages/unsentFields.ts';
import type { SummaryRow } from '../../kit/questions/summary.ts';
import { askInTurn, type WizardStep } from '../../kit/questions/wizard.ts';

export interface ProjectQuestions {
  readonly area: TransfersArea;
  readonly title: string;
  readonly account: Account;
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
  readonly texts: UnsentFields;
  /** From the archive or its URL. */
  readonly proposal: { readonly name?: string | undefined; readonly path?: string | undefined };
  /** Archives in object storage support neither replacing a project nor overrides. */
  readonly takes: 'everything' | 'placeAndName';
}

export interface ProjectAnswers {
  readonly place: ImportPlace;
  readonly name: string;
  readonly path: ChosenPath;
  readonly overrides: Overrides;
}

/** Undefined when closed. */
export const askProject = (questions: ProjectQuestions): Promise<Omit<ProjectAnswers, 'overrides'> | undefined> => {
  const { proposal } = questions;
  return askInTurn<Omit<ProjectAnswers, 'overrides'>>([
    { part: 'place', ask: (_, at) => chooseNamespace(questions.area, questions.account, questions.title, at) },
    { part: 'name', ask: ({ name = proposal.name ?? proposal.path ?? '' }, at) => askProjectName(questions, name, at) },
    {
      part: 'path',
      ask: async ({ place, name = '', path }, at) =>
        place && (await askProjectPath(questions, place, path?.path ?? proposal.path ?? pathFromName(name), at)),
    },
  ]);
};

const askProjectName = (
  { title, texts }: ProjectQuestions,
  value: string,
  at?: WizardStep,
): Promise<string | undefined> =>
  texts.ask('name', value, (box) =>
    askName({ title, prompt: vscode.l10n.t('Name of the project'), thing: 'project', at, ...box }),
  );

const askProjectPath = (
  { title, client, texts, takes }: ProjectQuestions,
  place: ImportPlace,
  value: string,
  at?: WizardStep,
): Promise<ChosenPath | undefined> =>
  texts.ask('path', value, (box) =>
    askPath({ title, client, thing: 'project', parent: place.path, mayReplace: takes === 'everything', at, ...box }),
  );

export type ProjectPart = 'place' | 'name' | 'path' | 'overrides';

/** Closing keeps the answers. */
export const changePart = async <Answers extends ProjectAnswers>(
  questions: ProjectQuestions,
  answers: Answers,
  part: ProjectPart,
): Promise<Answers> => {
  const { area, account, title, texts } = questions;
  switch (part) {
    case 'place': {
      const place = await chooseNamespace(area, account, title);
      // the path may be taken there
      const path = place && (await askProjectPath(questions, place, answers.path.path));
      return place && path ? { ...answers, place, path } : answers;
    }
    case 'name':
      return { ...answers, name: (await askProjectName(questions, answers.name)) ?? answers.name };
    case 'path':
      return { ...answers, path: (await askProjectPath(questions, answers.place, answers.path.path)) ?? answers.path };
    case 'overrides':
      return { ...answers, overrides: (await askOverrides(title, answers.overrides, texts)) ?? answers.overrides };
  }
};

export const projectRows = (
  { account, takes }: ProjectQuestions,
  { place, name, path, overrides }: ProjectAnswers,
): readonly SummaryRow<ProjectPart>[] => {
  const { t } = vscode.l10n;
  return [
    {
      part: 'place',
      icon: place.kind === 'user' ? 'account' : 'organization',
      label: t('Into'),
      value: t('{0} on {1}, as {2}', place.path, instanceName(account.baseUrl), account.username),
    },
    { part: 'name', icon: 'symbol-text', label: t('Name'), value: name },
    {
      part: 'path',
      icon: path.taken === undefined ? 'link' : 'warning',
      label: t('Path'),
      value:
        path.taken === undefined
          ? t('{0}, available', path.fullPath)
          : t('{0}, replaces the existing project', path.fullPath),
    },
    ...(takes === 'everything'
      ? ([{ part: 'overrides', icon: 'settings', label: t('Options'), value: overridesSummary(overrides) }] as const)
      : []),
  ];
};

export const placeWarnings = ({ place, overrides }: ProjectAnswers): readonly string[] => {
  const { t } = vscode.l10n;
  const wanted = overrides['visibility'];
  const order = ['private', 'internal', 'public'];
  if (place.visibility === undefined || typeof wanted !== 'string') return [];
  return order.indexOf(wanted) > order.indexOf(place.visibility)
    ? [t('The project can’t be more visible than the group {0} ({1}).', place.path, place.visibility)]
    : [];
};

/**
 * Checks the path again and confirms replacing a project. `go` with that project's id; `change`, after a message, if
 * the path has changed; undefined if declined.
 */
export const confirmPath = async (
  { client }: Pick<ProjectQuestions, 'client'>,
  { path }: ProjectAnswers,
): Promise<
  { readonly kind: 'go'; readonly replaces: number | undefined } | { readonly kind: 'change' } | undefined
> => {
  const { t } = vscode.l10n;
  const now = await holderNow(client, path.fullPath);
  if (now === undefined) return undefined;
  if (path.taken === undefined) return isTaken(now) ? { kind: 'change' } : { kind: 'go', replaces: undefined };
  const { holder } = now;
  if (holder?.kind !== 'project') {
    const words = holder === undefined ? t('The project {0} no longer exists.', path.fullPath) : takenMessage(holder);
    void vscode.window.showWarningMessage(t('Nothing was sent. {0}', words));
    return { kind: 'change' };
  }
  const { project } = holder;
  const replace = t('Delete and Replace');
  const detail = [
    t(
      '{0} (project {1}) is deleted after the import, with its repository, issues, merge requests, pipelines and settings. This can’t be undone.',
      project.name_with_namespace ?? project.name,
      project.id,
    ),
    project.web_url,
    ...(typeof project.description === 'string' && project.description !== '' ? [project.description] : []),
  ].join('\n');
  const question = t('Replace {0} with the imported project?', visible(holder.path));
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, replace);
  return answer === replace ? { kind: 'go', replaces: project.id } : undefined;
};
