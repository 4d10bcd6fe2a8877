import type { Shell } from '../shell/shell.ts';
import type { MemberRoleSection } from './memberRoleSection.ts';
import type { AdministrationView } from './view.ts';

export interface AdministrationArea extends Shell {
  readonly memberRoles: MemberRoleSection;
  readonly administration: AdministrationView;
}
