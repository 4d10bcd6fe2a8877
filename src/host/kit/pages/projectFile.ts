import * as vscode from '../../vscode.ts';
import { type ExpectedValue, type FileProblem, projectFilePath } from '../../../model/backports/projectFile.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { fileVersionUri } from './fileVersions.ts';
import { visibleLabel } from '../words/format.ts';

/** A problem in `.gitlab/graft.yml`. */
export const problemLine = (problem: FileProblem): string => {
  const { t } = vscode.l10n;
  const { line, key } = problem;
  return key === ''
    ? t('Line {0}: {1}', line, problemMessage(problem))
    : t('Line {0}: {1}: {2}', line, visibleLabel(key), problemMessage(problem));
};

const problemMessage = (problem: FileProblem): string => {
  const { t } = vscode.l10n;
  switch (problem.kind) {
    case 'expected':
      return expectedMessage(problem.expected);
    case 'unknownKey':
      return t('unknown key; expected one of {0}', problem.known.join(', '));
    case 'duplicateKey':
      return t('the key is there twice');
    case 'alias':
      return t('expected a value; aliases (*name) are not supported');
    case 'tag':
      return t('expected a value; tags (!name) are not supported');
    case 'severalDocuments':
      return t('expected one document, without --- between parts');
    case 'tooLarge':
      return t('the file is too large; expected at most 64 kB');
    case 'more':
      return t('more problems were found; correct the others first');
    case 'syntax':
      return t('not valid YAML: {0}', visibleLabel(problem.reason));
  }
};

const expectedMessage = (expected: ExpectedValue): string => {
  const { t } = vscode.l10n;
  switch (expected) {
    case 'mapping':
      return t('expected keys with values');
    case 'name':
      return t('expected a name as the key');
    case 'branch':
      return t('expected a branch');
    case 'branches':
      return t('expected a branch or a list of branches');
    case 'label':
      return t('expected a label');
    case 'labels':
      return t('expected a label or a list of labels');
    case 'text':
      return t('expected a text');
    case 'filledText':
      return t('expected a text that is not empty');
    case 'flag':
      return t('expected true or false');
    case 'period':
      return t('expected a number of days or weeks, such as “90 days”');
  }
};

/** Opens `.gitlab/graft.yml` read-only at a problem. */
export const openProjectFile = async (
  { account, project }: OpenProject,
  commit: string,
  { line, column }: Pick<FileProblem, 'line' | 'column'> = { line: 1, column: 1 },
): Promise<void> => {
  const uri = fileVersionUri({ account: account.id, project: project.id, path: projectFilePath, ref: commit });
  const position = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
};
