import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { BoardSession } from '../../../../src/host/board/session.ts';
import { resolvedUri } from '../../../../src/host/board/resolving/resolvedFileSystem.ts';
import { nameOf } from '../../../../src/host/board/resolving/savedResolutions.ts';
import { saveDocument } from '../../../../src/host/kit/pages/saveDocument.ts';
import type { CellPlace } from '../../../../src/messages/board.ts';
import type { Resolution } from '../../../../src/model/composer/resolution.ts';
import { receivedRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { type BoardHands, boards, one } from './boardHands.ts';

export interface ResolvingHands extends BoardHands {
  /** A board of one cell in conflict. */
  readonly inConflict: (branch?: string) => Promise<{ session: BoardSession; place: CellPlace }>;
  readonly found: (session: BoardSession, place: CellPlace) => Resolution | undefined;
  readonly known: (session: BoardSession, place: CellPlace) => Resolution;
  /** Text that `resolveAll` writes to a file. */
  readonly written: (path: string) => string;
  readonly write: (uri: vscode.Uri, text: string) => Promise<void>;
  /** Opens a resolution's merge editor. */
  readonly opened: (session: BoardSession, place: CellPlace) => Promise<void>;
  /** Opens, writes and marks each file in conflict as resolved. */
  readonly resolveAll: (session: BoardSession, place: CellPlace) => Promise<void>;
  readonly commits: () => Promise<number>;
  readonly commit: (session: BoardSession, place: CellPlace, where: RegExp) => Promise<void>;
}

/** Closes editors and discards resolutions after each test. */
export const forgetResolutions = (app: () => App): void => {
  afterEach(async () => {
    await setFaults([]);
    // closing a dirty editor would ask
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await saveDocument(document);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { workspaceState } = app().context;
    const keys = workspaceState.keys().filter((key) => /^graft\.(resolution|rerere|message) /.test(key));
    for (const key of keys) await workspaceState.update(key, undefined);
  });
};

export const typeInto = async (document: vscode.TextDocument, text: string): Promise<void> => {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
};

export const typeAndSave = async (document: vscode.TextDocument, text: string): Promise<void> => {
  await typeInto(document, text);
  assert.ok(await saveDocument(document));
};

/** Signs in for a `describe`; discards boards and resolutions after each test. */
export const resolutions = (): ResolvingHands => {
  const hands = boards();
  const { app, intend, tested, user } = hands;

  forgetResolutions(app);

  const inConflict = async (branch = one): Promise<{ session: BoardSession; place: CellPlace }> => {
    const session = await tested(['conflict'], [branch]);
    const [place] = session.board.keys();
    assert.ok(place);
    assert.equal(session.board.cell(place).result?.kind, 'conflict');
    return { session, place };
  };

  const found = ({ open }: BoardSession, place: CellPlace): Resolution | undefined =>
    app().boards.resolutions.get(
      nameOf({ account: open.account.id, project: open.project.id, action: 'cherryPick', ...place }),
    );

  const known = (session: BoardSession, place: CellPlace): Resolution =>
    found(session, place) ?? assert.fail('there is no resolution');

  const written = (path: string): string => `resolved ${path}\n`;

  const write = async (uri: vscode.Uri, text: string): Promise<void> => {
    await typeAndSave(await vscode.workspace.openTextDocument(uri), text);
  };

  const opened = async (session: BoardSession, place: CellPlace): Promise<void> => {
    await intend(session, { type: 'resolve', place, path: undefined });
    const resolution = known(session, place);
    const [file] = resolution.files;
    const uri = resolvedUri(resolution, file?.path ?? '').toString();
    await poll(() => vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri), {
      what: 'the merge editor',
    });
  };

  const resolveAll = async (session: BoardSession, place: CellPlace): Promise<void> => {
    await opened(session, place);
    const resolution = known(session, place);
    assert.equal(resolution.files.length, 1);
    for (const { path, choice } of resolution.files) {
      assert.equal(choice, 'text');
      await write(resolvedUri(resolution, path), written(path));
      await intend(session, { type: 'markResolved', place, path });
    }
  };

  const commits = async (): Promise<number> =>
    (await receivedRequests()).filter(({ operation }) => operation === 'createCommit').length;

  const commit = async (session: BoardSession, place: CellPlace, where: RegExp): Promise<void> => {
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    await user.step(/^Commit Resolution/, where);
    if (/new/.test(where.source)) {
      await user.box(/^Commit Resolution/);
      await user.enter();
    }
    await committing;
  };

  return { ...hands, inConflict, found, known, written, write, opened, resolveAll, commits, commit };
};
