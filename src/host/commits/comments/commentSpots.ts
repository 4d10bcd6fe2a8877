import type * as vscode from '../../vscode.ts';
import { l10n } from '../../vscode.ts';
import type { TextPlace } from '../../../messages/conversation.ts';
import type { Thread, ThreadNote } from '../../../model/commits/commitConversation.ts';
import { lineInDiff, nearestChangedLine, type SideLine } from '../../../model/commits/commitConversationLines.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { Clients } from '../../shell/clients.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { CommitPlace } from '../details.ts';
import { fileScheme, readFileVersion } from '../../kit/pages/fileVersions.ts';

export interface ChangeDocument {
  readonly account: string;
  readonly project: number;
  readonly sha: string;
  readonly path: string;
  readonly side: 'old' | 'new';
}

/** The side of a commit's change that a document shows; undefined for other documents and an empty side. */
export const changeDocument = (uri: vscode.Uri): ChangeDocument | undefined => {
  if (uri.scheme !== fileScheme) return undefined;
  const { account, project, path, ref, of } = readFileVersion(uri);
  if (ref === undefined || of === undefined) return undefined;
  return { account, project, sha: of, path, side: ref === of ? 'new' : 'old' };
};

/** Undefined once the account has been removed. */
export const placeOfDocument = (
  { account, project, sha }: ChangeDocument,
  parts: { readonly accounts: AccountStore; readonly clients: Clients },
): CommitPlace | undefined => {
  const known = parts.accounts.get(account);
  return known && { client: parts.clients.of(known), account, project, sha };
};

export const changeOf = (
  { path, side }: Pick<ChangeDocument, 'path' | 'side'>,
  changes: readonly FileChange[],
): FileChange | undefined =>
  changes.find((change) => (side === 'new' ? change.newPath : change.oldPath) === path && hasSide(change, side));

const hasSide = ({ kind }: FileChange, side: 'old' | 'new'): boolean => kind !== (side === 'new' ? 'deleted' : 'added');

/** Line of a thread or comment in a document, 1-based; undefined when it's elsewhere. */
export const lineInDocument = (
  { side }: Pick<ChangeDocument, 'side'>,
  change: FileChange,
  place: Pick<NonNullable<Thread['place']>, 'newPath' | 'oldLine' | 'newLine'>,
): number | undefined => {
  if (place.newPath !== change.newPath) return undefined;
  if (side === 'new') return place.newLine;
  // an unchanged line is shown once, on the new side
  return place.newLine === undefined ? place.oldLine : undefined;
};

type LineText = Extract<TextPlace, { kind: 'line' }>;

export const textPlaceAt = (change: FileChange, at: SideLine): LineText => {
  const { oldLine, newLine } = lineInDiff(change.diff, at);
  return { kind: 'line', oldPath: change.oldPath, newPath: change.newPath, oldLine, newLine };
};

/** The changed line nearest to `at`. */
export const nearestPlace = (change: FileChange, at: SideLine): LineText | undefined => {
  const nearest = nearestChangedLine(change.diff, at);
  return nearest && textPlaceAt(change, nearest);
};

/** Labels beside author and time. */
export const noteLabels = ({ isInternal, attachment }: ThreadNote): readonly string[] => [
  ...(isInternal ? [l10n.t('Internal')] : []),
  ...(attachment === undefined ? [] : [l10n.t('Attachment: {0}', attachment)]),
];
