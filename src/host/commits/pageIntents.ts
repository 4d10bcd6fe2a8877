import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { commitLink } from './links.ts';
import { browseCommit, copyLink, copySha, openAllChanges, openFileAt, openInBrowser } from './openCommit.ts';
import type { PageIntent } from './page.ts';
import type { CommitPageLoad } from './pageLoad.ts';
import { cherryPick, revert } from './pickFlow.ts';
import { setStatus } from './setStatus.ts';

/** Carries out what a commit page asks for. */
export const carryOut = async (app: App, intent: PageIntent, load: CommitPageLoad): Promise<void> => {
  const { subject } = load;
  switch (intent.type) {
    case 'cherryPick':
      return cherryPick(app, subject);
    case 'revert':
      return revert(app, subject);
    case 'copySha':
      return copySha(app, subject);
    case 'copyLink':
      return copyLink(app, subject);
    case 'openInBrowser':
      return browseCommit(app, subject);
    case 'openAllChanges':
      return openAllChanges(app, subject);
    case 'openFile':
      return openFileAt(app, subject, intent.newPath, intent.line);
    case 'setStatus':
      return setStatus(app, subject);
    case 'openPipeline':
      return openLink(load, 'pipeline');
    case 'openMergeRequest':
      return openLink(load, `mergeRequest ${intent.reference}`);
    case 'openStatus':
      return openLink(load, `status ${intent.id}`);
    case 'loadDiff':
      if (intent.cancel === true) load.files.cancelDiff(intent.newPath);
      else await load.files.loadDiff(intent.newPath);
      return;
    case 'loadImages':
      return load.files.loadImages(intent.newPath);
    case 'loadAllRefs':
      if (intent.cancel === true) load.refs.cancel();
      else await load.refs.loadAll();
      return;
    case 'copyDeepLink':
      await vscode.env.clipboard.writeText(commitLink(subject.open, subject.sha, intent.place));
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 2_000);
      return;
  }
};

/** A page names what to open; the address is the one the server gave for it. */
const openLink = async (load: CommitPageLoad, key: string): Promise<void> => {
  const address = load.links.get(key);
  if (address !== undefined) await openInBrowser(address);
};
