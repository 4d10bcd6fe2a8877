import { createHash } from 'node:crypto';
import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { type Account, accountName, instanceName } from '../../../model/account.ts';
import { type BadLink, type CommitTarget, linkQuery, readLink, sameServer } from '../../../model/commits/commitLink.ts';
import { type LineAnchor, projectOn, readWebLink, type WebPage } from '../../../model/webLink.ts';
import { getProject } from '../../../wire/projects.ts';
import type { CommitsArea } from '../area.ts';
import { shortSha } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Shell } from '../../shell/shell.ts';
import type { PlaceInCommit } from '../subject.ts';
import type { ChosenCommit } from '../subject.ts';
import { call } from '../../kit/areaCommands.ts';

/** Link that opens a commit in VS Code, optionally at a file and line. */
export const commitLink = (
  { context }: Pick<Shell, 'context'>,
  open: OpenProject,
  sha: string,
  at?: PlaceInCommit,
): string => {
  const target: CommitTarget = { server: open.account.baseUrl, project: open.project.path_with_namespace, sha, ...at };
  // the system's URL handler decodes once before VS Code does
  return `${vscode.env.uriScheme}://${context.extension.id}/commit?${linkQuery(target).replaceAll('%', '%25')}`;
};

export const parseCommitLink = (uri: vscode.Uri): ReturnType<typeof readLink> => readLink(uri.path, uri.query);

export const badLinkMessage = (problem: BadLink): string => {
  const { t } = vscode.l10n;
  switch (problem) {
    case 'notALink':
      return t('The link was not opened: it does not point to a commit.');
    case 'server':
      return t('The link was not opened: the server’s URL is missing or invalid.');
    case 'project':
      return t('The link was not opened: the project’s full path is missing or invalid.');
    case 'sha':
      return t('The link was not opened: the commit’s SHA is missing or invalid.');
    case 'path':
      return t('The link was not opened: its file is not a path in a repository.');
    case 'line':
      return t('The link was not opened: its line is not a number.');
  }
};

/** For a server without an account. */
export const noAccountMessage = (server: string): string =>
  vscode.l10n.t(
    'You have no account on {0}. Add one with “Graft: Sign In to GitLab…”, then open the link again.',
    server,
  );

/** A pasted URL with the accounts for its server. */
export type Pasted =
  | { readonly kind: 'bad'; readonly problem: BadLink }
  | { readonly kind: 'noAccount'; readonly server: string }
  | { readonly kind: 'commit'; readonly accounts: readonly Account[]; readonly target: LinkedCommit }
  | {
      readonly kind: 'page';
      readonly accounts: readonly Account[];
      readonly project: string;
      readonly page: Exclude<WebPage, { readonly kind: 'commit' }>;
    };

/** A commit from a link; `anchor` from a web URL's fragment. */
export type LinkedCommit = CommitTarget & { readonly anchor?: LineAnchor };

/** Parses a link to this extension or a web URL; undefined for other text. */
export const readPasted = (area: Pick<Shell, 'accounts' | 'context'>, text: string): Pasted | undefined => {
  const own = ownLink(text, area.context.extension.id);
  const accounts = area.accounts.list();
  if (own) {
    const read = parseCommitLink(own);
    if (read.kind === 'bad') return read;
    const matching = accounts.filter(({ baseUrl }) => sameServer(baseUrl, read.target.server));
    if (matching.length === 0) return { kind: 'noAccount', server: instanceName(read.target.server) };
    return { kind: 'commit', accounts: matching, target: read.target };
  }
  const link = readWebLink(text);
  if (link === undefined) return /^https?:\/\//i.test(text.trim()) ? { kind: 'bad', problem: 'notALink' } : undefined;
  // with nested instances on one host the longer base URL wins
  const named = accounts
    .flatMap((account) => {
      const project = projectOn(link, account.baseUrl);
      return project === undefined ? [] : [{ account, project }];
    })
    .sort((one, other) => one.project.length - other.project.length);
  const [best] = named;
  if (best === undefined) return { kind: 'noAccount', server: new URL(link.origin).host };
  const { project } = best;
  const those = named.filter((each) => each.project === project).map(({ account }) => account);
  const { page } = link;
  if (page.kind !== 'commit') return { kind: 'page', accounts: those, project, page };
  const { sha, anchor } = page;
  const target = { server: best.account.baseUrl, project, sha, ...(anchor ? { anchor } : {}) };
  return { kind: 'commit', accounts: those, target };
};

