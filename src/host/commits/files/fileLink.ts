import * as vscode from '../../vscode.ts';
import { fileAddress } from '../../../messages/webAddresses.ts';
import { findCommit } from '../../../model/git/namedRef.ts';
import { copyAddress } from '../../kit/copyAddress.ts';
import { fileScheme, readFileVersion } from '../../kit/pages/fileVersions.ts';
import { basename, visible } from '../../kit/words/format.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { cancellable } from '../../kit/progress.ts';
import { projectOf, requireProject } from '../../kit/requireProject.ts';
import { type Lines, linesAt, selectedLines } from '../../kit/pages/selectedLines.ts';
import { gitOutput } from '../../shell/git.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { CommitsArea } from '../area.ts';
import { isLinePlace } from './lineCommit.ts';
import { inProject, type LocalFile } from './localFile.ts';

/** Copies the web URL of a file or folder at a pushed commit, with the selected lines. */
export const copyFileLink = (area: CommitsArea, ...given: readonly unknown[]): Promise<void> =>
  withAddress(area, given, copyAddress);

export const openFileOnServer = (area: CommitsArea, ...given: readonly unknown[]): Promise<void> =>
  withAddress(area, given, openInBrowser);

interface Place {
  readonly uri: vscode.Uri;
  readonly lines: Lines | undefined;
}

const withAddress = async (
  area: CommitsArea,
  given: readonly unknown[],
  act: (address: string) => Promise<void>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const wanted = placeOf(given);
  if (wanted === undefined) {
    void vscode.window.showInformationMessage(t('No file is open. Open one, or choose one in the Explorer.'));
    return;
  }
  const { uri, lines } = wanted;
  if (uri.scheme === fileScheme) {
    const { path, ref, ...place } = readFileVersion(uri);
    if (ref === undefined) return;
    const of = await cancellable(t('Reading the project of {0}…', basename(uri.path)), async (signal) => {
      const found = await projectOf(area, place, signal);
      if (found === undefined)
        void vscode.window.showInformationMessage(t('The account this file was opened with has been removed.'));
      return found;
    });
    if (of !== undefined) await act(fileAddress(of.project.web_url, { sha: ref, path, kind: 'file', lines }));
    return;
  }
  const found = await inProject(area, open, uri);
  if (found === undefined) return;
  const { path } = found;
  const sha = await cancellable(t('Looking for {0} on the server…', basename(uri.path)), (signal) =>
    newestPushed(found, signal),
  );
  if (sha === undefined) return;
  if (sha === 'none') {
    void vscode.window.showInformationMessage(
      t('The server does not have {0} yet. Commit and push it first.', visible(path)),
    );
    return;
  }
  const { type } = await vscode.workspace.fs.stat(uri);
  const isDirty = vscode.workspace.textDocuments.some((each) => each.isDirty && each.uri.toString() === uri.toString());
  const at = { sha, path: found.localPath };
  const there = lines && !isDirty ? (await linesAt(found.work, at, lines)).there : undefined;
  if (lines !== undefined && there === undefined)
    void vscode.window.showInformationMessage(
      t('These lines differ from the newest commit that was pushed, so the link is to the file.'),
    );
  const kind = (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
  await act(fileAddress(found.open.project.web_url, { sha, path, kind, lines: there }));
};

/** File of the menu; with the selected lines for the editor's own menu or the palette. */
const placeOf = ([argument, ...others]: readonly unknown[]): Place | undefined => {
  if (isLinePlace(argument)) {
    const { lineNumber: line } = argument;
    return { uri: vscode.Uri.from(argument.uri), lines: { first: line, last: line } };
  }
  const { activeTextEditor: editor } = vscode.window;
  const uri = argument instanceof vscode.Uri ? argument : editor?.document.uri;
  if (uri === undefined) return undefined;
  // the Explorer and tabs pass further arguments
  const isText = others.length === 0 && editor?.document.uri.toString() === uri.toString();
  return { uri, lines: isText ? selectedLines(editor.selection) : undefined };
};

/** Limit of requests when no remote branch is known locally. */
const maxAsked = 20;

/**
 * Newest pushed commit of HEAD, from remote-tracking branches, or from the server if there are none; `none` where it lacks
 * the file.
 */
const newestPushed = async ({ open, work, path }: LocalFile, signal: AbortSignal): Promise<string> => {
  const { remote = '*' } = open;
  const listed = await gitOutput(work, ['rev-list', '--boundary', '--not', { '--remotes=': remote }, '--not'], {
    revisions: ['HEAD'],
    signal,
  });
  const commits = listed.toString().split('\n').filter(Boolean);
  const known = commits.length === 0 ? 'HEAD' : commits.find((line) => line.startsWith('-'))?.slice(1);
  const pushed = known ?? (await firstOnServer(open, commits.slice(0, maxAsked), signal));
  if (pushed === undefined) return 'none';
  const sha = (await gitOutput(work, ['rev-parse'], { revisions: [pushed], signal })).toString().trim();
  const there = await gitOutput(work, ['ls-tree', '--name-only'], { revisions: [sha], paths: [path], signal });
  return path === '' || there.length > 0 ? sha : 'none';
};

const firstOnServer = async (
  { client, project }: OpenProject,
  shas: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  for (const sha of shas) if ((await findCommit(client, project.id, sha, signal)) !== undefined) return sha;
  return undefined;
};
