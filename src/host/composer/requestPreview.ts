import * as vscode from '../vscode.ts';
import { commitRequest } from '../../model/composer/draft.ts';
import { createCommit } from '../../wire/commitWriting.ts';
import type { Composition } from './composition.ts';

/** Longer contents are in the diffs. */
const shownCharacters = 20_000;

/** Without token; long contents are truncated. */
export const requestText = ({ open, sendable, facts }: Composition): string => {
  const { id, ...body } = commitRequest(sendable, facts.seen?.files ?? new Map());
  const address = `${open.account.baseUrl}/api/v4${createCommit.path.replace(':id', encodeURIComponent(id))}`;
  const actions = body.actions.map((action) =>
    action.content === undefined ? action : { ...action, content: shortened(action.content) },
  );
  return `${JSON.stringify({ request: `${createCommit.method} ${address}`, body: { ...body, actions } }, undefined, 2)}\n`;
};

const shortened = (content: string): string =>
  content.length <= shownCharacters
    ? content
    : vscode.l10n.t(
        '{0}… ({1} more characters are sent)',
        content.slice(0, shownCharacters),
        content.length - shownCharacters,
      );
