import * as vscode from 'vscode';
import type { ReviewPlace } from '../../model/review/drafts.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import { getProject } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { age, visibleLabel } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { requireProject } from '../project/requireProject.ts';
import { searchPick } from '../searchPick.ts';
import type { ReviewComment } from './comments.ts';
import { readReviewFile } from './reviewFiles.ts';

/** A merge request and the project it is read in. */
export interface ReviewSubject {
  readonly open: OpenProject;
  readonly request: Pick<MergeRequest, 'iid' | 'title' | 'web_url'>;
}

/** Where the review of a subject is read. */
export const placeOfReview = ({ open, request }: ReviewSubject): ReviewPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  iid: request.iid,
});

/** The merge request's page. */
export const webUrlOf = ({ open, request }: ReviewSubject): string =>
  request.web_url ?? `${open.project.web_url}/-/merge_requests/${request.iid}`;

/**
 * The merge request a command was called on: a row or something below one, that of the active editor, or the one the
 * user chooses.
 */
export const reviewSubject = async (app: App, argument: unknown, title: string): Promise<ReviewSubject | undefined> => {
  if (isSubject(argument)) return argument;
  if (hasParent(argument)) return argument.parent;
  const [selected] = argument === undefined ? [app.reviews.view.selected] : [];
  if (isSubject(selected) && vscode.window.activeTextEditor === undefined) return selected;
  const uri = isComment(argument)
    ? app.reviews.threads.threadOf(argument)?.uri
    : vscode.window.activeTextEditor?.document.uri;
  const file = uri && readReviewFile(uri);
  if (file) {
    const open = await openProjectOf(app, file);
    if (open) return { open, request: await readRequest(open, file.iid) };
  }
  const open = await requireProject(app);
  return open && chooseRequest(open, title);
};

/** The project of a review: the open one, or another that is read. Undefined when its account has gone. */
export const openProjectOf = async (
  app: Pick<App, 'accounts' | 'clients' | 'project'>,
  place: Pick<ReviewPlace, 'account' | 'project'>,
): Promise<OpenProject | undefined> => {
  const { open } = app.project;
  if (open?.account.id === place.account && open.project.id === place.project) return open;
  const account = app.accounts.get(place.account);
  if (account === undefined) return undefined;
  const client = app.clients.of(account);
  return { account, client, project: await client.send(getProject, { id: place.project }), remote: undefined };
};

const isSubject = (argument: unknown): argument is ReviewSubject =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'request' in argument;

const isComment = (argument: unknown): argument is ReviewComment =>
  typeof argument === 'object' && argument !== null && 'subject' in argument && 'source' in argument;

const hasParent = (argument: unknown): argument is { readonly parent: ReviewSubject } =>
  typeof argument === 'object' && argument !== null && 'parent' in argument && isSubject(argument.parent);

const readRequest = (open: OpenProject, iid: number, signal?: AbortSignal): Promise<MergeRequest> =>
  open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: iid }, { signal });

/** Lets the user choose a merge request of a project: by its words, its number, or its address pasted. */
export const chooseRequest = (open: OpenProject, title: string): Promise<ReviewSubject | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<ReviewSubject>({
    title,
    placeholder: t('Search merge requests, or give a number or an address'),
    empty: (text) =>
      text === ''
        ? t('There are no open merge requests in {0}.', open.project.path_with_namespace)
        : t('No merge request “{0}” in {1}.', text, open.project.path_with_namespace),
    search: async (text, signal) => {
      const requests = await find(open, text, signal);
      return requests.map((request) => ({
        label: `$(git-pull-request) ${visibleLabel(request.title)}`,
        description: visibleLabel(
          [`!${request.iid}`, request.state, request.author?.name, request.updated_at && age(request.updated_at)]
            .filter(Boolean)
            .join(' · '),
        ),
        value: { open, request },
      }));
    },
  });
};

const find = async (open: OpenProject, text: string, signal: AbortSignal): Promise<readonly MergeRequest[]> => {
  const address = readAddress(text);
  if (address !== undefined) {
    const isHere = address.path === undefined || `${address.host}${address.path}` === addressOf(open);
    if (!isHere) {
      throw new Error(
        vscode.l10n.t(
          'This address is of another project. Open {0} with “Choose Project…” first.',
          `${address.host}${address.path ?? ''}`,
        ),
      );
    }
    return [await readRequest(open, address.iid, signal)];
  }
  const parameters = { id: open.project.id, per_page: 40 } as const;
  const found =
    text === ''
      ? await open.client.send(listMergeRequests, { ...parameters, state: 'opened' }, { signal })
      : await open.client.send(listMergeRequests, { ...parameters, search: text }, { signal });
  return found.items;
};

const addressOf = ({ project }: OpenProject): string => {
  const { host, pathname } = new URL(project.web_url);
  return `${host}${pathname}`.toLowerCase();
};

/** Reads `!12`, `12` and the address of a merge request's page. */
export const readAddress = (
  text: string,
): { readonly iid: number; readonly host: string; readonly path: string | undefined } | undefined => {
  const number = /^!?(\d{1,9})$/.exec(text)?.[1];
  if (number !== undefined) return { iid: Number(number), host: '', path: undefined };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { host, pathname } = new URL(text);
  const [, path, iid] = /^(.+?)(?:\/-)?\/merge_requests\/(\d{1,9})(?:\/|$)/.exec(pathname) ?? [];
  return path === undefined ? undefined : { iid: Number(iid), host: host.toLowerCase(), path: path.toLowerCase() };
};
