import * as vscode from '../../vscode.ts';
import { type Account, accountName } from '../../../model/account.ts';
import { findCommit } from '../../../model/git/namedRef.ts';
import { refsAndPaths, type WebPage } from '../../../model/webLink.ts';
import { getMergeRequest } from '../../../wire/mergeRequestReview.ts';
import { askText } from '../../kit/questions/askText.ts';
import { fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { openMergeRequest } from '../../kit/openMergeRequest.ts';
import { cancellable } from '../../kit/progress.ts';
import { explainMissing } from '../../kit/requireProject.ts';
import { openInOneEncoding } from '../../kit/pages/showChange.ts';
import { visible } from '../../visible.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { CommitsArea } from '../area.ts';
import { badLinkMessage, findTarget, noAccountMessage, openLinked, type Pasted, readPasted } from './links.ts';
import { call } from '../../kit/areaCommands.ts';

/** Opens a pasted web URL in VS Code, at the version that it names. Suggests a link from the clipboard. */
export const openLink = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  if (area.accounts.list().length === 0) return explainMissing(area);
  const copied = (await vscode.env.clipboard.readText()).trim();
  const isLink = isPage(readPasted(area, copied));
  const text =
    typeof argument === 'string'
      ? argument
      : await askText({
          title: t('Open GitLab Link'),
          prompt: t('URL of a commit, file, merge request, comment, pipeline, or job'),
          value: isLink ? copied : '',
          problem: (typed) => problemOf(readPasted(area, typed)),
        });
  const pasted = text === undefined ? undefined : readPasted(area, text);
  if (isPage(pasted)) await open(area, pasted);
  else if (pasted !== undefined) void vscode.window.showErrorMessage(problemOf(pasted) ?? '');
};

type PastedPage = Extract<Pasted, { readonly kind: 'commit' | 'page' }>;

const isPage = (pasted: Pasted | undefined): pasted is PastedPage =>
  pasted?.kind === 'commit' || pasted?.kind === 'page';

const problemOf = (pasted: Pasted | undefined): string | undefined => {
  if (pasted === undefined || (pasted.kind === 'bad' && pasted.problem === 'notALink'))
    return vscode.l10n.t('Enter the URL of a commit, file, merge request, comment, pipeline, or job.');
  if (pasted.kind === 'bad') return badLinkMessage(pasted.problem);
  return pasted.kind === 'noAccount' ? noAccountMessage(pasted.server) : undefined;
};

const open = async (area: CommitsArea, pasted: PastedPage): Promise<void> => {
  const account = await chooseAccount(pasted.accounts);
  if (account === undefined) return;
  const title = vscode.l10n.t('Opening the link…');
  if (pasted.kind === 'commit') {
    const found = await cancellable(title, (signal) => findTarget(area, account, pasted.target, signal));
    if (found) area.commitPages.show(found.subject, found.at);
    return;
  }
  const show = await cancellable(title, async (signal) => {
    const project = await openLinked(area, account, pasted.project, signal);
    return find(project, pasted.page, signal);
  });
  await show?.();
};

const chooseAccount = async ([first, ...others]: readonly Account[]): Promise<Account | undefined> => {
  if (first === undefined || others.length === 0) return first;
  const { t } = vscode.l10n;
  const rows = [first, ...others].map((account) => ({
    label: accountName(account),
    description: account.name,
    account,
  }));
  return (
    await vscode.window.showQuickPick(rows, { title: t('Open GitLab Link'), placeHolder: t('Choose an account') })
  )?.account;
};

/** Reads the page's subject; the result shows it. */
const find = async (
  project: OpenProject,
  page: Extract<Pasted, { readonly kind: 'page' }>['page'],
  signal: AbortSignal,
): Promise<() => Promise<void>> => {
  const {
    client,
    project: { id },
  } = project;
  switch (page.kind) {
    case 'file':
      return findFile(project, page, signal);
    case 'mergeRequest': {
      const mergeRequest = await client.send(getMergeRequest, { id, merge_request_iid: page.iid }, { signal });
      return () => openMergeRequest(project, { ...mergeRequest, note: page.note });
    }
    case 'pipeline':
    case 'job':
      return async () => {
        await call('graft.pipelines.open', { open: project, page });
      };
  }
};

const findFile = async (
  { account, client, project }: OpenProject,
  { at, lines }: Extract<WebPage, { readonly kind: 'file' }>,
  signal: AbortSignal,
): Promise<() => Promise<void>> => {
  for (const { ref, path } of refsAndPaths(at)) {
    const commit = await findCommit(client, project.id, ref, signal);
    if (commit === undefined) continue;
    const right = fileVersionUri({ account: account.id, project: project.id, path, ref: commit.id });
    await vscode.workspace.fs.stat(right);
    return async () => {
      await openInOneEncoding([right]);
      const selection = lines && new vscode.Range(lines.first - 1, 0, lines.last - 1, 0);
      await vscode.window.showTextDocument(right, { preview: true, ...(selection && { selection }) });
    };
  }
  throw new Error(
    vscode.l10n.t('{0} has no branch, tag or commit of “{1}”.', project.path_with_namespace, visible(at)),
  );
};
