import * as vscode from '../../vscode.ts';
import type { Client } from '../../../client/client.ts';
import { type PathHolder, pathHolder } from '../../../model/transfers/imports/pathHolder.ts';
import { nameProblem, type NewThing, pathProblem } from '../../../model/transfers/imports/pathRules.ts';
import { askText } from '../../kit/questions/askText.ts';
import { visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { WizardStep } from '../../kit/questions/wizard.ts';

/** Question for the last segment of a new path. */
export interface PathQuestion {
  readonly title: string;
  readonly client: Client;
  readonly thing: NewThing;
  /** Undefined at the top level. */
  readonly parent: string | undefined;
  /** Initial value. */
  readonly value: string;
  /** Accepts the path of a project; the caller confirms the replacement. */
  readonly mayReplace?: boolean;
  readonly at?: WizardStep | undefined;
  readonly typed?: (text: string) => void;
}

export interface ChosenPath {
  /** Last segment. */
  readonly path: string;
  readonly fullPath: string;
  /** Project to be replaced. */
  readonly taken: Extract<PathHolder, { kind: 'project' }> | undefined;
}

/** Asks for a path and checks that it is available. Undefined when closed. */
export const askPath = async (question: PathQuestion): Promise<ChosenPath | undefined> => {
  const { t } = vscode.l10n;
  const { parent, client, thing } = question;
  const fullPathOf = (path: string): string => (parent === undefined ? path : `${parent}/${path}`);
  let taken: ChosenPath['taken'];
  const path = await askText({
    title: question.title,
    at: question.at,
    prompt:
      parent === undefined
        ? t('Path of the top-level group. Press Enter to check whether it is available.')
        : t('Path in {0}. Press Enter to check whether it is available.', visible(parent)),
    value: question.value,
    problem: (text) => pathMessage(text, thing),
    typed: (text) => question.typed?.(text),
    async check(text, signal) {
      taken = undefined;
      const holder = await pathHolder(client, fullPathOf(text), { signal });
      if (holder === undefined) return undefined;
      if (holder.kind === 'project' && question.mayReplace === true) {
        taken = holder;
        return undefined;
      }
      return takenMessage(holder);
    },
  });
  return path === undefined ? undefined : { path, fullPath: fullPathOf(path), taken };
};

/** Checks the path again before the request; undefined when cancelled. */
export const holderNow = (
  client: Client,
  fullPath: string,
): Promise<{ readonly holder: PathHolder | undefined } | undefined> =>
  cancellable(vscode.l10n.t('Checking whether {0} is available…', visible(fullPath)), async (signal) => ({
    holder: await pathHolder(client, fullPath, { signal }),
  }));

/** Also shows a warning. */
export const isTaken = ({ holder }: { readonly holder: PathHolder | undefined }): boolean => {
  if (holder !== undefined)
    void vscode.window.showWarningMessage(vscode.l10n.t('Nothing was sent. {0}', takenMessage(holder)));
  return holder !== undefined;
};

/** Undefined when closed. */
export const askName = (question: {
  readonly title: string;
  readonly prompt: string;
  readonly thing: NewThing;
  readonly value: string;
  readonly at?: WizardStep | undefined;
  readonly typed?: (text: string) => void;
}): Promise<string | undefined> =>
  askText({
    title: question.title,
    at: question.at,
    prompt: question.prompt,
    value: question.value,
    problem: (text) => nameMessage(text, question.thing),
    typed: (text) => question.typed?.(text),
  });

export const takenMessage = (holder: PathHolder): string => {
  const { t } = vscode.l10n;
  const path = visible(holder.path);
  switch (holder.kind) {
    case 'project':
      return t('The project {0} already exists.', path);
    case 'group':
      return t('The group {0} already exists.', path);
    case 'user':
      return t('The user {0} already has this path.', path);
  }
};

export const pathMessage = (path: string, thing: NewThing): string | undefined => {
  const { t } = vscode.l10n;
  switch (pathProblem(path, thing)) {
    case undefined:
      return undefined;
    case 'empty':
      return t('Enter a path.');
    case 'slash':
      return t('Enter only the last part of the path, without “/”.');
    case 'characters':
      return t('A path can contain only letters a to z, digits, “-”, “_” and “.”.');
    case 'start':
      return t('A path must start with a letter or a digit.');
    case 'end':
      return t('A path must end with a letter or a digit.');
    case 'repeated':
      return t('A path must not contain two consecutive “-”, “_” or “.”.');
    case 'suffix':
      return t('A path must not end in “.git” or “.atom”.');
    case 'reserved':
      return t('“{0}” is reserved by GitLab.', path);
    case 'long':
      return t('A path can have up to 255 characters.');
  }
};

export const nameMessage = (name: string, thing: NewThing): string | undefined => {
  const { t } = vscode.l10n;
  switch (nameProblem(name, thing)) {
    case undefined:
      return undefined;
    case 'empty':
      return t('Enter a name.');
    case 'start':
      return t('A name must start with a letter, a digit, an emoji or “_”.');
    case 'characters':
      return thing === 'project'
        ? t('A name can contain only letters, digits, emoji, “_”, “.”, “+”, dashes and spaces.')
        : t('A name can contain only letters, digits, emoji, “_”, “.”, “(”, “)”, dashes and spaces.');
    case 'long':
      return t('A name can have up to 255 characters.');
  }
};
