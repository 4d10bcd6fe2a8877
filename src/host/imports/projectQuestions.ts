import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { type Account, instanceName } from '../../model/account.ts';
import type { AccountCapabilities } from '../../model/accountCapabilities.ts';
import type { Overrides } from '../../model/imports/overrides.ts';
import { pathHolder } from '../../model/imports/pathHolder.ts';
import { pathFromName } from '../../model/imports/pathRules.ts';
import type { ImportPlace } from '../../model/imports/places.ts';
import type { App } from '../app.ts';
import { visible } from '../format.ts';
import { cancellableIfSlow } from '../progress.ts';
import { askName, askPath, type ChosenPath, takenWords } from './askPath.ts';
import { askOverrides, overridesSummary } from './askOverrides.ts';
import { chooseNamespace } from './chooseNamespace.ts';
import type { TypedTexts } from '../typedTexts.ts';
import { askReview, type ReviewRow } from './review.ts';

/** Who asks, and what is proposed. */
export interface ProjectQuestions {
  readonly app: App;
  readonly title: string;
  readonly account: Account;
  readonly client: Client;
  readonly capabilities: AccountCapabilities;
  readonly texts: TypedTexts;
  /** What the archive or its address is called. */
  readonly proposal: { readonly name?: string | undefined; readonly path?: string | undefined };
  /** Whether a project can be replaced and members of it set: not with archives of an object storage. */
  readonly takes: 'everything' | 'placeAndName';
}

/** Where a project goes and how it is called. */
export interface ProjectAnswers {
  readonly place: ImportPlace;
  readonly name: string;
  readonly path: ChosenPath;
  readonly overrides: Overrides;
}

/** Asks for place, name and path. Undefined when left. */
export const askProject = async (questions: ProjectQuestions): Promise<ProjectAnswers | undefined> => {
  const { app, account, title } = questions;
  const place = await chooseNamespace(app, account, title);
  if (place === undefined) return undefined;
  const name = await askProjectName(questions, questions.proposal.name ?? questions.proposal.path ?? '');
  if (name === undefined) return undefined;
  const proposed = questions.proposal.path ?? pathFromName(name);
  const path = await askProjectPath(questions, place, proposed);
  return path && { place, name, path, overrides: {} };
};

const askProjectName = ({ title, texts }: ProjectQuestions, value: string): Promise<string | undefined> =>
  texts.ask('name', value, (box) =>
    askName({ title, prompt: vscode.l10n.t('Name of the project'), thing: 'project', ...box }),
  );

const askProjectPath = (
  { title, client, texts, takes }: ProjectQuestions,
  place: ImportPlace,
  value: string,
): Promise<ChosenPath | undefined> =>
  texts.ask('path', value, (box) =>
    askPath({
      title,
      client,
      thing: 'project',
      parent: place.path,
      mayReplace: takes === 'everything',
      ...box,
    }),
  );

/** A part of the answers that can be changed in the review. */
export type ProjectPart = 'place' | 'name' | 'path' | 'overrides';

/** Asks for one part again; the answers stay as they are when it is left. */
export const changePart = async (
  questions: ProjectQuestions,
  answers: ProjectAnswers,
  part: ProjectPart,
): Promise<ProjectAnswers> => {
  const { app, account, title, texts } = questions;
  switch (part) {
    case 'place': {
      const place = await chooseNamespace(app, account, title);
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

/** What is about to happen, to be looked at and changed. `more` are parts of the caller's own. */
export const reviewProject = <More extends string>(
  { title, account, takes }: ProjectQuestions,
  { place, name, path, overrides }: ProjectAnswers,
  own: {
    readonly detail: string;
    readonly rows: readonly ReviewRow<More>[];
    readonly warnings: readonly string[];
    readonly notes: readonly string[];
  },
): Promise<ProjectPart | More | 'start' | undefined> => {
  const { t } = vscode.l10n;
  const rows: readonly ReviewRow<ProjectPart | More>[] = [
    ...own.rows,
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
        path.taken === undefined ? t('{0}, free', path.fullPath) : t('{0}, replaces the project there', path.fullPath),
    },
    ...(takes === 'everything'
      ? ([{ part: 'overrides', icon: 'settings', label: t('Set'), value: overridesSummary(overrides) }] as const)
      : []),
  ];
  return askReview<ProjectPart | More>({
    title,
    start: {
      label: path.taken === undefined ? t('Import') : t('Import and Replace…'),
      value: path.fullPath,
      detail: own.detail,
    },
    rows,
    warnings: own.warnings,
    notes: own.notes,
  });
};

/** What should be known of the place a project goes to. */
export const placeWarnings = ({ place, overrides }: ProjectAnswers): readonly string[] => {
  const { t } = vscode.l10n;
  const wanted = overrides['visibility'];
  const order = ['private', 'internal', 'public'];
  if (place.visibility === undefined || typeof wanted !== 'string') return [];
  return order.indexOf(wanted) > order.indexOf(place.visibility)
    ? [t('The group {0} is {1}: the project will be no more visible than that.', place.path, place.visibility)]
    : [];
};

/**
 * Looks once more whether the path is as the answers say, and asks before a project is replaced. `go` with the number of
 * that project, `change` when something is otherwise (which is said), undefined when the user has changed their mind.
 */
export const confirmPath = async (
  { client }: Pick<ProjectQuestions, 'client'>,
  { path }: ProjectAnswers,
): Promise<
  { readonly kind: 'go'; readonly replaces: number | undefined } | { readonly kind: 'change' } | undefined
> => {
  const { t } = vscode.l10n;
  const now = await cancellableIfSlow(t('Looking whether {0} is free…', visible(path.fullPath)), async (signal) => ({
    holder: await pathHolder(client, path.fullPath, { signal }),
  }));
  if (now === undefined) return undefined;
  const { holder } = now;
  if (path.taken === undefined) {
    if (holder === undefined) return { kind: 'go', replaces: undefined };
    void vscode.window.showWarningMessage(t('Nothing was sent. {0}', takenWords(holder)));
    return { kind: 'change' };
  }
  if (holder?.kind !== 'project') {
    const words = holder === undefined ? t('The project {0} is gone by now.', path.fullPath) : takenWords(holder);
    void vscode.window.showWarningMessage(t('Nothing was sent. {0}', words));
    return { kind: 'change' };
  }
  const { project } = holder;
  const replace = t('Delete and Replace');
  const detail = [
    t(
      '{0} (project {1}) is deleted once the import has finished: its repository, issues, merge requests, pipelines and settings. Nobody can bring them back.',
      project.name_with_namespace ?? project.name,
      project.id,
    ),
    project.web_url,
    ...(typeof project.description === 'string' && project.description !== '' ? [project.description] : []),
  ].join('\n');
  const question = t('Replace {0} by what is imported?', visible(holder.path));
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, replace);
  return answer === replace ? { kind: 'go', replaces: project.id } : undefined;
};
