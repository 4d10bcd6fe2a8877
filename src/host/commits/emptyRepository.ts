import { requestFailure } from '../../client/errors.ts';
import type { OpenProject } from '../project/currentProject.ts';

/** An empty repository answers a list of commits with 404. */
export const isEmptyRepository = ({ project }: OpenProject, error: unknown): boolean =>
  requestFailure(error, 'notFound') !== undefined && (project.empty_repo === true || project.default_branch == null);
