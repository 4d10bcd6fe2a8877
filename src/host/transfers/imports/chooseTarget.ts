import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import type { Account } from '../../../model/account.ts';
import { listProjects, type Project } from '../../../wire/projects.ts';
import type { Capabilities } from '../../../model/capabilities.ts';
import { includesRole, type OwnRole, roles } from '../../../model/role.ts';
import type { TransfersArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import type { WizardStep } from '../../kit/questions/wizard.ts';

/** The record doesn't show custom roles. */
const roleIn = ({ permissions }: Project, build: Capabilities['build']): OwnRole => {
  const level = Math.max(permissions?.project_access?.access_level ?? 0, permissions?.group_access?.access_level ?? 0);
  return { level: level === 0 ? undefined : level, isCustom: build === 'community' ? false : undefined };
};

/**
 * Project to import into, the window's first. A project with too low a role can only be chosen if a custom role may
 * allow it. Undefined when closed.
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
            const role = roleIn(project, area.clients.capabilitiesOf(account).known.build);
            const mayImport = includesRole(role, roles.maintainer);
            const isUncertain = mayImport !== true && role.level !== undefined;
            return {
              label: visibleLabel(project.name_with_namespace ?? project.name),
              iconPath: new vscode.ThemeIcon(isUncertain ? 'lock' : 'repo'),
              description: visibleLabel(project.path_with_namespace),
              ...(isUncertain ? { detail: t('Requires Maintainer; your role is lower.') } : {}),
              ...(mayImport === false ? {} : { value: project }),
            };
          });
      } catch (error) {
        if (!isCancelled(error)) area.log.error('Projects could not be searched.', error);
        throw error;
      }
    },
  });
};
