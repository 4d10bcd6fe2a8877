import * as vscode from '../vscode.ts';
import { readWebLink } from '../../model/webLink.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import type { ReviewsArea } from './area.ts';
import { age, visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { projectOf, requireProject } from '../kit/requireProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import type { ReviewComment } from './threads/comments.ts';
import type { ReviewSubject } from './subject.ts';

/** Merge request from the argument, a row or its parents, or the active editor; otherwise asks. */
export const reviewSubject = async (
  area: ReviewsArea,
  argument: unknown,
  title: string,
): Promise<ReviewSubject | undefined> => {
  const around = subjectAround(argument);
  if (around) return around;
  const [selected] = argument === undefined ? [area.reviews.view.selected] : [];
  if (isSubject(selected) && vscode.window.activeTextEditor === undefined) return selected;
  const { threads } = area.reviews;
  const uri = isComment(argument) ? threads.threadOf(argument)?.uri : uriInFront();
  const file = uri && threads.fileOf(uri);
  if (file) {
    const open = await projectOf(area, file);
    if (open) return { open, request: await readMergeRequest(open, file.iid) };
  }
  const open = await requireProject(area);
  return open && chooseMergeRequest(open, title);
};

/** Document of the active editor; inside a comment's box, that of its tab. */
export const uriInFront = (): vscode.Uri | undefined => {
  const { activeTextEditor: active, tabGroups } = vscode.window;
  if (active !== undefined && active.document.uri.scheme !== 'comment') return active.document.uri;
  const input = tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
};

const isSubject = (argument: unknown): argument is ReviewSubject =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'request' in argument;

/** Merge request of a row or of its parents. */
export const subjectAround = (row: unknown): ReviewSubject | undefined => {
  if (isSubject(row)) return row;
  return typeof row === 'object' && row !== null && 'parent' in row ? subjectAround(row.parent) : undefined;
};

const isComment = (argument: unknown): argument is ReviewComment =>
  typeof argument === 'object' && argument !== null && 'subject' in argument && 'source' in argument;

const readMergeRequest = (open: OpenProject, iid: number, signal?: AbortSignal): Promise<MergeRequest> =>
  open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: iid }, { signal });

/** Asks for a merge request of a project by search, number or pasted URL. */
export const chooseMergeRequest = (open: OpenProject, title: string): Promise<ReviewSubject | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<ReviewSubject>({
    title,
    placeholder: t('Search merge requests, or enter a number or URL'),
    empty: (text) =>
      text === ''
        ? t('There are no open merge requests in {0}.', open.project.path_with_namespace)
        : t('No merge request “{0}” in {1}.', text, open.project.path_with_namespace),
    search: async (text, signal) => {
      const mergeRequests = await find(open, text, signal);
      return mergeRequests.map((mergeRequest) => ({
        label: `$(git-pull-request) ${visibleLabel(mergeRequest.title)}`,
        description: visibleLabel(
          [
            `!${mergeRequest.iid}`,
            mergeRequest.state,
            mergeRequest.author?.name,
            mergeRequest.updated_at && age(mergeRequest.updated_at),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        value: { open, request: mergeRequest },
      }));
    },
  });
};

const find = async (open: OpenProject, text: string, signal: AbortSignal): Promise<readonly MergeRequest[]> => {
  const iid = /^!?(\d{1,9})$/.exec(text)?.[1];
  if (iid !== undefined) return [await readMergeRequest(open, Number(iid), signal)];
  const link = readWebLink(text);
  if (link?.page.kind === 'mergeRequest') {
    const { host } = new URL(link.origin);
    if (`${host}/${link.path}`.toLowerCase() !== addressOf(open)) {
      throw new Error(
        vscode.l10n.t(
          'This URL belongs to another project. Open {0} with “Choose Project…” first.',
          `${host}/${link.path}`,
        ),
      );
    }
    return [await readMergeRequest(open, link.page.iid, signal)];
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
