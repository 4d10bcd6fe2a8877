import * as vscode from '../../vscode.ts';
import type { Client } from '../../../client/client.ts';
import { isCancelled } from '../../../client/errors.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import { roles } from '../../../model/role.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { listGroups } from '../../../wire/groups.ts';
import { listProjects } from '../../../wire/projects.ts';
import type { TransfersArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { explainMissing } from '../../kit/requireProject.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';

export interface ExportSubject {
  readonly account: Account;
  readonly subject: Job['subject'] & { readonly id: number };
}

type Row = vscode.QuickPickItem & { readonly value?: ExportSubject };
type Find = (client: Client, text: string, signal: AbortSignal) => Promise<readonly ExportSubject['subject'][]>;

/** The project of the window; undefined where it has none. */
export const openProjectToExport = async (area: TransfersArea): Promise<ExportSubject | undefined> => {
  if (area.project.state.kind === 'starting') await area.project.find();
  const { open } = area.project;
  if (open === undefined) return undefined;
  const { path_with_namespace: path, id, web_url: webUrl } = open.project;
  return { account: open.account, subject: { type: 'project', path, id, webUrl } };
};

/**
 * A project of any account, the window’s first, with the reason where it cannot be
 * exported. Undefined when left.
 */
export const chooseProjectToExport = async (
  area: TransfersArea,
  refusal?: string,
): Promise<ExportSubject | undefined> => {
  const { t } = vscode.l10n;
  const current = await openProjectToExport(area);
  return choose(area, {
    title: t('Project to Export'),
    placeholder: t('Search projects by name or path. Exporting requires Maintainer.'),
    none: t('You are not a member of any project. Type to search all projects.'),
    current,
    refusal,
    find: async (client, text, signal) => {
      const wanted = text === '' ? { membership: true } : { search: text, search_namespaces: true };
      const page = await client.send(
        listProjects,
        { order_by: 'last_activity_at', per_page: 50, ...wanted },
        { signal },
      );
      return page.items.map(({ id, path_with_namespace: path, web_url: webUrl }) => {
        return { type: 'project', path, id, webUrl };
      });
    },
  });
};

/** Group owned by any account. Undefined when closed. */
export const chooseGroupToExport = async (area: TransfersArea): Promise<ExportSubject | undefined> => {
  const { t } = vscode.l10n;
  return choose(area, {
    title: t('Group to Export'),
    placeholder: t('Search the groups you own by name or path'),
    none: t('You don’t own any group.'),
    current: undefined,
    find: async (client, text, signal) => {
      const wanted = { min_access_level: roles.owner, per_page: 50, ...(text === '' ? {} : { search: text }) };
      const page = await client.send(listGroups, wanted, { signal });
      return page.items.map(({ id, full_path: path, web_url: webUrl }) => {
        return { type: 'group', path, id, webUrl: webUrl ?? undefined };
      });
    },
  });
};

const choose = async (
  area: TransfersArea,
  question: {
    readonly title: string;
    readonly placeholder: string;
    readonly none: string;
    readonly current: ExportSubject | undefined;
    readonly refusal?: string | undefined;
    readonly find: Find;
  },
): Promise<ExportSubject | undefined> => {
  const { t } = vscode.l10n;
  const { title, placeholder, current, refusal, find } = question;
  const accounts = area.accounts.list();
  if (accounts.length === 0) {
    await area.project.find();
    explainMissing(area);
    return undefined;
  }
  return searchPick<ExportSubject>({
    title,
    placeholder,
    empty: (text) => (text === '' ? question.none : t('No results for “{0}”.', text)),
    search: async (text, signal) => {
      const answers = await Promise.all(
        accounts.map((account) => found(area, account, () => find(area.clients.of(account), text, signal))),
      );
      const first = text === '' && current !== undefined ? [rowOf(current, t('current project'), refusal)] : [];
      const isFirst = ({ value }: Row): boolean =>
        first.length > 0 && value?.account.id === current?.account.id && value?.subject.id === current?.subject.id;
      return [...first, ...answers.flat().filter((row) => !isFirst(row))];
    },
  });
};

/** A failing account becomes a row and doesn't hide the others. */
const found = async (
  area: TransfersArea,
  account: Account,
  find: () => Promise<readonly ExportSubject['subject'][]>,
): Promise<readonly Row[]> => {
  try {
    return (await find()).map((subject) => rowOf({ account, subject }));
  } catch (error) {
    if (isCancelled(error)) throw error;
    area.log.error(`The projects and groups ${account.username} can export could not be searched.`, error);
    return [{ label: `$(error) ${visibleLabel(explain(error))}`, description: whose(account) }];
  }
};

const rowOf = (value: ExportSubject, words?: string, refusal?: string): Row => ({
  label: visibleLabel(value.subject.path),
  description: [whose(value.account), ...(words === undefined ? [] : [words])].join(' · '),
  ...(refusal === undefined ? { value } : { detail: visibleLabel(refusal) }),
});

const whose = (account: Account): string => `${instanceName(account.baseUrl)} · ${account.username}`;
