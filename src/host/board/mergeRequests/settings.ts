import * as vscode from '../../vscode.ts';
import {
  type FileProblem,
  projectFilePath,
  type ProjectFileReading,
  type MergeRequestChoices,
} from '../../../model/backports/projectFile.ts';
import { readProjectFile } from '../../../model/backports/readProjectFile.ts';
import type { MergeRequestTemplate } from '../../../model/board/mergeRequestTemplate.ts';
import { explain } from '../../kit/words/explain.ts';
import { problemLine } from '../../kit/pages/projectFile.ts';
import type { OpenProject } from '../../shell/currentProject.ts';

/** Source of an initial value, by priority. */
export type MergeRequestOrigin =
  /** Changed by the user, or taken from the commit or branch. */
  | 'asked'
  /** A user, workspace or folder setting. */
  | 'setting'
  | 'file'
  | 'default';

/** Initial values of a new merge request. */
export interface MergeRequestChoice {
  readonly template: MergeRequestTemplate;
  readonly labels: readonly string[];
  readonly squash: boolean;
  readonly removesSource: boolean;
  readonly assignsMe: boolean;
  readonly comments: boolean;
}

export type MergeRequestOrigins = Readonly<
  Record<keyof MergeRequestTemplate | Exclude<keyof MergeRequestChoice, 'template'>, MergeRequestOrigin>
>;

/** The project file or the failure to read it, which doesn't stop creating merge requests. */
export type MergeRequestFile = ProjectFileReading | { readonly kind: 'failed'; readonly error: unknown };

/** Throws only on cancellation. */
export const readMergeRequestFile = async (
  { client, project }: OpenProject,
  { signal, failed }: { readonly signal: AbortSignal; readonly failed: (error: unknown) => void },
): Promise<MergeRequestFile> => {
  try {
    return await readProjectFile({ client, project: project.id }, signal);
  } catch (error) {
    signal.throwIfAborted();
    failed(error);
    return { kind: 'failed', error };
  }
};

/** Per value: an explicit setting, else the project file, else the default. */
export const mergeRequestSettings = (
  root: vscode.Uri | undefined,
  reading: MergeRequestFile,
): MergeRequestChoice & { readonly origins: MergeRequestOrigins } => {
  const settings = vscode.workspace.getConfiguration('graft.mergeRequests', root);
  const file: MergeRequestChoices = reading.kind === 'read' ? reading.file.mergeRequests : {};
  const from = <Key extends keyof MergeRequestChoices>(
    key: Key,
    none: NonNullable<MergeRequestChoices[Key]>,
  ): readonly [NonNullable<MergeRequestChoices[Key]>, MergeRequestOrigin] => {
    const { globalValue, workspaceValue, workspaceFolderValue } = settings.inspect(key) ?? {};
    const isSet = [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
    const given = file[key];
    if (isSet || given === undefined) return [settings.get(key, none), isSet ? 'setting' : 'default'];
    return [given, 'file'];
  };
  const branch = from('branch', '');
  const title = from('title', '');
  const description = from('description', '');
  const labels = from('labels', []);
  const squash = from('squash', false);
  const removesSource = from('removeSourceBranch', true);
  const assignsMe = from('assignToMe', true);
  const comments = from('commentOnOriginal', false);
  return {
    template: { branch: branch[0], title: title[0], description: description[0] },
    labels: labels[0],
    squash: squash[0],
    removesSource: removesSource[0],
    assignsMe: assignsMe[0],
    comments: comments[0],
    origins: {
      branch: branch[1],
      title: title[1],
      description: description[1],
      labels: labels[1],
      squash: squash[1],
      removesSource: removesSource[1],
      assignsMe: assignsMe[1],
      comments: comments[1],
    },
  };
};

/** Empty for `asked`. */
export const originMessage = (origin: MergeRequestOrigin): string => {
  const { t } = vscode.l10n;
  switch (origin) {
    case 'asked':
      return '';
    case 'setting':
      return t('from your settings');
    case 'file':
      return t('set in {0}', projectFilePath);
    case 'default':
      return t('default');
  }
};

/** Reason the project file is ignored; undefined when it is used or doesn't exist. */
export const unusedFileMessage = (reading: MergeRequestFile): string | undefined => {
  const { t } = vscode.l10n;
  if (reading.kind === 'failed') {
    return t('{0} could not be read, your settings are used: {1}', projectFilePath, explain(reading.error));
  }
  const [first, ...others] = reading.kind === 'bad' ? reading.problems : [];
  if (first === undefined) return undefined;
  const why = problemLine(first);
  return others.length === 0
    ? t('{0} has a mistake, your settings are used. {1}', projectFilePath, why)
    : t('{0} has {1} mistakes, your settings are used. {2}', projectFilePath, others.length + 1, why);
};

export const firstMistake = (
  reading: MergeRequestFile,
): { readonly commit: string; readonly problem: FileProblem } | undefined => {
  const [problem] = reading.kind === 'bad' ? reading.problems : [];
  return reading.kind === 'bad' && problem ? { commit: reading.commit, problem } : undefined;
};
