import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import type { Account } from '../../../model/account.ts';
import { listProjects, type Project } from '../../../wire/projects.ts';
import type { TransfersArea } from '../area.ts';
import { visibleLabel } from '../../kit/format.ts';
import { searchPick } from '../../kit/searchPick.ts';
import type { WizardStep } from '../../kit/wizard.ts';

const maintainer = 40;

/** The role of the account in a project, as far as the record tells. */
const roleIn = ({ permissions }: Project): number =>
  Math.max(permissions?.project_access?.access_level ?? 0, permissions?.group_access?.access_level ?? 0);

/**
 * Lets the user choose a project of an account that something is imported into, the one of the window first. A project
 * where the role is known to be too low is shown and cannot be chosen. Undefined when left.
 */
export const chooseTarget = async (
  area: TransfersArea,
  account: Account,
  title: string,
  at?: WizardStep,
): Promise<Project | undefined> => {
  const { t } = vscode.l10n;
  const client = area.clients.of(account);
  const open = area.project.open?.account.id === account.id ? area.project.open.project.path_with_namespace : undefined;
  return searchPick<Project>({
    title,
    at,
    placeholder: t('Destination project: type to search projects you are a member of'),
    empty: (text) =>
      text === '' ? t('You are not a member of any project.') : t('No project of yours matches “{0}”.', text),
    async search(text, signal) {
      try {
        const { items } = await client.send(
          listProjects,
          {
            membership: true,
            per_page: 50,
            order_by: 'last_activity_at',
            ...(text === '' ? {} : { search: text, search_namespaces: true }),
          },
          { signal },
        );
        return [...items]
          .sort((one, other) => Number(other.path_with_namespace === open) - Number(one.path_with_namespace === open))
          .map((project) => {
            const isLow = roleIn(project) > 0 && roleIn(project) < maintainer;
            return {
              label: visibleLabel(project.name_with_namespace ?? project.name),
              iconPath: new vscode.ThemeIcon(isLow ? 'lock' : 'repo'),
              description: visibleLabel(project.path_with_namespace),
              ...(isLow ? { detail: t('Requires Maintainer; your role is lower.') } : { value: project }),
            };
          });
      } catch (error) {
        if (!isCancelled(error)) area.log.error('Projects could not be searched.', error);
        throw error;
      }
    },
  });
};
