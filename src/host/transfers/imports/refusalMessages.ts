import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { explain } from '../../kit/words/explain.ts';

/** The server's refusal and what to do. */
export const importRefusalMessage = (error: unknown): string => {
  const { t } = vscode.l10n;
  const facts = requestErrorFacts(error);
  const serverWords = explain(error);
  if (facts?.outcome !== 'answered') return serverWords;
  if (facts.status === 413) return t('The archive exceeds the server’s size limit. {0}', serverWords);
  if (facts.status === 404 && /namespace/i.test(facts.serverMessage ?? ''))
    return t('The group doesn’t exist, or your role in it is below Maintainer. {0}', serverWords);
  if (facts.failure === 'notFound' && ['X5', 'X6', 'X10'].includes(facts.reference))
    return t('The server doesn’t support this import, or an administrator has disabled it. {0}', serverWords);
  if (facts.status === 403 && facts.reference === 'G3')
    return t('You can’t create groups there. Some groups allow this only for Owners. {0}', serverWords);
  if (facts.status === 403)
    return t(
      'The server doesn’t allow this import. An administrator may have disabled this source, or your role is too low. {0}',
      serverWords,
    );
  if (facts.status === 400 && /already been taken/i.test(facts.serverMessage ?? ''))
    return t('The path has been taken. {0}', serverWords);
  if (facts.status === 429) return t('The server limits the number of imports per minute. {0}', serverWords);
  return serverWords;
};
