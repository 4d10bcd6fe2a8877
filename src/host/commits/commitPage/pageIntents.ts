import type { Handlers } from '../../../messages/page.ts';
import type { CommitsArea } from '../area.ts';
import { commitLink } from '../links/links.ts';
import { browseCommit, copyLink, copySha, openAllChanges, openFileAt } from '../openCommit.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';
import { openMergeRequest } from '../../kit/openMergeRequest.ts';
import type { PageIntent } from './pageSession.ts';
import type { CommitPageLoad } from './pageLoad.ts';
import { cherryPick, revert } from '../pick/pickFlow.ts';
import { setStatus } from '../statuses/setStatus.ts';
import { copyAddress } from '../../kit/copyAddress.ts';

/** Handlers for messages that need the rest of the extension. */
export const commitHandlers = (area: CommitsArea, load: CommitPageLoad): Handlers<PageIntent> => {
  const { subject, files, refs } = load;
  return {
    cherryPick: () => cherryPick(area, subject),
    revert: () => revert(area, subject),
    copySha: () => copySha(area, subject),
    copyLink: () => copyLink(area, subject),
    openInBrowser: () => browseCommit(area, subject),
    openAllChanges: () => openAllChanges(area, subject),
    openFile: ({ newPath, line }) => openFileAt(area, subject, newPath, line),
    setStatus: () => setStatus(area, subject),
    openPipeline: () => openLink(load, 'pipeline'),
    openMergeRequest: ({ reference }) => openMergeRequestOf(load, reference),
    openStatus: ({ id }) => openLink(load, `status ${id}`),
    loadDiff: ({ newPath, cancel }) => (cancel === true ? files.cancelDiff(newPath) : files.loadDiff(newPath)),
    loadImages: ({ newPath }) => files.loadImages(newPath),
    loadAllRefs: ({ cancel }) => (cancel === true ? refs.cancel() : refs.loadAll()),
    copyDeepLink: ({ place }) => copyAddress(commitLink(area, subject.open, subject.sha, place)),
  };
};

const openMergeRequestOf = async ({ requests, subject }: CommitPageLoad, reference: string): Promise<void> => {
  const mergeRequest = requests.get(reference);
  if (mergeRequest !== undefined) await openMergeRequest(subject.open, mergeRequest);
};

/** The page sends a key: only URLs from the server are opened. */
const openLink = async (load: CommitPageLoad, key: string): Promise<void> => {
  const address = load.links.get(key);
  if (address !== undefined) await openInBrowser(address);
};
