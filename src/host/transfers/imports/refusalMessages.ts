import * as vscode from '../../vscode.ts';
import { requestFailure } from '../../../client/errors.ts';
import { explain } from '../../kit/explain.ts';

/** Why an import was not begun, with the server's own words and what can be done. */
export const importRefusalMessage = (error: unknown): string => {
  const { t } = vscode.l10n;
  const facts = requestFailure(error);
  const said = explain(error);
  if (facts?.outcome !== 'answered') return said;
  if (facts.status === 413) return t('The archive is larger than the server takes. {0}', said);
  if (facts.status === 404 && /namespace/i.test(facts.serverMessage ?? ''))
    return t('The group is not there, or your role in it is below Maintainer. {0}', said);
  if (facts.failure === 'notFound' && ['X5', 'X6', 'X10'].includes(facts.reference))
    return t('The server does not have this kind of import, or an administrator has switched it off. {0}', said);
  if (facts.status === 403 && facts.reference === 'G3')
    return t('You may not put groups there: some groups allow that to their owners only. {0}', said);
  if (facts.status === 403)
    return t(
      'The server does not allow this import: an administrator may have closed this source, or your role is too low. {0}',
      said,
    );
  if (facts.status === 400 && /already been taken/i.test(facts.serverMessage ?? ''))
    return t('Somebody else has taken the path meanwhile. {0}', said);
  if (facts.status === 429) return t('The server allows only a few imports a minute. {0}', said);
  return said;
};
