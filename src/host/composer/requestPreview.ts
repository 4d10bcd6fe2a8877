import * as vscode from '../vscode.ts';
import { commitRequest } from '../../model/composer/draft.ts';
import { createCommit } from '../../wire/commitWriting.ts';
import type { Composition } from './composition.ts';

/** Characters of a content that are shown; what is longer can be looked at in the diff of its file. */
const shownCharacters = 20_000;

/** The request a composition would become if it were sent now, as JSON; without a token, and long contents cut. */
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