/** Any editor's scheme: `vscode://`, `vscodium://` and others. */
const ownLink = (text: string, extensionId: string): vscode.Uri | undefined => {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+\//i.test(text.trim())) return undefined;
  const uri = vscode.Uri.parse(text.trim());
  return uri.authority.toLowerCase() === extensionId.toLowerCase() ? uri : undefined;
};

export const openLinked = async (
  area: Pick<Shell, 'clients' | 'project'>,
  account: Account,
  path: string,
  signal: AbortSignal,
): Promise<OpenProject> => {
  const current = area.project.open;
  if (current?.account.id === account.id && current.project.path_with_namespace === path) return current;
  const client = area.clients.of(account);
  const project = await client.send(getProject, { id: path }, { signal });
  return { account, client, project, remote: undefined };
};

/** Reads the project and commit of a link, with its file and line if it has any. */
export const findTarget = async (
  area: CommitsArea,
  account: Account,
  target: LinkedCommit,
  signal: AbortSignal,
): Promise<ChosenCommit> => {
  const open = await openLinked(area, account, target.project, signal);
  const place = { client: open.client, account: account.id, project: open.project.id, sha: target.sha };
  const detail = await area.details.read(place, { signal });
  const subject = { open, sha: detail.id };
  const { path, line, side = 'new', anchor } = target;
  if (path !== undefined) return { subject, at: { path, line, side } };
  if (anchor === undefined) return { subject };
  const changes = await area.changes.all({ ...place, sha: detail.id }, signal);
  const change = changes.find(({ newPath, oldPath }) => [newPath, oldPath].map(sha1).includes(anchor.pathHash));
  return change === undefined ? { subject } : { subject, at: placeOfAnchor(change, anchor) };
};

const placeOfAnchor = (
  { newPath, oldPath, kind }: { readonly newPath: string; readonly oldPath: string; readonly kind: string },
  { oldLine, newLine }: LineAnchor,
): PlaceInCommit => {
  const side = newLine > 0 || oldLine === 0 ? 'new' : 'old';
  const line = side === 'new' ? newLine : oldLine;
  return { path: kind === 'deleted' ? oldPath : newPath, line: line > 0 ? line : undefined, side };
};

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Opens the commit of a link, or reports the problem. */
export const followLink = async (area: CommitsArea, uri: vscode.Uri): Promise<void> => {
  const { t } = vscode.l10n;
  const read = parseCommitLink(uri);
  if (read.kind === 'bad') {
    void vscode.window.showErrorMessage(badLinkMessage(read.problem));
    return;
  }
  const { target } = read;
  if (area.accounts.failure) await area.accounts.reload();
  const accounts = area.accounts.list().filter(({ baseUrl }) => sameServer(baseUrl, target.server));
  if (accounts.length === 0) {
    const add = t('Sign In…');
    const answer = await vscode.window.showInformationMessage(noAccountMessage(instanceName(target.server)), add);
    if (answer === add) await call('graft.accounts.add');
    return;
  }
  const account = accounts.length === 1 ? accounts[0] : await chooseAccount(accounts, target);
  if (account === undefined) return;
  const found = await cancellable(t('Opening commit {0}…', shortSha(target.sha)), async (signal) => {
    try {
      return await findTarget(area, account, target, signal);
    } catch (error) {
      if (!requestErrorFacts(error, 'notFound')) throw error;
      return 'nothing' as const;
    }
  });
  if (found === 'nothing') {
    const words = t(
      'The link was not opened: {0} on {1} has no commit {2} that {3} can read.',
      target.project,
      instanceName(account.baseUrl),
      target.sha,
      account.username,
    );
    void vscode.window.showErrorMessage(words);
  } else if (found) {
    area.commitPages.show(found.subject, found.at);
  }
};

const chooseAccount = async (accounts: readonly Account[], target: CommitTarget): Promise<Account | undefined> => {
  const { t } = vscode.l10n;
  const rows = accounts.map((account) => ({ label: accountName(account), description: account.name, account }));
  const title = t('Open commit {0} of {1}', shortSha(target.sha), target.project);
  return (await vscode.window.showQuickPick(rows, { title, placeHolder: t('Choose an account') }))?.account;
};
