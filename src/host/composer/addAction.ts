import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { encodingOf } from '../../model/composer/action.ts';
import { getRawFile } from '../../wire/projects.ts';
import { branchRef } from '../../wire/refName.ts';
import { readFile } from '../../model/composer/check.ts';
import { basename } from '../kit/words/format.ts';
import type { Composition } from './composition.ts';
import { editComposed } from './contents.ts';
import type { HandAction } from './saved.ts';

type Kind = HandAction['kind'];

/** Questions ignore a loss of focus, as a page that has just opened takes it. */
export const addAction = async (composition: Composition): Promise<void> => {
  const { t } = vscode.l10n;
  const kinds: readonly (vscode.QuickPickItem & { readonly does: Kind })[] = [
    { label: `$(new-file) ${t('Create a file')}`, does: 'create' },
    { label: `$(edit) ${t('Update a file')}`, does: 'update' },
    { label: `$(arrow-right) ${t('Move or rename a file')}`, does: 'move' },
    { label: `$(trash) ${t('Delete a file')}`, does: 'delete' },
    { label: `$(terminal) ${t('Change the executable bit')}`, does: 'chmod' },
  ];
  const title = t('Add to the Commit');
  const chosen = await vscode.window.showQuickPick(kinds, {
    title,
    placeHolder: t('Choose an action'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const { does: kind } = chosen;
  const first = kind === 'move' ? t('Path of the file now') : t('Path of the file');
  const path = await askPath(title, first);
  if (path === undefined) return;
  if (kind === 'move') {
    const next = await askPath(title, t('New path of the file'), path);
    if (next === undefined || next === path) return;
    await composition.add({ kind, path: next, previousPath: path, base: await blobOf(composition, path) });
    return;
  }
  if (kind === 'delete') {
    await composition.add({ kind, path, base: await blobOf(composition, path) });
    return;
  }
  if (kind === 'chmod') {
    await addMode(composition, path);
    return;
  }
  await addContent(composition, kind, path);
};

const askPath = async (title: string, prompt: string, value = ''): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const answer = await vscode.window.showInputBox({
    title,
    prompt,
    value,
    placeHolder: t('such as src/main.ts'),
    ignoreFocusOut: true,
    validateInput: (text) => pathProblem(text.trim()),
  });
  return answer?.trim();
};

const pathProblem = (path: string): string | undefined => {
  const { t } = vscode.l10n;
  if (path === '') return t('Enter the path from the top of the repository.');
  if (path.startsWith('/')) return t('Enter the path from the top of the repository, without a leading slash.');
  const isBad = path.split('/').some((part) => ['', '.', '..', '.git'].includes(part.toLowerCase()));
  return isBad ? t('This is not a valid file path.') : undefined;
};

const addMode = async (composition: Composition, path: string): Promise<void> => {
  const { t } = vscode.l10n;
  const rows = [
    { label: t('Make it executable'), executable: true },
    { label: t('Make it not executable'), executable: false },
  ];
  const chosen = await vscode.window.showQuickPick(rows, { title: basename(path), ignoreFocusOut: true });
  if (chosen) await composition.add({ kind: 'chmod', path, executable: chosen.executable });
};

const addContent = async (composition: Composition, kind: 'create' | 'update', path: string): Promise<void> => {
  const { t } = vscode.l10n;
  const rows = [
    { label: `$(edit) ${t('Edit in an editor')}`, from: 'editor' as const },
    { label: `$(file) ${t('Use a local file…')}`, from: 'file' as const },
  ];
  const chosen = await vscode.window.showQuickPick(rows, {
    title: basename(path),
    placeHolder: t('New content'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const base = kind === 'update' ? await blobOf(composition, path) : undefined;
  if (chosen.from === 'file') {
    const [file] = (await vscode.window.showOpenDialog({ title: basename(path), openLabel: t('Use File') })) ?? [];
    if (file) await composition.add({ kind, path, file: file.toString(), base });
    return;
  }
  const text = kind === 'update' ? await textOf(composition, path) : '';
  if (text === undefined) return;
  await composition.add({ kind, path, text, base });
  await editComposed(composition, path);
};

const refOf = ({ facts: { seen, saved } }: Composition): string =>
  seen?.base ?? (saved.branch === '' ? '' : branchRef(saved.branch));

const projectOf = ({ draft }: Composition): number => draft.startProject ?? draft.project;

const blobOf = async (composition: Composition, path: string): Promise<string | undefined> => {
  const { client } = composition.open;
  // without a branch, no files are known; the preview asks for one first
  if (refOf(composition) === '') return undefined;
  const { signal } = new AbortController();
  return (await readFile(client, projectOf(composition), path, refOf(composition), signal))?.blob;
};

/** Undefined, with a warning, if the file is missing or binary. */
const textOf = async (composition: Composition, path: string): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  try {
    const parameters = { id: projectOf(composition), file_path: path, ref: refOf(composition) };
    const bytes = await composition.open.client.send(getRawFile, parameters);
    if (encodingOf(bytes) === 'text') return Buffer.from(bytes).toString('utf8');
    void vscode.window.showWarningMessage(t('{0} is not a text file. Use a local file instead.', path));
  } catch (error) {
    if (!requestErrorFacts(error, 'notFound')) throw error;
    void vscode.window.showWarningMessage(t('The server has no file {0} on this branch. Create it instead.', path));
  }
  return undefined;
};
