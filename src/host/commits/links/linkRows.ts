import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { getCommit } from '../../../wire/commits.ts';
import type { CommitsArea } from '../area.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import { badLinkMessage, findTarget, noAccountMessage, readPasted } from './links.ts';
import type { ChosenCommit } from '../subject.ts';

type LinkRow = vscode.QuickPickItem & { readonly value?: ChosenCommit };

/**
 * Rows for a pasted URL: its commit, once per account that can read it, or the problem. Undefined when the text is no URL.
 */
export const linkRows = async (
  area: CommitsArea,
  text: string,
  signal: AbortSignal,
): Promise<readonly LinkRow[] | undefined> => {
  const pasted = readPasted(area, text);
  if (pasted === undefined) return undefined;
  if (pasted.kind === 'bad') return [note(badLinkMessage(pasted.problem))];
  if (pasted.kind === 'page') return [note(badLinkMessage('notALink'))];
  if (pasted.kind === 'noAccount') return [note(noAccountMessage(pasted.server))];
  const rows: LinkRow[] = [];
  for (const account of pasted.accounts) {
    try {
      const found = await findTarget(area, account, pasted.target, signal);
      const { open, sha } = found.subject;
      const commit = await open.client.send(getCommit, { id: open.project.id, sha, stats: false }, { signal });
      const where = found.at ? ` · ${found.at.path}${found.at.line === undefined ? '' : `:${found.at.line}`}` : '';
      rows.push({
        label: visibleLabel(commit.title),
        description: visibleLabel(`${shortSha(commit.id)} · ${commit.author_name}, ${age(commit.created_at)}${where}`),
        detail: visibleLabel(`${open.project.path_with_namespace} · ${account.username}`),
        value: { ...found, subject: { open, sha: commit.id } },
      });
    } catch (error) {
      // another account may have access
      if (!requestErrorFacts(error, 'notFound', 'forbidden', 'unauthorized', 'insufficientScope')) throw error;
    }
  }
  if (rows.length > 0) return rows;
  const { project, sha } = pasted.target;
  return [note(vscode.l10n.t('{0} has no commit “{1}” your accounts can read.', project, sha))];
};

const note = (text: string): LinkRow => ({ label: `$(info) ${visibleLabel(text)}` });
